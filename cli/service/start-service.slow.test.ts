import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { exitCodes } from "../exit-codes.ts";
import { explainStart, startService } from "./start-service.ts";

const given = { command: "npx plumbline serve", options: { dataDir: "/srv/it's here" } };

test("settings that cannot be used are a mistake of use", () => {
  const fault = Object.assign(new Error("PLUMBLINE_PORT is no port"), { name: "ConfigError" });
  const failure = explainStart(fault, given);
  expect(failure.exitCode).toBe(exitCodes.usage);
  expect(failure.message).toBe("PLUMBLINE_PORT is no port");
  expect(failure.next).toBe(
    `correct these settings, then: npx plumbline serve --data-dir '/srv/it'\\''s here'`,
  );
});

test("any other fault names another folder and the doctor", () => {
  const failure = explainStart(new Error("the disk is full"), given);
  expect(failure.exitCode).toBe(exitCodes.failed);
  expect(failure.next).toContain("npx plumbline serve --data-dir OTHER_FOLDER");
  expect(failure.next).toContain(`plumbline doctor --data-dir '/srv/it'\\''s here'`);
});

test("a taken port is named, with the next one to try", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const dataDir = mkdtempSync(join(tmpdir(), "plumbline-start-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const started = startService(
    { env: { PLUMBLINE_PORT: String(port) }, dataDir, logLevel: "silent" },
    { command: "npx plumbline serve", options: { dataDir, dev: true } },
  );
  await expect(started).rejects.toMatchObject({
    exitCode: exitCodes.failed,
    message: `port ${port} of 127.0.0.1 is taken by another program`,
    next: `npx plumbline serve --data-dir ${dataDir} --dev --port ${port + 1}`,
  });
});

test("an address that is none of this machine's is told once, with one that is", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "plumbline-start-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  // Reserved for documentation (RFC 5737): no machine has it.
  const options = { host: "192.0.2.7", port: 0, dataDir };
  const started = startService({ env: {}, ...options, logLevel: "silent" }, { ...given, options });
  await expect(started).rejects.toMatchObject({
    message: "192.0.2.7 is no address of this machine",
    next: `npx plumbline serve --host 127.0.0.1 --port 0 --data-dir ${dataDir}`,
  });
});

test("no port beyond the last one is suggested, and what was typed is said again without what is secret", () => {
  const cause = Object.assign(new Error("listen"), { code: "EADDRINUSE", syscall: "listen" });
  const fault = new Error("taken", { cause: Object.assign(cause, { address: "127.0.0.1", port: 65_535 }) });
  const options = {
    port: 65_535,
    logLevel: "warn",
    mqtt: "mqtts://me:secret@broker.example",
    nats: "nats://broker.example",
  };
  const { next } = explainStart(fault, { command: "npx plumbline serve", options });
  expect(next).toBe("npx plumbline serve --port 8000 --log-level warn --nats nats://broker.example");
});
