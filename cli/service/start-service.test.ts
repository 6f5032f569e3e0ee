import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { exitCodes } from "../exit-codes.ts";
import { explainStart, startService } from "./start-service.ts";

const given = { options: { port: 8000 }, again: "npx plumbline serve" };

test("settings that cannot be used are a mistake of use", () => {
  const fault = Object.assign(new Error("PLUMBLINE_PORT is no port"), { name: "ConfigError" });
  const failure = explainStart(fault, given);
  expect(failure.exitCode).toBe(exitCodes.usage);
  expect(failure.message).toBe("PLUMBLINE_PORT is no port");
  expect(failure.next).toBe("correct these settings, then: npx plumbline serve");
});

test("any other fault names another folder and the doctor", () => {
  const failure = explainStart(new Error("the disk is full"), given);
  expect(failure.exitCode).toBe(exitCodes.failed);
  expect(failure.next).toContain("npx plumbline serve --data-dir OTHER_FOLDER");
  expect(failure.next).toContain("plumbline doctor");
});

test("a taken port is named, with the next one to try", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;
  const dataDir = mkdtempSync(join(tmpdir(), "plumbline-start-"));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const started = startService(
    { env: {}, port, dataDir, logLevel: "silent" },
    { again: "npx plumbline serve" },
  );
  await expect(started).rejects.toMatchObject({
    exitCode: exitCodes.failed,
    message: `port ${port} of 127.0.0.1 is taken by another program`,
    next: `npx plumbline serve --port ${port + 1}`,
  });
});
