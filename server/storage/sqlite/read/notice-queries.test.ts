import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { NoticeAnnouncer } from "../../../app/events/notice-announcer.ts";
import { anyEvent } from "../../../app/ports/reading/event-reader.ts";
import { noQuotas } from "../../../app/ports/quotas.ts";
import type { WorkAct } from "../../../app/ports/work.ts";
import { snoozeEnd, workStateOf } from "../../../app/work/work-standing.ts";
import { radarFrame } from "../../frames-for-tests.ts";
import { openDatabase } from "../open-database.ts";
import { prepareQuery } from "../prepare-query.ts";
import { ApiKeyRows } from "../write/rows/api-key-rows.ts";
import type { SqliteLedger } from "../write/open-ledger.ts";
import { openLedgerHere, openReaderHere } from "../store-here-for-tests.ts";
import type { SqliteReader } from "./open-reader.ts";

const dayUs = 86_400_000_000;
const silentAfterS = 60;
/** Of stored bytes. */
let limitBytes: number;

let dataDir: string;
let ledger: SqliteLedger;
let reader: SqliteReader;
/** Moves only when a test moves it. */
let nowUs: number;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "plumbline-notices-"));
  nowUs = Date.now() * 1000;
  limitBytes = Infinity;
  await open();
});
afterEach(async () => {
  await close();
  rmSync(dataDir, { recursive: true });
});

async function open(): Promise<void> {
  ledger = await openLedgerHere({ dataDir, quotas: { ...noQuotas, storedBytes: limitBytes } });
  reader = await openReaderHere({ file: join(dataDir, "plumbline.db") });
}

async function close(): Promise<void> {
  await reader.close();
  await ledger.close();
}

const begin = () =>
  NoticeAnnouncer.begin({
    reading: reader,
    ledger,
    silentAfterS,
    limitBytes,
    nowUs: () => nowUs,
    nowMs: () => nowUs / 1000,
  });

let frames = 0;
async function hear(...vehicleIds: readonly string[]): Promise<void> {
  for (const vehicleId of vehicleIds) {
    const [organisation = "", id = ""] = vehicleId.includes("/") ? vehicleId.split("/") : ["acme", vehicleId];
    frames += 1;
    await ledger.write({
      kind: "frames",
      writer: { organisation, keyId: "key", fleets: null },
      frames: [radarFrame(id, frames)],
      receivedAtUs: nowUs,
      answer: { form: "none" },
      keep: null,
    });
  }
}

function pass(seconds: number): void {
  nowUs += seconds * 1_000_000;
}

async function told(organisation = "acme"): Promise<readonly string[]> {
  const page = await reader.readEvents({
    scope: { organisation, fleets: null },
    filter: { ...anyEvent, types: ["vehicle.silent", "vehicle.recovered", "key.expiring"] },
    after: null,
    limit: 10_000,
  });
  return page.events.map(({ type, vehicle, data }) =>
    type === "key.expiring" ? `${data.key_id} ${data.days_left}` : `${type} ${vehicle?.vehicleId}`,
  );
}

test("a vehicle goes silent once, recovers once, and may go silent again", async () => {
  await hear("van-1", "van-2");
  const announcer = await begin();
  pass(50);
  await hear("van-2");
  await announcer.announce();
  expect(await told()).toEqual([]);
  pass(11);
  await announcer.announce();
  await announcer.announce();
  expect(await told()).toEqual(["vehicle.silent van-1"]);
  await hear("van-1", "van-1");
  expect(await told()).toEqual(["vehicle.silent van-1", "vehicle.recovered van-1"]);
  pass(70);
  await announcer.announce();
  expect((await told()).slice(2).sort()).toEqual(["vehicle.silent van-1", "vehicle.silent van-2"]);
});

test("what was announced is not announced again by the service's next start", async () => {
  await hear("van-1");
  pass(100);
  await (await begin()).announce();
  // The service was deaf until it began: it has to listen first.
  expect(await told()).toEqual([]);
  const announcer = await begin();
  pass(61);
  await announcer.announce();
  expect(await told()).toEqual(["vehicle.silent van-1"]);
  await close();
  await open();
  pass(100);
  const again = await begin();
  pass(61);
  await again.announce();
  expect(await told()).toEqual(["vehicle.silent van-1"]);
  await hear("van-1");
  expect(await told()).toEqual(["vehicle.silent van-1", "vehicle.recovered van-1"]);
});

test("a vehicle that sends between the search and the commit is not silent", async () => {
  await hear("van-1");
  pass(100);
  const silentBeforeUs = nowUs - 60_000_000;
  const { vehicles } = await reader.findSilent({ sinceUs: 0, silentBeforeUs, after: null });
  expect(vehicles).toEqual([{ organisation: "acme", vehicleId: "van-1" }]);
  await hear("van-1");
  await ledger.write({ kind: "silence", vehicles, silentBeforeUs, silentAfterS });
  expect(await told()).toEqual([]);
});

test("a fleet that goes silent together, of many organisations, is announced whole and each to its own", async () => {
  const names = Array.from({ length: 40 }, (_, at) => `org-${at % 4}/van-${at}`);
  await hear(...names);
  const announcer = await begin();
  pass(61);
  await hear("org-0/van-0");
  await announcer.announce();
  const counts = await Promise.all([0, 1, 2, 3].map(async (at) => (await told(`org-${at}`)).length));
  expect(counts).toEqual([9, 10, 10, 10]);
});

test("the search goes on where it stopped, whatever a page holds", async () => {
  await hear("van-1");
  const database = openDatabaseBeside();
  database.exec(`
    WITH RECURSIVE more(n) AS (SELECT 2 UNION ALL SELECT n + 1 FROM more WHERE n < 5000)
    INSERT INTO vehicle (vehicle_key, organisation, vehicle_id, ${others})
      SELECT n, organisation, 'more-' || n, ${others} FROM more, vehicle WHERE vehicle_key = 1`);
  database.close();
  const silentBeforeUs = nowUs + 60_000_000;
  const found: string[] = [];
  let pages = 0;
  let after = null;
  do {
    const page = await reader.findSilent({ sinceUs: 0, silentBeforeUs, after });
    found.push(...page.vehicles.map(({ vehicleId }) => vehicleId));
    after = page.next;
    pages += 1;
  } while (after !== null);
  expect([found.length, new Set(found).size]).toEqual([5_000, 5_000]);
  expect(pages).toBeGreaterThan(2);
});

test("a key is announced at 14, 3 and 1 days before its end, once each; one revoked or short-lived is not", async () => {
  makeKey("long", { days: 13.5, ageDays: 100 });
  makeKey("soon", { days: 2.5, ageDays: 100 });
  makeKey("week", { days: 7, ageDays: 0 });
  makeKey("hour", { days: 0.04, ageDays: 0 });
  makeKey("revoked", { days: 2, ageDays: 100, revoked: true });
  makeKey("rotated", { days: 2, ageDays: 100, rotatedTo: "long" });
  makeKey("over", { days: -1, ageDays: 100 });
  makeKey("later", { days: 20, ageDays: 100 });
  const announcer = await begin();
  await announcer.announce();
  await announcer.announce();
  expect(await told()).toEqual(["soon 3", "long 14"]);
  // As if time had passed: the end comes nearer.
  moveEnd("soon", 0.5);
  await announcer.announce();
  expect(await told()).toEqual(["soon 3", "long 14", "soon 1"]);
});

test("a key whose end is put off is announced again", async () => {
  makeKey("soon", { days: 2.5, ageDays: 100 });
  const announcer = await begin();
  await announcer.announce();
  makeKey("soon", { days: 13, ageDays: 100 });
  await announcer.announce();
  expect(await told()).toEqual(["soon 3", "soon 13"]);
});

/** The columns of a vehicle besides key, organisation, name and where its newest frame stands. */
const others = `fleet_id, region, entries, frames, first_received_us, last_received_us, newest_timestamp_us, tier,
  tier_since_us, reason, scored_seq, health_score, residual_score, cusum_statistic, cusum_triggered, confidence,
  probable_fault_source, recommended_action, camera_drift_deg, radar_drift_mm, lidar_drift_m, baseline_state,
  baseline_frames, baseline_needed, breach_opened_seq, breach_opened_us, open_evidence_id, noise, silent_since_us,
  latitude, longitude, attributes_us, first_timestamp_us, first_odometer_km, odometer_km, received_minute`;

function openDatabaseBeside() {
  return openDatabase(join(dataDir, "plumbline.db"));
}

function makeKey(
  publicId: string,
  given: {
    readonly days: number;
    readonly ageDays: number;
    readonly revoked?: boolean;
    readonly rotatedTo?: string;
  },
): void {
  const database = openDatabaseBeside();
  new ApiKeyRows(database).put({
    organisation: "acme",
    publicId,
    name: `the key ${publicId}`,
    mode: "live",
    hash: new Uint8Array(32),
    scopes: ["fleet:read"],
    fleets: null,
    createdAtUs: nowUs - given.ageDays * dayUs,
    createdBy: null,
    expiresAtUs: nowUs + given.days * dayUs,
    revokedAtUs: given.revoked === true ? nowUs : null,
    lastUsedAtUs: null,
    rotatedTo: given.rotatedTo ?? null,
  });
  database.close();
}

function moveEnd(publicId: string, days: number): void {
  const database = openDatabaseBeside();
  prepareQuery(database, "UPDATE api_key SET expires_us = ? WHERE public_id = ? RETURNING 1").get(
    nowUs + days * dayUs,
    publicId,
  );
  database.close();
}

describe("the end of a snooze", () => {
  const desk = { keyId: "key", keyName: "desk" };
  const doOn = (vehicleId: string, act: WorkAct) =>
    ledger.write({
      kind: "work",
      writer: { organisation: "acme", keyId: "key", fleets: null },
      vehicleId,
      act,
      by: desk,
      expected: null,
      keyId: "key",
      requestId: "req_1",
      receivedAtUs: nowUs,
      keep: null,
      audit: null,
    });
  /** Reopened, so that there is something to do, and left alone for so many seconds. */
  async function snooze(vehicleId: string, seconds: number): Promise<void> {
    await hear(vehicleId);
    await doOn(vehicleId, { kind: "reopen", comment: null });
    await doOn(vehicleId, { kind: "snooze", untilUs: nowUs + seconds * 1_000_000, comment: null });
  }
  async function ends() {
    const { events } = await reader.readEvents({
      scope: { organisation: "acme", fleets: null },
      filter: { ...anyEvent, types: ["vehicle.work_changed"] },
      after: null,
      limit: 10_000,
    });
    return events.flatMap(({ type, vehicle, data, occurredAtUs }) =>
      type === "vehicle.work_changed" && data.action === "snooze_ended"
        ? [{ vehicleId: vehicle?.vehicleId, state: data.state, by: data.by.key_id, occurredAtUs }]
        : [],
    );
  }

  test("is told once, with the time it ended, and never before", async () => {
    await snooze("van-1", 100);
    const endsAtUs = nowUs + 100_000_000;
    const announcer = await begin();
    pass(99);
    await announcer.announce();
    expect(await ends()).toEqual([]);
    pass(2);
    await announcer.announce();
    await announcer.announce();
    expect(await ends()).toEqual([{ vehicleId: "van-1", state: "open", by: null, occurredAtUs: endsAtUs }]);
    expect(await reader.findEndedSnoozes({ nowUs, limit: 10 })).toEqual([]);
  });

  test("while the service was down is told after its next start, and once", async () => {
    await snooze("van-1", 100);
    await close();
    pass(1_000);
    await open();
    await (await begin()).announce();
    await close();
    await open();
    await (await begin()).announce();
    expect((await ends()).map(({ vehicleId }) => vehicleId)).toEqual(["van-1"]);
  });

  test("is no news of a vehicle that has nothing left to be done, or was snoozed for longer since", async () => {
    await snooze("closed", 100);
    await doOn("closed", { kind: "close", comment: null });
    await snooze("longer", 100);
    await doOn("longer", { kind: "snooze", untilUs: nowUs + 500_000_000, comment: null });
    const announcer = await begin();
    pass(101);
    await announcer.announce();
    expect(await ends()).toEqual([]);
    expect(await reader.findEndedSnoozes({ nowUs, limit: 10 })).toEqual([]);
    pass(400);
    await announcer.announce();
    expect((await ends()).map(({ vehicleId }) => vehicleId)).toEqual(["longer"]);
  });

  test("of more vehicles than one transaction takes is told of all of them", async () => {
    const vehicles = Array.from({ length: 205 }, (_, at) => `van-${at}`);
    for (const vehicleId of vehicles) await snooze(vehicleId, 100);
    pass(101);
    await (await begin()).announce();
    expect(new Set((await ends()).map(({ vehicleId }) => vehicleId))).toEqual(new Set(vehicles));
  }, 60_000);

  test("leaves the work as it was to whoever looks: snoozed until then, and why it no longer is", async () => {
    await snooze("van-1", 100);
    const announcer = await begin();
    pass(101);
    await announcer.announce();
    const vehicle = await reader.openVehicle({
      scope: { organisation: "acme", fleets: null },
      vehicleId: "van-1",
    });
    const [stored] = await reader.findWork([vehicle!.vehicleKey]);
    expect(workStateOf(stored!, vehicle!, nowUs)).toBe("open");
    expect(snoozeEnd(stored!, nowUs)).toBe("time");
    // A command that follows is one like any other.
    await doOn("van-1", { kind: "acknowledge", comment: null });
    const [after] = await reader.findWork([vehicle!.vehicleKey]);
    expect(after!.work.version).toBe(4);
  });
});

describe("storage that is nearly full", () => {
  const nearlyFull = async (organisation = "acme") => {
    const filter = { ...anyEvent, types: ["storage.nearly_full"] as const };
    const scope = { organisation, fleets: null };
    const { events } = await reader.readEvents({ scope, filter, after: null, limit: 100 });
    return events.flatMap(({ type, data }) => (type === "storage.nearly_full" ? [data] : []));
  };
  const storedBy = async (organisation = "acme") =>
    (await reader.readUsage({ organisation, newSinceMinute: 0, keptSinceUs: 0 })).storedBytes;

  /** The service's next start, with room for so many bytes. */
  async function openWith(bytes: number): Promise<NoticeAnnouncer> {
    limitBytes = bytes;
    await close();
    await open();
    return begin();
  }

  /** As if it had been looked at a day ago. */
  async function noteDayAgo(storedBytes: number): Promise<void> {
    const database = openDatabase(join(dataDir, "plumbline.db"));
    const atUs = nowUs - dayUs - 1_000_000;
    database
      .prepare("INSERT INTO stored_day (organisation, day, at_us, stored_bytes) VALUES ('acme', ?, ?, ?)")
      .run(Math.floor(atUs / dayUs), atUs, storedBytes);
    database.close();
  }

  test("is announced once a crossing, over restarts, with the day it will be full, and to nobody else", async () => {
    await hear("van-1", "globex/van-1");
    const first = await openWith(1e9);
    await first.announce();
    expect([await nearlyFull(), first.checkStorage()]).toEqual([[], "ok"]);
    for (let frame = 0; frame < 20; frame += 1) await hear("van-1");
    await openWith(1e9);
    const stored = await storedBy();
    await noteDayAgo(Math.floor(0.9 * stored));
    const announcer = await openWith(Math.floor(stored / 0.9));
    await announcer.announce();
    await announcer.announce();
    const said = {
      stored_bytes: stored,
      limit_bytes: limitBytes,
      full_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) as string,
    };
    expect(await nearlyFull()).toEqual([said]);
    const fullOn = (await nearlyFull())[0]?.full_on ?? "";
    // A tenth of it came in a day, and a tenth of all is left.
    const days = (Date.parse(fullOn) - nowUs / 1_000) / 86_400_000;
    expect(days).toBeGreaterThan(0);
    expect(days).toBeLessThan(2);
    expect(await nearlyFull("globex")).toEqual([]);
    expect(announcer.checkStorage()).toBe(
      `1 organisation uses 80 % or more of the storage allowed; at the pace of the last week the first is full on ${fullOn} (UTC). PLUMBLINE_STORED_MEBIBYTES_PER_ORGANISATION sets it`,
    );
    await (await openWith(limitBytes)).announce();
    expect(await nearlyFull()).toEqual([said]);
  });

  test("is announced again after there was more room for a while; without history nobody says when it is full", async () => {
    await hear("van-1");
    await openWith(1e9);
    const stored = await storedBy();
    for (const bytes of [stored / 0.9, 10 * stored, stored / 0.9]) {
      await (await openWith(Math.floor(bytes))).announce();
    }
    const said = { stored_bytes: stored, full_on: null };
    expect(await nearlyFull()).toMatchObject([said, said]);
  });
});
