import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import { breachOf } from "../../../log-for-tests.ts";
import { commandBaseline } from "../../../app/ingest/command-baseline.ts";
import { emptyTally } from "../../../app/ingest/ingest-frames.ts";
import { defaultSettings, type ScoringSettings } from "../../../../core/scoring/settings/settings.ts";
import type { Caller, WriteContext } from "../../../app/application.ts";
import { ingestBatch, ingestFrame } from "../../../app/ingest/ingest-frames.ts";
import { nameScoring } from "../../../app/journal/name-scoring.ts";
import { scoreFrame } from "../../../app/ingest/score-frame.ts";
import { verifyStates } from "../../../app/journal/verify-states.ts";
import { radarFrame, startUs, streamOf } from "../../frames-for-tests.ts";
import { openDatabase, openForReading } from "../open-database.ts";
import { openLedgerHere } from "../store-here-for-tests.ts";
import { openLedger, type LedgerOptions, type SqliteLedger } from "./open-ledger.ts";
import { ageScoring } from "../refold/aged-folder-for-tests.ts";
import { SqliteAudit } from "../audit/sqlite-audit.ts";

const caller: Caller = { organisation: "acme", keyId: "key", scopes: ["admin"], fleets: null };
const ask: WriteContext = { requestId: "req_1", receivedAtUs: startUs };

const software = { name: "plumbline", version: "0.0.0", build_sha256: "0".repeat(64) };

let dataDir: string;
let ledger: SqliteLedger | null;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "plumbline-data-"));
  ledger = null;
});
afterEach(async () => {
  await ledger?.close();
  rmSync(dataDir, { recursive: true });
});

const open = (options: Partial<LedgerOptions> = {}) => openLedgerHere({ dataDir, ...options });

/** With the thread of its own that a service has. */
const openThread = () =>
  openLedger({
    dataDir,
    settings: defaultSettings,
    issuer: { organisation: "test", software },
    specification: new Uint8Array(),
    onBroken: (reason) => {
      throw new Error(reason);
    },
  });

const needsOf = (opened: SqliteLedger) => ({ ledger: opened, inFlight: new Map<string, string>() });

/** What an auditor finds, beside the server or after it. */
function audit(settings: ScoringSettings = defaultSettings) {
  const database = openForReading(join(dataDir, "plumbline.db"));
  try {
    const report = verifyStates({
      audit: new SqliteAudit(database),
      settings,
      scoring: nameScoring(settings),
    });
    return { ...report, damage: new SqliteAudit(database).findDamage() };
  } finally {
    database.close();
  }
}

test("what was answered is there after a restart, and the states with it", async () => {
  ledger = await openThread();
  const frames = streamOf("van-1", { frames: 90 });
  const { tally } = await ingestBatch(
    caller,
    { frames: frames.slice(0, 80), soFar: emptyTally },
    { ...ask, last: true },
    needsOf(ledger),
  );
  expect(tally).toMatchObject({ ingested: 80, vehicles: ["van-1"] });
  await ledger.close();

  expect(audit()).toMatchObject({
    vehicles: 1,
    entries: 80,
    statesCompared: 1,
    differenceCount: 0,
    damage: [],
  });
  ledger = await openThread();
  const { value } = await scoreFrame(caller, frames[80]!, ask, needsOf(ledger));
  expect(value.frame_seq).toBe(81);
  const repeated = await ingestFrame(caller, frames[3]!, ask, needsOf(ledger));
  expect(repeated.value).toMatchObject({ status: "duplicate", frames_ingested: 0 });
});

test("a second server on the same data folder is refused, and the refusal names who is there", async () => {
  ledger = await openThread();
  await expect(openThread()).rejects.toThrow(`in use by process ${process.pid}`);
  await ingestFrame(caller, radarFrame("van-1", 0), ask, needsOf(ledger));
});

test("a kept answer is recalled byte for byte, also after a restart, and only for the same request", async () => {
  ledger = await open();
  const keep = {
    space: "acme POST /v1/score/residual k",
    organisation: "acme",
    fingerprint: "f1",
    status: 200,
  };
  expect(await ledger.recallAnswer(keep)).toEqual({ kind: "none" });
  const { body } = await scoreFrame(caller, radarFrame("van-1", 0), { ...ask, keep }, needsOf(ledger));
  await ledger.close();
  ledger = await open();
  expect(await ledger.recallAnswer(keep)).toEqual({
    kind: "same",
    answer: { status: 200, contentType: "application/json", body },
  });
  expect(await ledger.recallAnswer({ ...keep, fingerprint: "f2" })).toEqual({ kind: "other-request" });
});

test("twins at the same moment: one is carried out, the other has to wait", async () => {
  ledger = await open();
  const needs = needsOf(ledger);
  const keep = { space: "k", organisation: "acme", fingerprint: "f", status: 200 };
  const frame = radarFrame("van-1", 0);
  const results = await Promise.allSettled([
    scoreFrame(caller, frame, { ...ask, keep }, needs),
    scoreFrame(caller, frame, { ...ask, keep }, needs),
    scoreFrame(caller, radarFrame("van-1", 1), { ...ask, keep: { ...keep, fingerprint: "g" } }, needs),
  ]);
  expect(results).toMatchObject([
    { status: "fulfilled" },
    { status: "rejected", reason: { code: "idempotency_in_progress" } },
    { status: "rejected", reason: { code: "idempotency_key_reused" } },
  ]);
  expect(needs.inFlight.size).toBe(0);
});

test("a request that cannot be stored fails alone, and leaves nothing of itself in memory either", async () => {
  ledger = await openThread();
  const needs = needsOf(ledger);
  // Two frames whose hashes differ for us and are the same, empty, for the database: nothing the contract lets through.
  const poison = ["zz", "yy"].map((sensorsSha256) => ({ ...radarFrame("van-1", 5), sensorsSha256 }));
  const results = await Promise.allSettled([
    ingestFrame(caller, radarFrame("van-1", 1), ask, needs),
    ingestBatch(caller, { frames: poison, soFar: emptyTally }, { ...ask, last: true }, needs),
    ingestFrame(caller, radarFrame("van-1", 2), ask, needs),
  ]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  const { value } = await scoreFrame(caller, radarFrame("van-1", 3), ask, needs);
  expect(value.frame_seq).toBe(3);
  expect(audit()).toMatchObject({ entries: 3, differenceCount: 0 });
});

test("many clients sending the same frames in different orders count each frame once, and are all answered", async () => {
  ledger = await open();
  const needs = needsOf(ledger);
  const frames = Array.from({ length: 120 }, (_, at) => radarFrame(`van-${at % 4}`, Math.floor(at / 4)));
  const clients = Array.from({ length: 16 }, async (_, client) => {
    let accepted = 0;
    // Each client begins elsewhere and goes round; 7 steps at a time visits all 120.
    for (let at = 0; at < frames.length; at += 1) {
      const frame = frames[(client * 11 + at * 7) % frames.length]!;
      accepted += (await ingestFrame(caller, frame, ask, needs)).value.frames_ingested;
    }
    return accepted;
  });
  const accepted = await Promise.all(clients);
  expect(accepted.reduce((sum, count) => sum + count, 0)).toBe(120);
  expect(audit()).toMatchObject({ vehicles: 4, entries: 120, differenceCount: 0 });
});

test("twenty callers under each of many keys: one effect a key, and afterwards one answer for all", async () => {
  ledger = await open();
  const needs = needsOf(ledger);
  const keys = Array.from({ length: 25 }, (_, key) => key);
  const callers = keys.flatMap((key) => Array.from({ length: 20 }, () => key));
  const attempts = await Promise.allSettled(
    callers.map((key) => {
      const keep = { space: `key ${key}`, organisation: "acme", fingerprint: "f", status: 200 };
      return scoreFrame(caller, radarFrame("van-1", key), { ...ask, keep }, needs);
    }),
  );
  const scored = attempts.filter(({ status }) => status === "fulfilled");
  const waiting = attempts.filter(
    (attempt) => attempt.status === "rejected" && attempt.reason.code === "idempotency_in_progress",
  );
  expect([scored.length, waiting.length]).toEqual([25, 475]);
  for (const key of keys) {
    expect(await ledger.recallAnswer({ space: `key ${key}`, fingerprint: "f" })).toMatchObject({
      kind: "same",
    });
  }
  expect(audit()).toMatchObject({ entries: 25, differenceCount: 0 });
});

test("a large batch is divided, its answer counts all of it, and is kept", async () => {
  ledger = await open();
  const frames = Array.from({ length: 2_300 }, (_, at) => radarFrame(`van-${at % 3}`, Math.floor(at / 3)));
  const keep = { space: "k", organisation: "acme", fingerprint: "f", status: 207 };
  const soFar = {
    ...emptyTally,
    rejected: 1,
    errors: [{ index: 9, code: "member_missing", pointer: "/timestamp", detail: "…" }],
  };
  const { answer } = await ingestBatch(
    caller,
    { frames: [...frames, frames[0]!], soFar },
    { ...ask, keep, last: true },
    needsOf(ledger),
  );
  expect(answer?.value).toMatchObject({
    status: "partial",
    frames_ingested: 2_300,
    frames_duplicate: 1,
    frames_rejected: 1,
    vehicles: 3,
    errors: soFar.errors,
  });
  expect(await ledger.recallAnswer(keep)).toMatchObject({ answer: { status: 207, body: answer!.body } });
});

test("under other rules it opens at once, folds every journal again beside its work, and takes a frame once its vehicle is", async () => {
  ledger = await open();
  for (const vehicle of ["van-1", "van-2", "van-3"]) {
    const frames = streamOf(vehicle, { frames: 300 });
    await ingestBatch(caller, { frames, soFar: emptyTally }, { ...ask, last: true }, needsOf(ledger));
  }
  await ledger.close();
  const older = openDatabase(join(dataDir, "plumbline.db"));
  ageScoring(older);
  older.close();

  const told: { readonly left: number; readonly fault?: string }[] = [];
  const stricter: ScoringSettings = {
    ...defaultSettings,
    change: { ...defaultSettings.change, limitNats: 7 },
  };
  ledger = await open({ settings: stricter, onRefold: (progress) => told.push(progress) });
  expect(ledger.refoldProgress()).toMatchObject({ vehicles: 3, vehiclesDone: 0 });
  // A repeat of what was scored by the rules of then, and what is new, by those of now; others need not wait at all.
  const [repeat, scored, other] = await Promise.all([
    scoreFrame(caller, streamOf("van-3", { frames: 300 })[299]!, ask, needsOf(ledger)),
    scoreFrame(caller, radarFrame("van-3", 400), ask, needsOf(ledger)),
    ingestFrame(caller, radarFrame("van-9", 0), ask, needsOf(ledger)),
  ]);
  expect([repeat.value.frame_seq, scored.value.frame_seq, other.value.status]).toEqual([
    300,
    301,
    "accepted",
  ]);
  expect(repeat.value.cusum_limit).toBe(7);
  await ledger.attend({ organisation: "acme", vehicleId: "van-2" });
  await expect.poll(() => ledger?.refoldProgress()).toBeNull();
  expect([told[0]?.left, told.at(-1)?.left]).toEqual([3, 0]);
  await ledger.close();

  // Every state, and the score beside every frame, is a fold by the new settings.
  expect(audit(stricter)).toMatchObject({
    differences: [],
    statesOfOtherScoring: 0,
    vehiclesWaiting: 0,
    scoresCompared: 902,
  });
  const again: unknown[] = [];
  ledger = await open({ settings: stricter, onRefold: (progress) => again.push(progress) });
  expect([ledger.refoldProgress(), again]).toEqual([null, []]);
});

test("a breach that only later rules see has no evidence, and its end is reported to nobody", async () => {
  const blind: ScoringSettings = {
    ...defaultSettings,
    change: { ...defaultSettings.change, limitNats: 1e9 },
  };
  const unnamed = { issuer: { organisation: null, software } };
  ledger = await open({ ...unnamed, settings: blind });
  await ledger.write(breachOf("van-1"));
  await ledger.close();
  ledger = await open(unnamed);
  await ledger.attend({ organisation: "acme", vehicleId: "van-1" });
  const learn = { vehicleId: "van-1", action: "learn", reason: "aligned" } as const;
  const { value } = await commandBaseline(caller, learn, ask, needsOf(ledger));
  expect(value).toMatchObject({ vehicle_id: "van-1" });
  // One that was announced is reported, signed or not.
  await ledger.write(breachOf("van-2"));
  await commandBaseline(caller, { ...learn, vehicleId: "van-2" }, ask, needsOf(ledger));
  await ledger.close();
  ledger = null;

  const database = openForReading(join(dataDir, "plumbline.db"));
  const reported = database.prepare(
    "SELECT vehicle_id, type FROM event WHERE type LIKE 'breach.%' ORDER BY id",
  );
  expect(reported.all()).toEqual([
    { vehicle_id: "van-2", type: "breach.opened" },
    { vehicle_id: "van-2", type: "breach.closed" },
  ]);
  database.close();
  expect(audit()).toMatchObject({ differences: [], statesOfOtherScoring: 0 });
});

test("after closing nothing is accepted, and everything accepted before was answered", async () => {
  const closing = await openThread();
  const needs = needsOf(closing);
  const answers = Array.from({ length: 50 }, (_, at) =>
    ingestFrame(caller, radarFrame("van-1", at), ask, needs),
  );
  await closing.close();
  expect(await Promise.all(answers)).toHaveLength(50);
  await expect(ingestFrame(caller, radarFrame("van-1", 99), ask, needs)).rejects.toMatchObject({
    code: "storage_unavailable",
  });
});

test("listeners hear once of a commit that something happened in, and nothing of one without", async () => {
  ledger = await open();
  let received = 0;
  const stop = ledger.onEvents(() => (received += 1));
  const needs = needsOf(ledger);
  const ingest = (frames: ReturnType<typeof streamOf>) =>
    ingestBatch(caller, { frames, soFar: emptyTally }, { ...ask, last: true }, needs);
  const frames = streamOf("van-1", { frames: 70 });
  await ingest(frames.slice(0, 2));
  await new Promise(setImmediate);
  expect(received).toBe(0);
  // The baseline becomes provisional, and with it the tier NOMINAL.
  await ingest(frames.slice(2));
  await expect.poll(() => received).toBe(1);
  stop();
  await ingest(streamOf("van-2", { frames: 70 }));
  await new Promise(setImmediate);
  expect(received).toBe(1);
});
