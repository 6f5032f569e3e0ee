import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { runRecorded } from "../../cli/run-recorded-for-tests.ts";
import { namesForTests } from "../log-for-tests.ts";
import { administer, backUpDataFolder, examineDataFolder, restoreDataFolder, serve } from "../main.ts";

const parent = mkdtempSync(join(tmpdir(), "plumbline-backup-"));
const dataDir = join(parent, "data");
afterAll(() => rmSync(parent, { recursive: true, force: true }));

const options = { env: namesForTests, port: 0, logLevel: "silent" };

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
  // Signed after the copy, whenever that was: a document of its own in the log.
  const asked = { reason: "what the copy does not hold" };
  expect((await call(service.url, "vehicles/van-1/statements", asked)).status).toBeLessThan(300);
  await service.stop();
  expect(report).toMatchObject({ vehicles: 1, apiKeys: 1, folder: to });
  expect(report.frames).toBeGreaterThanOrEqual(before);
  expect(report.keys).toEqual(expect.arrayContaining(["api-key-pepper", "log-key.pem", "evidence-key.pem"]));
  for (const name of report.keys) {
    expect(readFileSync(join(to, "keys", name))).toEqual(readFileSync(join(dataDir, "keys", name)));
  }

  await expect(serve({ ...options, dataDir: to })).rejects.toThrow(/high-water mark of this log is missing/);
  const [signed] = readFileSync(join(dataDir, "log-high-water-mark"), "utf8").split(" ");
  expect(Number(signed)).toBeGreaterThan(report.logSize ?? 0);
  const { frames, movedTo, recovery } = await restoreDataFolder({ env: {}, dataDir, from: to });
  expect(frames).toBe(report.frames);
  expect(readdirSync(movedTo ?? "")).toContain("plumbline.db");
  expect(recovery).toMatchObject({
    missing: { from: report.logSize, to: Number(signed) },
    logIndex: Number(signed),
  });
  const restored = await serve({ ...options, dataDir });
  const vehicle = (await (await call(restored.url, "vehicles/van-1")).json()) as { frames: number };
  expect(vehicle.frames).toBe(report.frames);
  await send(restored.url);
  await restored.stop();
  const { findings } = await examineDataFolder({ env: {}, dataDir, rebuild: true });
  expect(findings.filter(({ status }) => status === "failed")).toEqual([]);
});

test("a backup older than the log is refused by the mark, wherever it is kept", async () => {
  const markFile = join(parent, "mark");
  const env = { ...namesForTests, PLUMBLINE_LOG_MARK_FILE: markFile };
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

/** Some 50 of them: PLUMBLINE_TEST_LOSSES=50 (some minutes). */
const losses = Number(process.env["PLUMBLINE_TEST_LOSSES"] ?? 5);

test(`of ${losses} losses of the disk each takes one command, and no size that somebody has seen gets a second root`, async () => {
  const markFile = join(parent, "other-disk", "mark");
  mkdirSync(dirname(markFile));
  const env = { PLUMBLINE_LOG_MARK_FILE: markFile };
  const folder = join(parent, "lost");
  const [program, trust] = [{ env, dataDir: folder }, join(parent, "trust.json")];
  const headers = { authorization: "Bearer plumb_dev_local", "content-type": "application/json" };
  const draw = lotOf(losses);
  /** Checkpoints that somebody has seen, by size. */
  const seen = new Map<number, string>();
  let eventId = "";
  let holds = 0;
  for (let round = 0; round < losses; round += 1) {
    const service = await serve({ ...options, ...program, dev: true });
    const call = async (path: string, body?: object) => {
      const more = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
      const answer = await fetch(`${service.url}/v1/${path}`, { headers, ...more });
      expect(answer.status, path).toBeLessThan(300);
      return answer;
    };
    if (round === 0) {
      await call("telemetry/ingest", breaching);
      const list = (await (await call("evidence")).json()) as { data: { event_id: string }[] };
      eventId = list.data[0]!.event_id;
    }
    /** Every hold is an entry of the log, and everybody may look at it. */
    const grow = async (times: number) => {
      for (let time = 0; time < times; time += 1) {
        holds += 1;
        await call(`evidence/${eventId}/legal-hold`, { hold: holds % 2 === 1, reason: `claim ${holds}` });
        const note = await (await call("log/checkpoint")).text();
        const size = Number(note.split("\n")[1]);
        expect(seen.get(size) ?? note).toBe(note);
        seen.set(size, note);
      }
    };
    await grow(1 + draw(40));
    const to = join(parent, `backup-${round}`);
    const { logSize } = await backUpDataFolder({ ...program, to });
    await grow(draw(40));
    // The disk is gone; what was signed at the stop after that nobody has seen.
    const mark = [markFile, `${markFile}-leaves`].map((path) => [path, readFileSync(path)] as const);
    await service.stop();
    for (const [path, bytes] of mark) writeFileSync(path, bytes);
    rmSync(folder, { recursive: true });

    const { recovery, lostSeconds } = await restoreDataFolder({ ...program, from: to });
    const newest = Math.max(...seen.keys());
    expect(recovery?.missing).toEqual(newest > (logSize ?? 0) ? { from: logSize, to: newest } : null);
    expect(recovery?.logIndex).toBe(newest);
    expect(lostSeconds).toBeGreaterThanOrEqual(0);
    holds = recovery?.missing === null ? holds : await holdsIn(program, eventId);
    rmSync(to, { recursive: true });
  }
  const service = await serve({ ...options, ...program, dev: true });
  const recoveries = (await (await fetch(`${service.url}/v1/log/recoveries`)).json()) as {
    recoveries: { missing: { from: number; to: number } | null }[];
  };
  expect(recoveries.recoveries).toHaveLength(losses);
  writeFileSync(trust, readFileSync(join(folder, "keys", "trust.json")));
  const kept = [...seen].map(([size, note]) => {
    writeFileSync(join(parent, `seen-${size}`), note);
    return join(parent, `seen-${size}`);
  });
  const audit = await runRecorded([
    "evidence",
    "audit",
    service.url,
    "--trust",
    trust,
    "--seen",
    ...kept,
    "--json",
  ]);
  const missing = recoveries.recoveries.flatMap((one) => one.missing ?? []);
  expect(JSON.parse(audit.out)).toMatchObject({ result: "sound", faults: [], missing });
  await service.stop();
  const { findings } = await examineDataFolder({ ...program, rebuild: true });
  expect(findings.filter(({ status }) => status === "failed")).toEqual([]);
}, 1_200_000);

test("evidence that was issued after the backup is named where something still knows its name", async () => {
  const folder = join(parent, "named");
  const service = await serve({ ...options, dataDir: folder, dev: true });
  const to = join(parent, "before-evidence");
  await backUpDataFolder({ env: {}, dataDir: folder, to });
  const headers = { authorization: "Bearer plumb_dev_local", "content-type": "application/json" };
  const sent = { method: "POST", headers, body: JSON.stringify(breaching) };
  expect((await fetch(`${service.url}/v1/telemetry/ingest`, sent)).status).toBe(200);
  const list = await (await fetch(`${service.url}/v1/evidence`, { headers })).json();
  const eventId = (list as { data: { event_id: string }[] }).data[0]!.event_id;
  await expect(restoreDataFolder({ env: {}, dataDir: folder, from: to })).rejects.toThrow(/in use/);
  await service.stop();
  const { recovery } = await restoreDataFolder({ env: {}, dataDir: folder, from: to });
  expect(recovery?.evidence).toEqual([eventId]);
});

test("without the mark, or the hashes beside it, nothing is restored, and the folder is as it was", async () => {
  const folder = join(parent, "without");
  const content = () => readdirSync(folder).toSorted();
  await (await serve({ ...options, dataDir: folder, dev: true })).stop();
  const to = join(parent, "without-backup");
  await backUpDataFolder({ env: {}, dataDir: folder, to });
  // The log grows by an inventory.
  const service = await serve({ ...options, dataDir: folder, dev: true });
  const headers = { authorization: "Bearer plumb_dev_local" };
  expect((await fetch(`${service.url}/v1/audit`, { headers })).status).toBe(200);
  await service.stop();
  const mark = join(folder, "log-high-water-mark");
  const there = content();
  renameSync(`${mark}-leaves`, join(parent, "leaves"));
  await expect(restoreDataFolder({ env: {}, dataDir: folder, from: to })).rejects.toThrow(/mark-leaves/);
  renameSync(mark, join(parent, "mark-away"));
  await expect(restoreDataFolder({ env: {}, dataDir: folder, from: to })).rejects.toThrow(
    /mark of this log is missing/,
  );
  renameSync(join(parent, "mark-away"), mark);
  renameSync(join(parent, "leaves"), `${mark}-leaves`);
  expect(content()).toEqual(there);
  await restoreDataFolder({ env: {}, dataDir: folder, from: to });
});

test("with the mark lost, too, the log goes on under a name that was never signed, and commits to the last checkpoint known", async () => {
  const folder = join(parent, "renamed");
  const headers = { authorization: "Bearer plumb_dev_local", "content-type": "application/json" };
  const issue = async (url: string, vehicleId: string): Promise<string> => {
    const frames = breaching.map((frame) => ({ ...frame, vehicle_id: vehicleId }));
    const sent = { method: "POST", headers, body: JSON.stringify(frames) };
    expect((await fetch(`${url}/v1/telemetry/ingest`, sent)).status).toBe(200);
    const list = await (await fetch(`${url}/v1/evidence?vehicle_id=${vehicleId}`, { headers })).json();
    return (list as { data: { event_id: string }[] }).data[0]!.event_id;
  };
  const verify = async (url: string, eventId: string, trust: string) => {
    const [bundle, frames] = ["bundle", "frames"].map((part) => join(parent, `${eventId}.${part}`));
    for (const path of [bundle!, frames!]) {
      const answer = await fetch(`${url}/v1/evidence/${path.slice(parent.length + 1).replace(".", "/")}`, {
        headers,
      });
      writeFileSync(path, Buffer.from(await answer.arrayBuffer()));
    }
    const keyring = join(folder, "keys", trust.replace("trust.json", "keyring.json"));
    const inputs = ["--frames", frames!, "--keyring", keyring];
    const told = ["--trust", join(folder, "keys", trust)];
    return runRecorded(["evidence", "verify", bundle!, ...inputs, ...told]);
  };
  const first = await serve({ ...options, dataDir: folder, dev: true });
  const old = await issue(first.url, "van-1");
  const to = join(parent, "renamed-backup");
  const { logSize } = await backUpDataFolder({ env: {}, dataDir: folder, to });
  await issue(first.url, "van-2");
  await first.stop();
  rmSync(folder, { recursive: true });

  const again = { env: {}, dataDir: folder, from: to };
  await expect(restoreDataFolder(again)).rejects.toThrow(/high-water mark of this log is missing/);
  await expect(restoreDataFolder({ ...again, newOrigin: "log.example.org" })).rejects.toThrow(/was called/);
  const { recovery } = await restoreDataFolder({ ...again, newOrigin: "second.example.org" });
  expect(recovery).toMatchObject({
    former: "log.example.org",
    missing: null,
    backup: { size: logSize },
    signed: { size: logSize },
  });
  await expect(serve({ ...options, dataDir: folder, dev: true })).rejects.toThrow(
    /PLUMBLINE_LOG_ORIGIN=second/,
  );
  const env = { ...namesForTests, PLUMBLINE_LOG_ORIGIN: "second.example.org" };
  const service = await serve({ ...options, env, dataDir: folder, dev: true });
  const note = await (await fetch(`${service.url}/v1/log/checkpoint`)).text();
  expect(note).toMatch(/^second\.example\.org\n/);
  const later = await issue(service.url, "van-3");
  expect(await verify(service.url, later, "trust.json")).toMatchObject({ exitCode: 0 });
  expect(await verify(service.url, old, "former-trust.json")).toMatchObject({ exitCode: 0 });
  const trust = ["--trust", join(folder, "keys", "trust.json")];
  expect((await runRecorded(["evidence", "audit", service.url, ...trust])).out).toContain("SOUND");
  await service.stop();
  const { findings } = await examineDataFolder({ env, dataDir: folder, rebuild: true });
  expect(findings.filter(({ status }) => status === "failed")).toEqual([]);
}, 120_000);

/** How often a legal hold was set or released, as far as the restored folder knows. */
async function holdsIn(
  program: { readonly env: object; readonly dataDir: string },
  eventId: string,
): Promise<number> {
  const database = new DatabaseSync(join(program.dataDir, "plumbline.db"), { readOnly: true });
  try {
    const count = "SELECT count(*) AS holds FROM custody WHERE event_id = ? AND action LIKE 'hold%'";
    return Number(database.prepare(count).get(eventId)?.["holds"]);
  } finally {
    database.close();
  }
}

/** A vehicle whose radar comes out of calibration. */
const breaching = Array.from({ length: 420 }, (_, at) => ({
  vehicle_id: "van-1",
  timestamp: new Date(Date.UTC(2026, 2, 1) + at * 1_000).toISOString(),
  sensors: { radar_range_bias_m: (at < 300 ? 0 : 0.8) + 0.02 * Math.sin(at * 12.9898) * Math.cos(at * 3.1) },
}));

/** Mulberry32. */
function lotOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
