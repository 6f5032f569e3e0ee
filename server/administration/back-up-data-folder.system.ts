import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { administer, backUpDataFolder, examineDataFolder, serve } from "../main.ts";

const parent = mkdtempSync(join(tmpdir(), "plumbline-backup-"));
const dataDir = join(parent, "data");
afterAll(() => rmSync(parent, { recursive: true, force: true }));

const options = { env: {}, port: 0, logLevel: "silent" };

test("a backup beside a service that is written to is whole, and restored only knowing how far the log was signed", async () => {
  const service = await serve({ ...options, dataDir });
  const administration = administer({ env: {}, dataDir });
  const { key } = await administration.createKey({
    organisation: "acme",
    name: "test",
    grants: { preset: "admin" },
  });
  administration.close();
  const call = async (url: string, path: string, body?: object) => {
    const more = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    return fetch(`${url}/v1/${path}`, { headers, ...more });
  };
  let sent = 0;
  const send = async (url: string) => {
    const timestamp = new Date(Date.UTC(2026, 2, 1) + sent * 1_000).toISOString();
    const frame = { vehicle_id: "van-1", timestamp, sensors: { radar_range_bias_m: 0.01 } };
    expect((await call(url, "telemetry/ingest", frame)).status).toBe(200);
    sent += 1;
  };
  const webhook = { url: "https://example.com/hook", event_types: ["vehicle.tier_changed"] };
  expect((await call(service.url, "webhooks", webhook)).status).toBeLessThan(500);
  for (let at = 0; at < 50; at += 1) await send(service.url);

  const before = sent;
  const copied = new AbortController();
  const sending = (async () => {
    while (!copied.signal.aborted) await send(service.url);
  })();
  const to = join(parent, "backup");
  const report = await backUpDataFolder({ env: {}, dataDir, to });
  copied.abort();
  await sending;
  await service.stop();
  expect(report).toMatchObject({ vehicles: 1, apiKeys: 1, folder: to });
  expect(report.frames).toBeGreaterThanOrEqual(before);
  expect(report.keys).toEqual(expect.arrayContaining(["api-key-pepper", "log-key.pem", "evidence-key.pem"]));
  for (const name of report.keys) {
    expect(readFileSync(join(to, "keys", name))).toEqual(readFileSync(join(dataDir, "keys", name)));
  }

  await expect(serve({ ...options, dataDir: to })).rejects.toThrow(/high-water mark of this log is missing/);
  cpSync(join(dataDir, "log-high-water-mark"), join(to, "log-high-water-mark"));
  const restored = await serve({ ...options, dataDir: to });
  const vehicle = (await (await call(restored.url, "vehicles/van-1")).json()) as { frames: number };
  expect(vehicle.frames).toBe(report.frames);
  await restored.stop();
  const { findings } = await examineDataFolder({ env: {}, dataDir: to, rebuild: true });
  expect(findings.filter(({ status }) => status === "failed")).toEqual([]);
});

test("a backup older than the log is refused by the mark, wherever it is kept", async () => {
  const markFile = join(parent, "mark");
  const env = { PLUMBLINE_LOG_MARK_FILE: markFile };
  const folder = join(parent, "marked");
  await (await serve({ ...options, env, dataDir: folder })).stop();
  const to = join(parent, "older");
  await backUpDataFolder({ env, dataDir: folder, to });
  const [size] = readFileSync(markFile, "utf8").split(" ");
  writeFileSync(markFile, `${Number(size) + 1} ${"A".repeat(43)}=\n`);
  await expect(serve({ ...options, env, dataDir: to })).rejects.toThrow(/older than its log/);
  const { findings } = await examineDataFolder({ env, dataDir: to });
  expect(findings.find(({ what }) => what === "high-water mark")).toMatchObject({ status: "failed" });
});
