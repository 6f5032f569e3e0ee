import { hash } from "node:crypto";

import { afterAll, beforeAll, expect, test } from "vitest";

import { exampleLogSigner } from "../../clients/conformance/evidence/examples/example-log.ts";
import { appendToLog } from "../../core/evidence/log/append-to-log.ts";
import { utf8 } from "../../core/encoding/bytes.ts";
import { readEntries } from "../../core/evidence/log/entry-bundle.ts";
import { leafHash, merkleRoot, verifyConsistency, verifyInclusion } from "../../core/evidence/log/merkle.ts";
import { packScore } from "../../core/scoring/model/codec/score-codec.ts";
import type { Score } from "../../core/scoring/model/score.ts";
import { lastPlaceOf, scoresInColumns } from "../app/journal/stored-scores.ts";
import { undescribed } from "../app/attributes/described-after.ts";
import { noChanges, type Changes, type EvidenceRecord, type FrameRecord } from "../app/ports/changes.ts";
import { type Store } from "../app/ports/transaction.ts";
import { type VehicleSummary } from "../app/ports/vehicle-summary.ts";
import type { AnalyticsReader } from "../app/ports/reading/analytics-reader.ts";
import type { EvidenceReader } from "../app/ports/reading/evidence-reader.ts";
import {
  type FleetReader,
  type VehicleFilter,
  type VehiclePlace,
  type VehicleSearch,
  vehicleOrders,
} from "../app/ports/reading/fleet-reader.ts";
import type { LogReader } from "../app/ports/reading/log-reader.ts";
import type { VisibilityScope } from "../app/visibility-scope.ts";
import type { JournalReader } from "../app/ports/reading/journal-reader.ts";
import type { VehicleReader } from "../app/ports/reading/vehicle-reader.ts";

/** What a database must bring for the suite: a way in, a way out, and nothing in it. */
export interface ReadingStore {
  readonly store: Store;
  readonly reader: FleetReader & AnalyticsReader & VehicleReader & EvidenceReader & LogReader;
  readonly journal: JournalReader;
  close(): Promise<void>;
}

/** What every store promises of its reading ports. */
export function readingPortsContract(open: () => Promise<ReadingStore>): void {
  let opened: ReadingStore;
  let reader: ReadingStore["reader"];
  let journal: JournalReader;

  beforeAll(async () => {
    opened = await open();
    ({ reader, journal } = opened);
    await opened.store.transact((transaction) => transaction.write(fleetOfTwoOrganisations()));
  });
  afterAll(() => opened.close());

  const count = (filter: Partial<VehicleFilter> = {}, groupBy: "fleet" | "region" | null = null) =>
    reader.countFleet({ filter: { ...everything, ...filter }, groupBy, framesSinceUs: nowUs - dayUs });

  async function names(ask: Partial<Parameters<FleetReader["listVehicles"]>[0]> = {}) {
    const found = await reader.listVehicles({
      filter: everything,
      tiers: null,
      actionable: false,
      order: "urgency",
      after: null,
      limit: 100,
      ...ask,
    });
    return found.map(({ vehicleId }) => vehicleId);
  }

  test("frames are counted by receipt, within scope, for the time asked and no longer", async () => {
    expect((await count()).frames).toBe(130);
    expect((await count({ scope: { organisation: "acme", fleets: ["vans"] } })).frames).toBe(30);
    expect((await count({ regions: ["south"] })).frames).toBe(20);
    expect((await count({ scope: { organisation: "globex", fleets: null } })).frames).toBe(7);
  });

  test("an organisation without vehicles counts nothing", async () => {
    const none = await count({ scope: { organisation: "nobody", fleets: null } });
    expect(new Set(Object.values(none.all))).toEqual(new Set([0]));
    expect(none.frames).toBe(0);
  });

  test.each(["urgency", "vehicle_id", "last_frame_at", "health_score"] as const)(
    "vehicles are listed by their attributes: several names all, several values of one name any, by %s",
    async (order) => {
      const having = async (...attributes: readonly { readonly name: string; readonly value: string }[]) =>
        (await names({ attributes, order })).toSorted();
      const modelA = { name: "model", value: "A" };
      expect(await having(modelA)).toEqual(["c-bad", "c-worse-silent", "n-1", "n-silent"]);
      expect(await having(modelA, { name: "part", value: "P1" })).toEqual(["c-bad"]);
      expect(await having(modelA, { name: "model", value: "B" })).toHaveLength(5);
      expect(await having({ name: "year", value: "2020" })).toEqual(["c-bad"]);
      expect(await having({ name: "part", value: "P9" })).toEqual([]);
    },
  );

  test("a vehicle comes with its attributes and its position", async () => {
    const found = await reader.openVehicle({ scope: everything.scope, vehicleId: "c-bad" });
    expect(found).toMatchObject({
      attributes: { model: "A", part: "P1", year: 2020 },
      position: { latitude: -33.9, longitude: 151.2 },
    });
    const silent = await reader.openVehicle({ scope: everything.scope, vehicleId: "u-1" });
    expect(silent).toMatchObject({ attributes: {}, position: null });
  });

  test("attributes are counted within scope, the commonest first, as many as were asked for", async () => {
    const counted = (given: object, names = 9, values = 9) =>
      reader.countAttributes({ filter: { ...everything, ...given }, names, values });
    expect(await counted({})).toEqual({
      vehicles: 6,
      attributes: [
        {
          name: "model",
          vehicles: 5,
          distinctValues: 2,
          values: [
            { value: "A", vehicles: 4 },
            { value: "B", vehicles: 1 },
          ],
        },
        {
          name: "part",
          vehicles: 3,
          distinctValues: 2,
          values: [
            { value: "P1", vehicles: 2 },
            { value: "P2", vehicles: 1 },
          ],
        },
        { name: "year", vehicles: 1, distinctValues: 1, values: [{ value: "2020", vehicles: 1 }] },
      ],
    });
    const few = await counted({}, 1, 1);
    expect(few.attributes).toEqual([
      { name: "model", vehicles: 5, distinctValues: 2, values: [{ value: "A", vehicles: 4 }] },
    ]);
    const trucks = await counted({ scope: { organisation: "acme", fleets: ["trucks"] } });
    expect(trucks.vehicles).toBe(2);
    expect(trucks.attributes.map(({ name, vehicles }) => [name, vehicles])).toEqual([
      ["model", 2],
      ["part", 2],
      ["year", 1],
    ]);
    expect(await counted({ scope: { organisation: "nobody", fleets: null } })).toEqual({
      vehicles: 0,
      attributes: [],
    });
  });

  test("positions come by vehicle id, with the tier of today, and count those without one", async () => {
    const all = await reader.listPositions({ filter: everything, tiers: null, attributes: [] });
    expect(all.vehicles).toBe(6);
    expect(all.vehicleId).toEqual(["c-bad", "c-worse-silent", "n-1", "n-silent"]);
    expect(all.latitude).toEqual([-33.9, 52.5, 0, 1]);
    expect(all.longitude).toEqual([151.2, 13.4, 179.9, 2]);
    expect(all.tier).toEqual(["CRITICAL", "CRITICAL", "NOMINAL", "UNKNOWN"]);
    const some = await reader.listPositions({
      filter: { ...everything, regions: ["south"] },
      tiers: ["NOMINAL"],
      attributes: [{ name: "model", value: "A" }],
    });
    expect([some.vehicles, some.vehicleId]).toEqual([1, ["n-1"]]);
  });

  test.each(["urgency", "vehicle_id"] as const)(
    "a search finds by fault source, by silence, and by text in id, fleet or region, by %s",
    async (order) => {
      const found = async (search: Partial<VehicleSearch>) =>
        (
          await names({ search: { faultSources: null, silent: null, text: null, ...search }, order })
        ).toSorted();
      expect(await found({})).toHaveLength(6);
      expect(await found({ faultSources: ["radar"] })).toEqual(["c-bad"]);
      expect(await found({ faultSources: ["camera", "radar"] })).toEqual(["c-bad", "w-1"]);
      expect(await found({ silent: true })).toEqual(["c-worse-silent", "n-silent"]);
      expect(await found({ silent: false })).toHaveLength(4);
      expect(await found({ text: "SILENT" })).toEqual(["c-worse-silent", "n-silent"]);
      expect(await found({ text: "truck" })).toEqual(["c-bad", "w-1"]);
      expect(await found({ text: "outh" })).toEqual(["c-worse-silent", "n-1"]);
      expect(await found({ text: "%" })).toEqual([]);
      expect(await found({ text: "n-", silent: true, faultSources: ["none"] })).toEqual(["n-silent"]);
    },
  );

  test("positions are searched as lists are", async () => {
    const some = await reader.listPositions({
      filter: everything,
      tiers: null,
      attributes: [],
      search: { faultSources: null, silent: true, text: "C-" },
    });
    expect(some.vehicleId).toEqual(["c-worse-silent"]);
  });

  test("the largest drift comes first, whatever its sign, and the latest change of tier", async () => {
    expect((await names({ order: "radar_drift_mm" }))[0]).toBe("c-bad");
    expect((await names({ order: "camera_drift_deg" }))[0]).toBe("w-1");
    expect((await names({ order: "lidar_drift_m" })).slice(0, 3)).toEqual(["n-1", "w-1", "c-bad"]);
    expect((await names({ order: "tier_since" })).slice(0, 3)).toEqual(["w-1", "c-bad", "n-silent"]);
  });

  test("urgency is the worst tier first, and in a tier the lowest health", async () => {
    expect(await names()).toEqual(["c-bad", "c-worse-silent", "w-1", "n-1", "n-silent", "u-1"]);
  });

  test("every order can be read page by page without missing or repeating a vehicle", async () => {
    for (const order of vehicleOrders) {
      const whole = await reader.listVehicles({ ...listing, order, after: null, limit: 100 });
      const paged: string[] = [];
      let last: VehicleSummary | undefined;
      do {
        const after = last === undefined ? null : placeOf(last);
        const page = await reader.listVehicles({ ...listing, order, after, limit: 2 });
        paged.push(...page.map(({ vehicleId }) => vehicleId));
        last = page.at(-1);
      } while (last !== undefined);
      expect(paged, order).toEqual(whole.map(({ vehicleId }) => vehicleId));
      expect(new Set(paged).size, order).toBe(6);
    }
  });

  test("last_frame_at begins with the latest, health_score with the lowest", async () => {
    expect((await names({ order: "last_frame_at" }))[0]).toBe("n-1");
    expect((await names({ order: "health_score" }))[0]).toBe("c-bad");
  });

  test("a list can be narrowed by tier, fleet, region and by what needs doing", async () => {
    expect(await names({ tiers: ["UNKNOWN"] })).toEqual(["n-silent", "u-1"]);
    expect(await names({ tiers: ["NOMINAL", "CAUTION"] })).toEqual(["w-1", "n-1"]);
    expect(await names({ filter: { ...everything, regions: ["south"] } })).toEqual(["c-worse-silent", "n-1"]);
    expect(
      await names({ filter: { ...everything, scope: { organisation: "acme", fleets: ["trucks"] } } }),
    ).toEqual(["c-bad", "w-1"]);
    expect(await names({ actionable: true })).toEqual(["c-bad", "c-worse-silent", "w-1", "u-1"]);
  });

  test("a vehicle opens only for its organisation and its fleet", async () => {
    const open = (scope: VisibilityScope) => reader.openVehicle({ scope, vehicleId: "c-bad" });
    expect(await open({ organisation: "acme", fleets: ["trucks"] })).toEqual(
      fleet.find(({ vehicleId }) => vehicleId === "c-bad"),
    );
    expect(await open({ organisation: "acme", fleets: ["vans"] })).toBeNull();
    expect(await open({ organisation: "acme", fleets: [] })).toBeNull();
    expect(await open({ organisation: "globex", fleets: null })).toBeNull();
  });

  test("a state is the newest at or before an entry, of the scoring asked for", async () => {
    const find = (bySeq: number, scoring = "rules-1") => journal.findState({ vehicleKey: 1, bySeq, scoring });
    expect(await find(9)).toEqual({ vehicleKey: 1, seq: 6, state: new Uint8Array([6]) });
    expect(await find(5)).toEqual({ vehicleKey: 1, seq: 4, state: new Uint8Array([4]) });
    expect(await find(3)).toBeNull();
    expect(await find(9, "rules-2")).toBeNull();
  });

  test("entries come in order, frames and commands alike, as many as asked", async () => {
    const all = await journal.listEntries({ vehicleKey: 1, afterSeq: 0, throughSeq: 99, limit: 99 });
    expect(all).toEqual([
      { seq: 1, entry: { kind: "frame", reading: readingAt(1) } },
      { seq: 2, entry: { kind: "frame", reading: readingAt(2) } },
      { seq: 3, entry: { kind: "baseline", action: "freeze", atUs: 33 } },
      { seq: 4, entry: { kind: "frame", reading: readingAt(4) } },
      { seq: 5, entry: { kind: "reference", cameraRotation: rotation, validFromUs: 55 } },
      { seq: 6, entry: { kind: "frame", reading: readingAt(6) } },
    ]);
    const some = await journal.listEntries({ vehicleKey: 1, afterSeq: 1, throughSeq: 5, limit: 3 });
    expect(some.map(({ seq }) => seq)).toEqual([2, 3, 4]);
  });

  test("the history has the tiers latest first, the first frame, and the reference in force", async () => {
    const history = await reader.readHistory({ vehicleKey: 1, limit: 2 });
    expect(history.firstTimestampUs).toBe(secondsUs(1));
    expect(history.tierChanges.map(({ seq, to }) => [seq, to])).toEqual([
      [6, "CRITICAL"],
      [4, "CAUTION"],
    ]);
    expect(history.reference).toEqual({
      cameraRotation: rotation,
      source: "factory",
      validFromUs: 55,
      registeredAtUs: 500,
    });
  });

  test("a withdrawn reference is none", async () => {
    expect((await reader.readHistory({ vehicleKey: 2, limit: 2 })).reference).toBeNull();
  });

  test("scores come by capture time, also when they were received in another order", async () => {
    const span = { vehicleKey: 1, fromUs: secondsUs(2), toUs: secondsUs(6) };
    expect(await journal.measureSpan({ ...span, limit: 10 })).toEqual({
      frames: 3,
      fromUs: secondsUs(2),
      toUs: secondsUs(6),
    });
    expect(await journal.measureSpan({ ...span, limit: 2 })).toEqual({
      frames: 2,
      fromUs: secondsUs(4),
      toUs: secondsUs(6),
    });
    const first = await journal.listScores({ ...span, after: null, limit: 2 });
    const rest = await journal.listScores({ ...span, after: lastPlaceOf(first), limit: 2 });
    expect([...first.seqs, ...rest.seqs]).toEqual([2, 4, 6]);
    expect(scoresInColumns(first).at(0)?.score).toEqual(packScore(scoreOf(2)));
    const backwards = await journal.listScores({ ...wholeSpan(2), after: null, limit: 9 });
    expect(backwards.seqs).toEqual([2, 3, 1]);
  });

  test("two readings of one instant are both read, and a page may end between them", async () => {
    const first = await journal.listScores({ ...wholeSpan(3), after: null, limit: 1 });
    const rest = await journal.listScores({ ...wholeSpan(3), after: lastPlaceOf(first), limit: 9 });
    expect([...first.seqs, ...rest.seqs]).toEqual([1, 2]);
  });

  test("a frame is found by its number, a command is none", async () => {
    expect((await reader.findFrame({ vehicleKey: 1, seq: 4 }))?.raw).toBe(rawOf(4, readingAt(4)));
    expect(await reader.findFrame({ vehicleKey: 1, seq: 3 })).toBeNull();
  });

  test("evidence is found with its exact bytes by those who may see it, and by nobody else", async () => {
    const find = (scope: VisibilityScope, eventId: string) =>
      reader.findEvidence({ scope, eventId, withFrames: true });
    expect(await find({ organisation: "acme", fleets: null }, "EVB-1")).toEqual({
      vehicleKey: 1,
      vehicleId: "c-bad",
      seq: 4,
      bundle: bundleBytes,
      frames: new Uint8Array([4, 5]),
      tombstone: null,
      isSealed: true,
      isIntact: true,
    });
    expect(await find({ organisation: "acme", fleets: ["vans"] }, "EVB-1")).toBeNull();
    expect(await find({ organisation: "globex", fleets: null }, "EVB-1")).toBeNull();
    expect(await find({ organisation: "acme", fleets: null }, "EVB-9")).toBeNull();
  });

  test("evidence is listed latest first, page by page, and only what is in scope", async () => {
    const list = async (ask: Partial<Parameters<EvidenceReader["listEvidence"]>[0]>) => {
      const found = await reader.listEvidence({ ...evidenceListing, ...ask });
      return found?.map(({ eventId }) => eventId) ?? null;
    };
    expect(await list({})).toEqual(["EVB-3", "EVB-2", "EVB-1"]);
    const [latest] = (await reader.listEvidence({ ...evidenceListing, limit: 1 })) ?? [];
    expect(latest).toMatchObject({ vehicleId: "c-worse-silent", detectedAt: "2026-03-01T08:00:00.123Z" });
    expect(await list({ limit: 1, afterEventId: "EVB-3" })).toEqual(["EVB-2"]);
    expect(await list({ vehicleId: "c-bad" })).toEqual(["EVB-2", "EVB-1"]);
    expect(await list({ vehicleId: "g-1" })).toEqual([]);
    expect(await list({ tiers: ["CRITICAL"] })).toEqual(["EVB-3"]);
    expect(await list({ scope: { organisation: "acme", fleets: ["vans"] } })).toEqual(["EVB-3"]);
    expect(await list({ scope: { organisation: "globex", fleets: null } })).toEqual(["EVB-G"]);
    expect(await list({ afterEventId: "EVB-G" })).toBeNull();
  });

  test("the newest checkpoint is found, one of a size that was signed, and none of another", async () => {
    const newest = { size: 300, note: growth.checkpoint };
    expect(await reader.findCheckpoint({ size: null })).toEqual(newest);
    expect(await reader.findCheckpoint({ size: 300 })).toEqual(newest);
    expect(await reader.findCheckpoint({ size: 299 })).toBeNull();
  });

  test("tiles come whole or as far as asked for, never further than they go", async () => {
    const tile = (level: number, index: number, width: number) => reader.readTile({ level, index, width });
    const stored = (level: number, index: number) =>
      growth.tiles.find((one) => one.level === level && one.index === index)?.hashes ?? new Uint8Array();
    expect(await tile(0, 0, 256)).toEqual(stored(0, 0));
    expect(await tile(0, 1, 44)).toEqual(stored(0, 1));
    expect(await tile(0, 1, 7)).toEqual(stored(0, 1).slice(0, 7 * 32));
    expect(await tile(1, 0, 1)).toEqual(stored(1, 0));
    expect([await tile(0, 1, 45), await tile(0, 2, 1), await tile(2, 0, 1)]).toEqual([null, null, null]);
  });

  test("entries come back as they were logged", async () => {
    const bytes = await reader.readEntries({ index: 1, width: 44 });
    const entries = readEntries(bytes ?? new Uint8Array()) ?? [];
    expect(entries.map((entry) => Buffer.from(entry).toString())).toEqual(
      Array.from({ length: 44 }, (_, at) => `entry ${256 + at}`),
    );
    expect(await reader.readEntries({ index: 1, width: 45 })).toBeNull();
  });

  test("inclusion and consistency are proven for sizes the log has reached", async () => {
    for (const [index, size] of [
      [0, 1],
      [5, 300],
      [256, 257],
      [299, 300],
    ] as const) {
      const proof = await reader.proveInclusion({ index, size });
      const root = rootOf(size);
      expect(verifyInclusion({ leafHash: hashes[index]!, index, size, root, proof }, sha256)).toBe(true);
    }
    for (const [oldSize, size] of [
      [1, 300],
      [256, 300],
      [257, 299],
      [300, 300],
    ] as const) {
      const proof = await reader.proveConsistency({ oldSize, size });
      const claim = { oldSize, oldRoot: rootOf(oldSize), size, root: rootOf(size), proof };
      expect(verifyConsistency(claim, sha256)).toBe(true);
    }
  });

  test("counts are those of the vehicles one by one, to the microsecond, however they have moved", async () => {
    const scope = { organisation: "counted", fleets: null };
    let drawn = 7;
    const draw = (below: number) => (drawn = (drawn * 48_271) % 2_147_483_647) % below;
    const some = <T>(list: readonly T[]): T => list[draw(list.length)]!;
    const spreadUs = 45 * 60_000_000;
    const drawVehicle = (vehicleKey: number): VehicleSummary =>
      vehicle({
        organisation: scope.organisation,
        vehicleKey,
        vehicleId: `v-${vehicleKey}`,
        fleetId: some(["vans", "trucks", "cars"]),
        region: some([null, "north", "south"]),
        tier: some(["CRITICAL", "CAUTION", "NOMINAL", "NOMINAL", "UNKNOWN"]),
        healthScore: some([null, 95, draw(100)]),
        lastReceivedUs: nowUs - draw(spreadUs),
        lateness: some(["none", "some", "unjudged"]),
        openBreach: some([
          null,
          { evidenceId: `EVB-${vehicleKey}`, worstTier: "CAUTION", seq: 6, openedAtUs: 6 },
        ]),
      });
    /** Page by page: what a page costs to find depends on its size, what is on it does not. */
    const listAll = async (filter: VehicleFilter, limit: number) => {
      const listed: VehicleSummary[] = [];
      for (let after: VehiclePlace | null = null; ;) {
        const page: readonly VehicleSummary[] = await reader.listVehicles({
          ...listing,
          filter,
          order: "urgency",
          after,
          limit,
        });
        listed.push(...page);
        const last = page.at(-1);
        if (last === undefined || page.length < limit) return listed;
        const { vehicleId, healthScore } = last;
        const tier = tierOneByOne(last, filter.silentBeforeUs);
        after = { ...placeOf(last), vehicleId, tier, healthScore: healthScore ?? 100 };
      }
    };
    const vehicles = new Map<number, VehicleSummary>();
    for (let round = 0; round < 6; round += 1) {
      const moved = Array.from({ length: 60 }, () => drawVehicle(900_000 + draw(120)));
      const last = [...new Map(moved.map((one) => [one.vehicleKey, one])).values()];
      // Half of the rounds do not know what is stored.
      const vehiclesBefore = new Map(round % 2 === 0 ? [] : vehicles);
      for (const one of last) vehicles.set(one.vehicleKey, one);
      await opened.store.transact((transaction) =>
        transaction.write({ ...noChanges, scoring: "test", vehicles: last, vehiclesBefore }),
      );
      for (let at = 0; at < 20; at += 1) {
        // Often the very instant a frame was received, where silence begins.
        const received = some([...vehicles.values()]).lastReceivedUs;
        const silentBeforeUs = some([received, received + 1, nowUs - draw(spreadUs)]);
        const regions = some([null, ["north"], ["south", "north"]]);
        const fleets = some([null, null, ["vans"], ["cars", "trucks"]]);
        const filter = { scope: { ...scope, fleets }, regions, silentBeforeUs };
        const groupBy = some([null, "fleet", "region"] as const);
        const inScope = [...vehicles.values()].filter(
          ({ region, fleetId }) =>
            (regions === null || (region !== null && regions.includes(region))) &&
            (fleets === null || fleets.includes(fleetId)),
        );
        const { all, groups, openBreaches } = await count(filter, groupBy);
        expect(all).toEqual(countOneByOne(inScope, silentBeforeUs));
        expect(openBreaches).toBe(inScope.filter(({ openBreach }) => openBreach !== null).length);
        for (const { name, ...counted } of groups) {
          const own = inScope.filter((one) => (groupBy === "fleet" ? one.fleetId : one.region) === name);
          expect(counted).toEqual(countOneByOne(own, silentBeforeUs));
        }
        const listed = await listAll(filter, some([3, 20, 500]));
        const ranked = listed.map((one) => rankOneByOne(one, silentBeforeUs));
        expect(ranked).toEqual(inScope.map((one) => rankOneByOne(one, silentBeforeUs)).sort());
      }
    }
  });
}

/** As app/fleet/silence.ts has it. */
function tierOneByOne({ tier, lastReceivedUs }: VehicleSummary, silentBeforeUs: number) {
  return tier === "NOMINAL" && lastReceivedUs < silentBeforeUs ? "UNKNOWN" : tier;
}

function countOneByOne(vehicles: readonly VehicleSummary[], silentBeforeUs: number) {
  const of = (tier: string) => vehicles.filter((one) => tierOneByOne(one, silentBeforeUs) === tier).length;
  return {
    vehicles: vehicles.length,
    critical: of("CRITICAL"),
    caution: of("CAUTION"),
    nominal: of("NOMINAL"),
    unknown: of("UNKNOWN"),
    silent: vehicles.filter(({ lastReceivedUs }) => lastReceivedUs < silentBeforeUs).length,
    late: vehicles.filter(({ lateness }) => lateness !== "none").length,
    unjudged: vehicles.filter(({ lateness }) => lateness === "unjudged").length,
  };
}

/** A text that sorts as urgency does. */
function rankOneByOne(one: VehicleSummary, silentBeforeUs: number): string {
  const rank = ["CRITICAL", "CAUTION", "NOMINAL", "UNKNOWN"].indexOf(tierOneByOne(one, silentBeforeUs));
  return `${rank} ${String(one.healthScore ?? 100).padStart(3, "0")} ${one.vehicleId}`;
}

const nowUs = 1_790_000_000_000_000;
const dayUs = 86_400_000_000;
const acme: VisibilityScope = { organisation: "acme", fleets: null };
const everything: VehicleFilter = { scope: acme, regions: null, silentBeforeUs: nowUs - dayUs };
const listing = { filter: everything, tiers: null, actionable: false };
const evidenceListing = { scope: acme, vehicleId: null, tiers: null, afterEventId: null, limit: 10 };
const bundleBytes = new TextEncoder().encode(`{"breach":{"detected_at":"2026-03-01T08:00:00.123Z"}}`);
const rotation = [1, 0, 0, 0, 0.6, -0.8, 0, 0.8, 0.6];

function secondsUs(seconds: number): number {
  return seconds * 1_000_000;
}

function wholeSpan(vehicleKey: number) {
  return { vehicleKey, fromUs: 0, toUs: Number.MAX_SAFE_INTEGER };
}

function placeOf(vehicle: VehicleSummary) {
  const isSilentNominal = vehicle.tier === "NOMINAL" && vehicle.lastReceivedUs < everything.silentBeforeUs;
  return {
    tier: isSilentNominal ? ("UNKNOWN" as const) : vehicle.tier,
    healthScore: vehicle.healthScore ?? 100,
    lastFrameUs: vehicle.newestTimestampUs ?? vehicle.lastReceivedUs,
    tierSinceUs: isSilentNominal ? vehicle.lastReceivedUs : vehicle.tierSinceUs,
    cameraDriftDeg: vehicle.cameraDriftDeg,
    radarDriftMm: vehicle.radarDriftMm,
    lidarDriftM: vehicle.lidarDriftM,
    vehicleId: vehicle.vehicleId,
  };
}

/** A healthy vehicle of acme whose newest frame is a minute old; what a test is about is given. */
function vehicle(
  given: Partial<VehicleSummary> & Pick<VehicleSummary, "vehicleKey" | "vehicleId">,
): VehicleSummary {
  return {
    organisation: "acme",
    fleetId: "vans",
    region: "north",
    entries: 6,
    frames: 4,
    firstReceivedUs: nowUs - 9 * dayUs,
    lastReceivedUs: nowUs - secondsUs(60),
    silentSinceUs: null,
    firstTimestampUs: nowUs - 9 * dayUs,
    newestTimestampUs: nowUs - secondsUs(70) - given.vehicleKey,
    ...undescribed,
    tier: "NOMINAL",
    tierSinceUs: nowUs - 8 * dayUs,
    reason: "in_control",
    scoredSeq: 6,
    healthScore: 95,
    residualScore: 1.25,
    cusumStatistic: 0.5,
    cusumTriggered: false,
    confidence: 0.99,
    probableFaultSource: "none",
    recommendedAction: "none",
    cameraDriftDeg: 0.01,
    radarDriftMm: -2.5,
    lidarDriftM: null,
    noise: [],
    dropped: [],
    lateness: "none",
    baselineState: "established",
    baselineFrames: 50,
    baselineNeeded: 20,
    openBreach: null,
    ...given,
  };
}

const drifting = {
  tier: "CRITICAL",
  recommendedAction: "calibration_required",
  cusumTriggered: true,
} as const;
const fleet: readonly VehicleSummary[] = [
  vehicle({
    ...drifting,
    vehicleKey: 1,
    vehicleId: "c-bad",
    fleetId: "trucks",
    healthScore: 20,
    probableFaultSource: "radar",
    radarDriftMm: -80,
    tierSinceUs: nowUs - 3 * dayUs,
    ...saying({ model: "A", part: "P1", year: 2020 }, { latitude: -33.9, longitude: 151.2 }),
    openBreach: { evidenceId: "EVB-2", worstTier: "CAUTION", seq: 6, openedAtUs: secondsUs(6) },
  }),
  vehicle({
    ...drifting,
    vehicleKey: 2,
    vehicleId: "c-worse-silent",
    region: "south",
    healthScore: 30,
    ...saying({ model: "A", part: "P2" }, { latitude: 52.5, longitude: 13.4 }),
    lastReceivedUs: nowUs - 2 * dayUs,
    openBreach: { evidenceId: "EVB-3", worstTier: "CAUTION", seq: 1, openedAtUs: secondsUs(9) },
  }),
  vehicle({
    vehicleKey: 3,
    vehicleId: "w-1",
    fleetId: "trucks",
    tier: "CAUTION",
    recommendedAction: "monitor",
    healthScore: 70,
    probableFaultSource: "camera",
    cameraDriftDeg: 0.3,
    lidarDriftM: 0.02,
    tierSinceUs: nowUs - secondsUs(5),
    ...saying({ model: "B", part: "P1" }),
  }),
  vehicle({
    vehicleKey: 4,
    vehicleId: "n-1",
    region: "south",
    newestTimestampUs: nowUs,
    lidarDriftM: -0.05,
    ...saying({ model: "A" }, { latitude: 0, longitude: 179.9 }),
  }),
  vehicle({
    vehicleKey: 5,
    vehicleId: "n-silent",
    region: null,
    lastReceivedUs: nowUs - 3 * dayUs,
    ...saying({ model: "A" }, { latitude: 1, longitude: 2 }),
  }),
  vehicle({
    vehicleKey: 6,
    vehicleId: "u-1",
    tier: "UNKNOWN",
    recommendedAction: "inspect_sensor",
    healthScore: null,
    noise: [{ sensor: "radar", sinceUs: nowUs - 5 * dayUs }],
  }),
];
const foreignVehicle = vehicle({
  ...drifting,
  vehicleKey: 7,
  vehicleId: "g-1",
  organisation: "globex",
  ...saying({ model: "A", part: "P9" }, { latitude: 5, longitude: 5 }),
});

function saying(attributes: VehicleSummary["attributes"], position: VehicleSummary["position"] = null) {
  return { attributes, attributesAtUs: nowUs, position };
}

function readingAt(seq: number) {
  return {
    timestampUs: secondsUs(seq),
    cameraRotation: rotation,
    radarRangeBiasM: seq / 8,
    lidarConfidence: 0.5,
  };
}

function frame(vehicleKey: number, seq: number, reading: FrameRecord["frame"]["reading"]): FrameRecord {
  return {
    vehicleKey,
    seq,
    frame: {
      vehicleId: "c-bad",
      timestamp: "as received",
      timestampUs: reading.timestampUs,
      sensors: "{}",
      sensorsSha256: String(seq).padStart(64, "0"),
      raw: rawOf(seq, reading),
      reading,
      warnings: [],
      dropped: [],
    },
    receivedAtUs: nowUs,
    score: packScore(scoreOf(seq)),
    evidenceId: null,
  };
}

/** What is received says what was folded. */
function rawOf(frame: number, reading: FrameRecord["frame"]["reading"]): string {
  const { cameraRotation, radarRangeBiasM, lidarConfidence } = reading;
  const sensors = {
    camera_rotation_matrix: cameraRotation,
    radar_range_bias_m: radarRangeBiasM,
    lidar_confidence: lidarConfidence,
  };
  return JSON.stringify({ frame, sensors });
}

/** One vehicle of acme with so many frames, one a second. */
export function vehicleWith(frames: number): Changes {
  return {
    ...noChanges,
    scoring: "rules-1",
    vehicles: [vehicle({ vehicleKey: 1, vehicleId: "v-1", entries: frames, frames })],
    frames: Array.from({ length: frames }, (_, at) => frame(1, at + 1, readingAt(at + 1))),
  };
}

function scoreOf(seq: number): Score {
  return {
    seq,
    tierBefore: "NOMINAL",
    tier: "NOMINAL",
    reason: "in_control",
    residualScore: 1 / seq,
    mahalDistance: null,
    mahalPValue: null,
    t2Limit: null,
    cusumStatistic: null,
    cautionLimit: 6.5,
    cusumTriggered: false,
    breachOpened: false,
    confidence: 0.5,
    probableFaultSource: "none",
    sourcePosterior: [0, 0, 0],
    recommendedAction: "none",
    late: false,
    outlier: false,
    baseline: { state: "learning", frames: seq, needed: 20 },
    channels: [],
    cameraDriftDeg: 0,
    radarDriftMm: 0,
    healthScore: 100,
    changePointSeq: null,
    course: null,
    warnings: [],
    change: null,
    noise: [],
  };
}

function transition(seq: number, to: VehicleSummary["tier"]): Changes["transitions"][number] {
  return {
    organisation: "acme",
    vehicleKey: 1,
    seq,
    atUs: secondsUs(seq),
    recordedAtUs: nowUs,
    from: "NOMINAL",
    to,
    reason: "caution_limit_exceeded",
    evidenceId: null,
  };
}

function reference(
  vehicleKey: number,
  seq: number,
  cameraRotation: readonly number[] | null,
): Changes["commands"][number] {
  return {
    vehicleKey,
    seq,
    receivedAtUs: seq * 100,
    entry: { kind: "reference", cameraRotation, validFromUs: 55 },
    keyId: "k",
    requestId: "r",
    reason: "factory",
  };
}

function evidence(
  given: Pick<EvidenceRecord, "eventId" | "vehicleKey" | "seq"> & Partial<EvidenceRecord>,
): EvidenceRecord {
  return {
    organisation: "acme",
    vehicleId: "",
    fleetId: "trucks",
    trigger: "breach_opened",
    supersedes: null,
    requestedBy: null,
    openedSeq: given.seq,
    breachedAtUs: secondsUs(given.seq),
    odometerKm: null,
    issuedAtUs: nowUs,
    tier: "CAUTION",
    probableFaultSource: "camera",
    channel: "camera_x",
    side: "upper",
    statistic: 7,
    threshold: 6.5,
    changePointSeq: 1,
    healthScore: 60,
    contentDigest: `sha256:${"0".repeat(64)}`,
    frameCount: 3,
    bundle: bundleBytes,
    frames: new Uint8Array([4, 5]),
    ...given,
  };
}

function frameCount(
  organisation: string,
  fleetId: string,
  region: string | null,
  ago: { minutes: number; frames: number },
) {
  return {
    organisation,
    fleetId,
    region,
    minute: Math.floor(nowUs / secondsUs(60)) - ago.minutes,
    frames: ago.frames,
    late: 0,
  };
}

const sha256 = (bytes: Uint8Array) => hash("sha256", bytes, "buffer");
/** A log of 300 entries, all signed at once. */
const growth = appendToLog(
  { size: 0, root: sha256(new Uint8Array(0)), tiles: [] },
  Array.from({ length: 300 }, (_, at) => utf8(`entry ${at}`)),
  { signer: exampleLogSigner, sha256 },
);

const hashes = growth.leaves.map(({ entry }) => leafHash(entry, sha256));
const rootOf = (size: number) => merkleRoot(hashes.slice(0, size), sha256);

function fleetOfTwoOrganisations(): Changes {
  return {
    vehicles: [...fleet, foreignVehicle],
    vehiclesBefore: new Map(),
    newlyDescribed: [...fleet, foreignVehicle].filter(({ attributesAtUs }) => attributesAtUs !== null),
    frames: [
      ...[1, 2, 4, 6].map((seq) => frame(1, seq, readingAt(seq))),
      // Received in another order than captured.
      frame(2, 1, { timestampUs: secondsUs(9) }),
      frame(2, 2, { timestampUs: secondsUs(7) }),
      frame(2, 3, { timestampUs: secondsUs(8) }),
      // Two readings of one instant.
      frame(3, 1, { timestampUs: secondsUs(1), radarRangeBiasM: 0.1 }),
      frame(3, 2, { timestampUs: secondsUs(1), lidarConfidence: 0.1 }),
      frame(7, 1, { timestampUs: secondsUs(1) }),
    ],
    commands: [
      {
        vehicleKey: 1,
        seq: 3,
        receivedAtUs: 300,
        entry: { kind: "baseline", action: "freeze", atUs: 33 },
        keyId: "k",
        requestId: "r",
        reason: "why",
      },
      reference(1, 5, rotation),
      reference(2, 4, rotation),
      reference(2, 5, null),
    ],
    snapshots: [{ vehicleKey: 1, seq: 6, state: new Uint8Array([6]) }],
    anchors: [{ vehicleKey: 1, seq: 4, state: new Uint8Array([4]) }],
    scoring: "rules-1",
    estimatedNoise: [],
    apiKeys: [],
    audit: [],
    transitions: [transition(2, "NOMINAL"), transition(4, "CAUTION"), transition(6, "CRITICAL")],
    documents: [],
    waiting: [],
    evidence: [
      evidence({ eventId: "EVB-1", vehicleKey: 1, seq: 4 }),
      evidence({ eventId: "EVB-2", vehicleKey: 1, seq: 6 }),
      evidence({ eventId: "EVB-3", vehicleKey: 2, seq: 1, fleetId: "vans", tier: "CRITICAL" }),
      evidence({ eventId: "EVB-G", vehicleKey: 7, seq: 1, organisation: "globex" }),
    ],
    log: growth,
    events: [],
    work: [],
    frameCounts: [
      frameCount("acme", "trucks", "north", { minutes: 0, frames: 60 }),
      frameCount("acme", "trucks", "north", { minutes: 1439, frames: 40 }),
      frameCount("acme", "trucks", "north", { minutes: 1441, frames: 1000 }),
      frameCount("acme", "vans", null, { minutes: 5, frames: 10 }),
      frameCount("acme", "vans", "south", { minutes: 5, frames: 20 }),
      frameCount("globex", "vans", "south", { minutes: 5, frames: 7 }),
    ],
    answers: [],
    keyUses: [],
    signOuts: [],
    precommit: noChanges.precommit,
    attestations: noChanges.attestations,
    eventRetention: null,
    keyWarnings: [],
    scenarios: [],
    deferral: [],
    storage: [],
    dropAnswersBeforeUs: null,
  };
}
