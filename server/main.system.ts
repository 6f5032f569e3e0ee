import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { ConfigError } from "./config.ts";
import { namesForTests } from "./log-for-tests.ts";
import { administer, examineDataFolder, serve } from "./main.ts";

const parent = mkdtempSync(join(tmpdir(), "plumbline-main-"));
afterAll(() => rmSync(parent, { recursive: true, force: true }));

function newFolder(): string {
  return mkdtempSync(join(parent, "data-"));
}

const frame = {
  vehicle_id: "veh-1",
  timestamp: "2026-03-01T08:00:00Z",
  sensors: { radar_range_bias_m: 0.01 },
};

function post(url: string, key: string, more: Record<string, string> = {}): Promise<Response> {
  return fetch(`${url}/v1/score/residual`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", ...more },
    body: JSON.stringify(frame),
  });
}

test("a service in this process: keys made beside it work, what it acknowledged is there after a restart", async () => {
  const dataDir = newFolder();
  const options = { env: namesForTests, dataDir, port: 0, logLevel: "silent" };
  const service = await serve(options);
  const administration = administer({ env: {}, dataDir });
  const grants = { preset: "engineer" };
  const { key, id } = await administration.createKey({ organisation: "acme", name: "test", grants });
  const first = await post(service.url, key, { "idempotency-key": "one" });
  const firstText = await first.text();
  expect([first.status, first.headers.get("idempotent-replayed")]).toEqual([200, null]);
  expect((await post(service.url, "plumb_dev_local")).status).toBe(401);
  await service.stop();

  const again = await serve(options);
  const repeat = await post(again.url, key, { "idempotency-key": "one" });
  expect([await repeat.text(), repeat.headers.get("idempotent-replayed")]).toEqual([firstText, "true"]);
  expect(await (await post(again.url, key)).json()).toMatchObject({ duplicate: true });
  expect(await administration.revokeKey({ organisation: "other", publicId: id })).toBe(false);
  expect(await administration.revokeKey({ organisation: "acme", publicId: id })).toBe(true);
  await expect.poll(async () => (await post(again.url, key)).status).toBe(401);
  expect(await administration.listKeys("acme")).toMatchObject([{ id, name: "test" }]);
  expect(JSON.stringify(await administration.listKeys("acme"))).not.toContain(key.slice(-20));
  administration.close();
  await again.stop();
});

test("a folder whose keys are lost is refused as it is, not given others that open and sign nothing of it", async () => {
  const dataDir = newFolder();
  const options = { env: namesForTests, dataDir, port: 0, logLevel: "silent" };
  const asked = { organisation: "acme", name: "test", grants: { preset: "engineer" } };
  const administration = administer({ env: {}, dataDir });
  await administration.createKey(asked);
  administration.close();
  await (await serve(options)).stop();

  const pepper = join(dataDir, "keys", "api-key-pepper");
  rmSync(pepper);
  await expect(serve(options)).rejects.toThrow(/api-key-pepper is missing: .*from a backup/);
  const later = administer({ env: {}, dataDir });
  await expect(later.createKey(asked)).rejects.toThrow("api-key-pepper is missing");
  later.close();
  const { findings } = await examineDataFolder({ env: {}, dataDir, quick: true });
  expect(findings.find(({ what }) => what === "keys")).toMatchObject({ status: "failed" });
  expect(existsSync(pepper)).toBe(false);
});

test("a copy without its write-ahead log is called an empty database, and not begun", async () => {
  const dataDir = newFolder();
  const copy = newFolder();
  const service = await serve({ env: namesForTests, dataDir, port: 0, logLevel: "silent" });
  mkdirSync(join(copy, "keys"));
  cpSync(join(dataDir, "plumbline.db"), join(copy, "plumbline.db"));
  cpSync(join(dataDir, "keys"), join(copy, "keys"), { recursive: true });
  await service.stop();
  await expect(serve({ env: {}, dataDir: copy, port: 0, logLevel: "silent" })).rejects.toThrow(
    /plumbline\.db is empty, but the key of its log is there/,
  );
  const { findings } = await examineDataFolder({ env: {}, dataDir: copy });
  expect(findings.find(({ what }) => what === "schema")).toMatchObject({
    status: "failed",
    detail: expect.stringMatching(/^empty database/) as string,
  });
});

test("a port or a data folder that is taken is said with what to do, and what was opened is free again", async () => {
  const dataDir = newFolder();
  const other = newFolder();
  const first = await serve({ env: {}, dataDir, port: 0, logLevel: "silent" });
  const port = Number(new URL(first.url).port);
  await expect(serve({ env: {}, dataDir, port: 0, logLevel: "silent" })).rejects.toThrow(
    /in use by process [0-9]+/,
  );
  await expect(serve({ env: {}, dataDir: other, port, logLevel: "silent" })).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is taken. Choose another one: --port`,
  );
  await first.stop();
  const again = await serve({ env: {}, dataDir: other, port, logLevel: "silent" });
  await again.stop();
});

test("settings that cannot be used are refused before anything is opened", async () => {
  await expect(serve({ env: { PLUMBLINE_PORT: "x" }, dataDir: newFolder() })).rejects.toThrow(ConfigError);
  await expect(serve({ env: {}, dataDir: newFolder(), host: "0.0.0.0", dev: true })).rejects.toThrow(
    /its key is public/,
  );
});

test("the doctor finds nothing in a sound folder, compares every state, and names what is unsafe", async () => {
  const dataDir = newFolder();
  const service = await serve({ env: {}, dataDir, port: 0, dev: true, logLevel: "silent" });
  expect((await post(service.url, "plumb_dev_local")).status).toBe(200);
  await service.stop();
  const { findings, states } = await examineDataFolder({ env: {}, dataDir, rebuild: true });
  expect(findings.filter(({ status }) => status === "failed")).toEqual([]);
  expect(states).toMatchObject({ vehicles: 1, entries: 1, scoresCompared: 1, differenceCount: 0 });
  const unsafe = { PLUMBLINE_HOST: "0.0.0.0", PLUMBLINE_PORT: "x" };
  expect(
    (await examineDataFolder({ env: unsafe, dataDir })).findings.some(
      ({ status, detail }) => status === "failed" && detail.includes("PLUMBLINE_PORT"),
    ),
  ).toBe(true);
  const alone = { PLUMBLINE_WITNESS_FILE: join(dataDir, "nothing") };
  expect((await examineDataFolder({ env: alone, dataDir })).findings).toContainEqual({
    what: "third parties",
    status: "failed",
    detail: expect.stringContaining("nothing"),
  });
});

test("a scope or preset that does not exist is refused by name", async () => {
  const administration = administer({ env: {}, dataDir: newFolder() });
  const asked = { organisation: "acme", name: "test" };
  await expect(administration.createKey({ ...asked, grants: { preset: "root" } })).rejects.toThrow(
    /no preset "root"/,
  );
  await expect(administration.createKey({ ...asked, grants: { scopes: ["all"] } })).rejects.toThrow(
    /no scope "all"/,
  );
  administration.close();
});

interface Started {
  readonly child: ChildProcess;
  readonly said: { out: string; err: string };
  readonly ended: Promise<unknown[]>;
}

function start(env: Record<string, string>): Started {
  const child = spawn(process.execPath, [join(import.meta.dirname, "main.ts")], {
    env: {
      PATH: process.env["PATH"]!,
      PLUMBLINE_PORT: "0",
      PLUMBLINE_DATA_DIR: newFolder(),
      ...namesForTests,
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const said = { out: "", err: "" };
  child.stdout.on("data", (chunk) => (said.out += String(chunk)));
  child.stderr.on("data", (chunk) => (said.err += String(chunk)));
  return { child, said, ended: once(child, "close") };
}

test("a process says one line, logs JSON beside it, and ends with 0 when told to", async () => {
  const { child, said, ended } = start({});
  await expect.poll(() => said.out).toMatch(/\n$/);
  const url = /^listening on (http:\/\/127\.0\.0\.1:[0-9]+)\n$/.exec(said.out)?.[1];
  await fetch(`${url}/health`);
  child.kill("SIGTERM");
  expect(await ended).toEqual([0, null]);
  expect(said.out).toMatch(/^listening on \S+\n$/);
  const lines = said.err
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as { readonly msg: string });
  expect(lines.map(({ msg }) => msg)).toEqual(["listening", "request answered", "stopped"]);
});

test("a stop waits for what was taken; a second signal ends the process at once", async () => {
  const waiting = { PLUMBLINE_MODE: "development", PLUMBLINE_STOP_WITHIN_MS: "600000" };
  const { child, said, ended } = start(waiting);
  await expect.poll(() => said.out).toContain("listening");
  const { port, origin } = new URL(said.out.trim().replace("listening on ", ""));
  const socket = connect(Number(port), "127.0.0.1").on("error", () => undefined);
  let received = "";
  socket.on("data", (chunk) => (received += String(chunk)));
  const head = [
    "POST /v1/telemetry/ingest HTTP/1.1",
    "Host: localhost",
    "Authorization: Bearer plumb_dev_local",
  ];
  // A stream that never ends keeps the stop waiting, for ten minutes here.
  const expected = "Content-Type: application/x-ndjson\r\nContent-Length: 9\r\nExpect: 100-continue";
  socket.write(`${head.join("\r\n")}\r\n${expected}\r\n\r\n`);
  await expect.poll(() => received).toContain("100 Continue");
  socket.write("{");
  child.kill("SIGTERM");
  const readiness = () => fetch(`${origin}/readyz`, { headers: { connection: "close" } });
  await expect.poll(async () => (await readiness()).status).toBe(503);
  expect(child.exitCode).toBeNull();
  child.kill("SIGTERM");
  expect(await ended).toEqual([1, null]);
  socket.destroy();
});

test("a terminal that closes stops the service in order, however often it says so", async () => {
  const { child, said, ended } = start({ PLUMBLINE_MODE: "development" });
  await expect.poll(() => said.out).toContain("listening");
  child.kill("SIGHUP");
  child.kill("SIGHUP");
  expect(await ended).toEqual([0, null]);
  expect(said.err).toContain('"stopped"');
});

test("settings that cannot be used end the process with 1 and every problem", async () => {
  const { said, ended } = start({ PLUMBLINE_PORT: "80x", PLUMBLINE_LOG_LEVEL: "loud" });
  expect(await ended).toEqual([1, null]);
  expect(said.out).toBe("");
  expect(said.err).toMatch(/PLUMBLINE_PORT is "80x"/);
  expect(said.err).toMatch(/PLUMBLINE_LOG_LEVEL is "loud"/);
});
