import { afterAll, beforeAll, expect, test } from "vitest";

import { noChanges, type Changes, type EvidenceRecord } from "../app/ports/changes.ts";
import type { AnalyticsReader, CourseQuestion, Grouping } from "../app/ports/reading/analytics-reader.ts";
import type { Store } from "../app/ports/transaction.ts";
import type { VehicleSummary } from "../app/ports/vehicle-summary.ts";
import { vehicleForTests } from "../vehicle-for-tests.ts";
import { radarFrame } from "./frames-for-tests.ts";

export interface AnalyticsStore {
  readonly store: Store;
  readonly reader: AnalyticsReader;
  close(): Promise<void>;
}

const hourUs = 3_600_000_000;
const fromUs = Date.UTC(2026, 2, 1) * 1000;
const toUs = fromUs + 4 * hourUs;
const at = (hours: number) => fromUs + hours * hourUs;

function vehicle(vehicleKey: number, given: Partial<VehicleSummary>): VehicleSummary {
  return vehicleForTests({
    vehicleKey,
    vehicleId: `v-${vehicleKey}`,
    tier: "NOMINAL",
    firstTimestampUs: at(-10),
    newestTimestampUs: at(4),
    lastReceivedUs: at(4),
    attributesAtUs: at(0),
    frames: 15,
    ...given,
  });
}

const fleet: readonly VehicleSummary[] = [
  // CAUTION at 1:00, CRITICAL at 2:30, and again NOMINAL after the end.
  vehicle(1, {
    fleetId: "vans",
    attributes: { model: "A" },
    cameraDriftDeg: 0.4,
    radarDriftMm: -10,
    odometer: { firstKm: 1_000, newestKm: 9_000 },
  }),
  // First seen at 1:30, NOMINAL at 2:00.
  vehicle(2, { fleetId: "vans", attributes: { model: "A" }, firstTimestampUs: at(1.5), cameraDriftDeg: 0.2 }),
  // CRITICAL since before; received last at 3:00.
  vehicle(3, { fleetId: "trucks", attributes: { model: "B" }, tier: "CRITICAL", newestTimestampUs: at(3) }),
  vehicle(4, {
    fleetId: "trucks",
    attributes: { year: 2020 },
    odometer: { firstKm: 4_000, newestKm: 10_000 },
  }),
  // Another organisation's.
  vehicle(5, { organisation: "globex", attributes: { model: "A" }, tier: "CRITICAL" }),
];

const moves: readonly (readonly [vehicleKey: number, hours: number, from: string, to: string])[] = [
  [1, 1, "NOMINAL", "CAUTION"],
  [1, 2.5, "CAUTION", "CRITICAL"],
  [1, 4.5, "CRITICAL", "NOMINAL"],
  [2, 2, "UNKNOWN", "NOMINAL"],
  [3, -5, "NOMINAL", "CRITICAL"],
  [5, 1, "NOMINAL", "CRITICAL"],
];

function evidence(number: number, vehicleKey: number, hours: number): EvidenceRecord {
  return {
    organisation: vehicleKey === 5 ? "globex" : "acme",
    vehicleId: `v-${vehicleKey}`,
    eventId: `EVB-${number}`,
    vehicleKey,
    fleetId: "vans",
    trigger: "breach_opened",
    supersedes: null,
    requestedBy: null,
    seq: 2,
    openedSeq: 2,
    breachedAtUs: at(hours),
    odometerKm: vehicleKey === 1 ? 3_000 : null,
    issuedAtUs: at(9),
    tier: "CRITICAL",
    probableFaultSource: vehicleKey === 3 ? "radar" : "camera",
    channel: "radar",
    side: "upper",
    statistic: 12,
    threshold: 8,
    changePointSeq: 1,
    healthScore: 50,
    contentDigest: "sha256:c0",
    frameCount: 1,
    bundle: new Uint8Array([number]),
    frames: new Uint8Array([1]),
  };
}

function history(): Changes {
  const learn = { kind: "baseline", action: "learn", atUs: 0 } as const;
  const asked = { requestId: "r", reason: null };
  return {
    ...noChanges,
    scoring: "test",
    vehicles: fleet,
    newlyDescribed: fleet,
    frames: [1, 3].map((vehicleKey) => ({
      vehicleKey,
      seq: 1,
      frame: { ...radarFrame("v", 0), timestampUs: at(0.25) },
      receivedAtUs: at(3.9),
      tier: "NOMINAL",
      score: new Uint8Array([1]),
      evidenceId: null,
    })),
    commands: [
      { vehicleKey: 1, seq: 3, receivedAtUs: at(3), entry: learn, keyId: "k", ...asked },
      {
        vehicleKey: 1,
        seq: 4,
        receivedAtUs: at(3),
        entry: { ...learn, action: "freeze" },
        keyId: "k",
        ...asked,
      },
      { vehicleKey: 3, seq: 2, receivedAtUs: at(-1), entry: learn, keyId: "k", ...asked },
      { vehicleKey: 5, seq: 2, receivedAtUs: at(3), entry: learn, keyId: "k", ...asked },
    ],
    transitions: moves.map(([vehicleKey, hours, from, to], number) => ({
      organisation: vehicleKey === 5 ? "globex" : "acme",
      vehicleKey,
      seq: 10 + number,
      atUs: at(hours),
      recordedAtUs: at(9),
      from: from as VehicleSummary["tier"],
      to: to as VehicleSummary["tier"],
      reason: "in_control",
      evidenceId: null,
    })),
    evidence: [evidence(1, 1, 1), evidence(2, 3, 2), evidence(3, 3, 5), evidence(4, 5, 2)],
    frameCounts: [3.5, 3.6].map((hours) => ({
      organisation: "acme",
      fleetId: "vans",
      region: null,
      minute: Math.floor(at(hours) / 60_000_000),
      frames: 7,
      late: 2,
    })),
  };
}

/** What every store promises of questions about a whole fleet. */
export function analyticsReaderContract(open: () => Promise<AnalyticsStore>): void {
  let opened: AnalyticsStore;
  beforeAll(async () => {
    opened = await open();
    await opened.store.transact((transaction) => transaction.write(history()));
  });
  afterAll(() => opened.close());

  const course = (grouping: Grouping = { by: "nothing" }, more: Partial<CourseQuestion> = {}) =>
    opened.reader.gatherCourse({
      filter: { scope: { organisation: "acme", fleets: null }, regions: null, silentBeforeUs: 0 },
      tiers: null,
      attributes: [],
      grouping,
      fromUs,
      toUs,
      stepUs: hourUs,
      steps: 4,
      groups: 50,
      delays: 100,
      monthsUs: [fromUs, at(1.5)],
      against: null,
      ...more,
    });

  test("moves are counted by step, those after the end apart, and a first frame is one, too", async () => {
    const { all } = await course();
    const listed = all.moves.map(({ step, from, to, vehicles, secondsAfterBegin }) =>
      [step, from, to, vehicles, secondsAfterBegin / 3600].join(" "),
    );
    expect(listed.toSorted()).toEqual(
      [
        "1  UNKNOWN 1 1.5",
        "1 NOMINAL CAUTION 1 1",
        "2 CAUTION CRITICAL 1 2.5",
        "2 UNKNOWN NOMINAL 1 2",
        "4 CRITICAL NOMINAL 1 4.5",
      ].toSorted(),
    );
    expect(all.tiersNow).toEqual({ UNKNOWN: 0, NOMINAL: 3, CAUTION: 0, CRITICAL: 1 });
  });

  test("exposure lasts from the first to the newest frame, inside the time asked for", async () => {
    const { all } = await course();
    // 4 and 4 hours, 2.5 of the one seen since 1:30, 3 of the one received until 3:00.
    expect(all.exposureS / 3600).toBeCloseTo(13.5, 9);
  });

  test("breaches and repairs of the time are counted, those of others and of other times are not", async () => {
    const { all, breachesBySource, delays } = await course();
    expect([all.breaches, all.repairs]).toEqual([2, 1]);
    expect(breachesBySource).toEqual([
      { source: "camera", breaches: 1 },
      { source: "radar", breaches: 1 },
    ]);
    expect(delays.toSorted((one, other) => (one.source < other.source ? -1 : 1))).toEqual([
      { source: "camera", seconds: [2700] },
      { source: "radar", seconds: [6300] },
    ]);
  });

  test.each<[Grouping, readonly (readonly [string | null, number, number])[]]>([
    [
      { by: "fleet" },
      [
        ["trucks", 2, 1],
        ["vans", 2, 1],
      ],
    ],
    [{ by: "region" }, [[null, 4, 2]]],
    [
      { by: "attribute", name: "model" },
      [
        ["A", 2, 1],
        [null, 1, 0],
        ["B", 1, 1],
      ],
    ],
    [
      { by: "attribute", name: "year" },
      [
        [null, 3, 2],
        ["2020", 1, 0],
      ],
    ],
    [{ by: "attribute", name: "unknown" }, [[null, 4, 2]]],
  ])("groups by %o add up to all", async (grouping, expected) => {
    const { all, groups, groupsInAll } = await course(grouping);
    expect(groups.map(({ name, vehicles, breaches }) => [name, vehicles, breaches])).toEqual(expected);
    expect(groupsInAll).toBe(expected.length);
    const sum = (of: (group: (typeof groups)[number]) => number) =>
      groups.reduce((total, group) => total + of(group), 0);
    expect(sum(({ exposureS }) => exposureS)).toBeCloseTo(all.exposureS, 6);
    expect(sum((group) => group.moves.reduce((total, move) => total + move.vehicles, 0))).toBe(5);
  });

  test("of many groups the largest are listed, and all are counted", async () => {
    const { groups, groupsInAll, all } = await course({ by: "attribute", name: "model" }, { groups: 1 });
    expect([groups.map(({ name }) => name), groupsInAll, all.vehicles]).toEqual([["A"], 3, 4]);
  });

  test("what is asked for narrows vehicles and all that happened to them", async () => {
    const { all, frames } = await course(undefined, { attributes: [{ name: "model", value: "B" }] });
    expect([all.vehicles, all.breaches, all.moves, frames]).toEqual([1, 1, [], null]);
  });

  test("drift is spread over the vehicles that have a value", async () => {
    const { all } = await course();
    expect(all.drift.camera).toMatchObject({ vehicles: 2 });
    expect(all.drift.camera?.quantiles[2]).toBeCloseTo(0.3, 12);
    expect(all.drift.lidar).toBeNull();
  });

  test("breaches and exposure are told by month", async () => {
    const { all, groups } = await course({ by: "fleet" });
    expect(all.months.breaches).toEqual([1, 1]);
    // Vehicles 1, 3 and 4 until 1:30; then 2.5 hours of three of them and 1.5 of the one received until 3:00.
    expect(all.months.exposureS.map((seconds) => seconds / 3600)).toEqual([4.5, 9]);
    expect(groups.map(({ name, months }) => [name, months.breaches])).toEqual([
      ["trucks", [0, 1]],
      ["vans", [1, 0]],
    ]);
  });

  test("a vehicle's age is told in kilometres where any gave them, and counts until its first breach", async () => {
    const { all, ages, groups } = await course({ by: "fleet" });
    expect(ages).toEqual({
      edges: [0, 1_000, 2_000, 3_000, 4_000, 5_000, 6_000, 7_000, 8_000, 9_000, 10_000],
      isOpen: false,
      unit: "kilometres",
      vehicles: 2,
      leftOut: 2,
    });
    // One from 1,000 to its breach at 3,000 km, one from 4,000 to 10,000 km without.
    expect(all.hazard).toEqual({
      firstBreaches: [0, 0, 1, 0, 0, 0, 0, 0, 0, 0],
      exposure: [0, 1_000, 1_000, 0, 1_000, 1_000, 1_000, 1_000, 1_000, 1_000],
    });
    expect(groups.map(({ hazard }) => hazard.firstBreaches.reduce((sum, count) => sum + count, 0))).toEqual([
      0, 1,
    ]);
  });

  test("in days everybody has an age, and what happened after the first breach does not count", async () => {
    const { all, ages } = await course(undefined, { against: "days" });
    expect([ages.unit, ages.vehicles, ages.leftOut]).toEqual(["days", 4, 0]);
    const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
    expect(sum(all.hazard.firstBreaches)).toBe(2);
    // 11 hours to the breach of the first, 2.5 of the second, 12 to the first breach of the third, 14 of the fourth.
    expect(sum(all.hazard.exposure) * 24).toBeCloseTo(39.5, 9);
  });

  test("frames are those of whole blocks received before the end, beside what vehicles send on average", async () => {
    const { frames } = await course();
    const sumOf = (counts?: readonly number[]) => counts?.reduce((sum, count) => sum + count, 0);
    expect([sumOf(frames?.received), sumOf(frames?.late)]).toEqual([14, 4]);
    // Three of 14 frames in 14 hours (one received for 13, one for 2.5), 16 minutes of each.
    const pace = 14 / 14 + 14 / 2.5 + 14 / 13 + 14 / 14;
    expect(frames?.expectedPerStep).toBeCloseTo((pace * 960) / 3600, 9);
  });

  test("an organisation without vehicles has nothing", async () => {
    const none = await course(undefined, {
      filter: { scope: { organisation: "nobody", fleets: null }, regions: null, silentBeforeUs: 0 },
    });
    expect(none.all).toMatchObject({ vehicles: 0, moves: [], exposureS: 0, breaches: 0 });
    expect(none.frames?.received).toEqual([]);
    expect(none.ages).toEqual({ edges: [], isOpen: false, unit: "days", vehicles: 0, leftOut: 0 });
    expect(none.all.hazard).toEqual({ firstBreaches: [], exposure: [] });
  });

  const shares = (more: Partial<Parameters<AnalyticsReader["countShares"]>[0]> = {}) =>
    opened.reader.countShares({
      filter: { scope: { organisation: "acme", fleets: null }, regions: null, silentBeforeUs: 0 },
      caseTiers: ["CRITICAL"],
      caseAttributes: [],
      ...more,
    });

  test("of each value that two vehicles have it is counted who has it, cases and others apart", async () => {
    const counted = await shares();
    expect([counted.cases, counted.others]).toEqual([1, 3]);
    expect(
      counted.values.toSorted((one, other) => (one.name + one.value < other.name + other.value ? -1 : 1)),
    ).toEqual([
      { name: "fleet_id", value: "trucks", cases: 1, others: 1 },
      { name: "fleet_id", value: "vans", cases: 0, others: 2 },
      { name: "model", value: "A", cases: 0, others: 2 },
    ]);
  });

  test("cases may be told by attributes, which are then not compared", async () => {
    const counted = await shares({ caseTiers: ["NOMINAL"], caseAttributes: [{ name: "model", value: "A" }] });
    expect([counted.cases, counted.others]).toEqual([2, 2]);
    expect(counted.values.map(({ name }) => name)).toEqual(["fleet_id", "fleet_id"]);
  });

  test("a key of some fleets compares within them", async () => {
    const counted = await shares({
      filter: { scope: { organisation: "acme", fleets: ["vans"] }, regions: null, silentBeforeUs: 0 },
    });
    expect(counted).toEqual({
      cases: 0,
      others: 2,
      values: [
        { name: "fleet_id", value: "vans", cases: 0, others: 2 },
        { name: "model", value: "A", cases: 0, others: 2 },
      ],
    });
  });
}
