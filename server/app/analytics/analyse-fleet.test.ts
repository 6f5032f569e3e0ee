import { expect, test } from "vitest";
import { validate } from "../../../core/contract/requests/validate.ts";
import { callerForTests } from "../../ledger-for-tests.ts";
import type {
  AnalyticsReader,
  CourseQuestion,
  FleetCourse,
  GroupCourse,
} from "../ports/reading/analytics-reader.ts";
import { analyseFleet, calendarMonths } from "./analyse-fleet.ts";

const nowUs = Date.UTC(2026, 2, 20, 12) * 1000;
const hourUs = 3_600_000_000;
const unasked = () => Promise.reject(new Error("not asked for"));

function group(given: Partial<GroupCourse>): GroupCourse {
  return {
    name: null,
    vehicles: 0,
    tiersNow: { UNKNOWN: 0, NOMINAL: 0, CAUTION: 0, CRITICAL: 0 },
    moves: [],
    exposureS: 0,
    breaches: 0,
    repairs: 0,
    months: { breaches: [], exposureS: [] },
    hazard: { firstBreaches: [], exposure: [] },
    drift: { camera: null, radar: null, lidar: null },
    ...given,
  };
}

function reading(course: Partial<FleetCourse> = {}) {
  const asked: CourseQuestion[] = [];
  const analytics: AnalyticsReader = {
    countAttributes: unasked,
    listPositions: unasked,
    countShares: unasked,
    async gatherCourse(ask) {
      asked.push(ask);
      const nothing = { groups: [], groupsInAll: 0, breachesBySource: [], delays: [], frames: null };
      const ages = { edges: [], isOpen: false, unit: "days", vehicles: 0, leftOut: 0 } as const;
      return { all: group({}), ...nothing, ages, ...course };
    },
  };
  return { asked, needs: { analytics, nowUs: () => nowUs, silentAfterS: 60 } };
}

test("an empty fleet has every figure, as the contract has it", async () => {
  const { needs } = reading();
  const found = await analyseFleet(callerForTests, {}, needs);
  expect(validate("FleetAnalytics", found)).toEqual([]);
  expect(found.all.breaches).toEqual({ count: 0, per_1000_vehicle_days: null });
  expect(found.steps).toHaveLength(31);
  expect(found.all.tiers_over_time.nominal).toHaveLength(31);
});

test.each([
  [{}, "day", 31, "2026-02-18T00:00:00.000Z"],
  [{ fromUs: nowUs - 2 * hourUs }, "hour", 2, "2026-03-20T10:00:00.000Z"],
  [{ fromUs: nowUs - 1 }, "hour", 1, "2026-03-20T11:00:00.000Z"],
  [{ fromUs: nowUs - 97 * hourUs }, "day", 5, "2026-03-16T00:00:00.000Z"],
  [{ fromUs: nowUs - 97 * hourUs, step: "hour" }, "hour", 97, "2026-03-16T11:00:00.000Z"],
  [{ toUs: nowUs + 9 * hourUs }, "day", 31, "2026-02-18T00:00:00.000Z"],
] as const)("%o is taken by the %s, in %d steps from %s", async (query, step, steps, from) => {
  const { needs, asked } = reading();
  const found = await analyseFleet(callerForTests, query, needs);
  expect([found.step, found.steps.length, found.from]).toEqual([step, steps, from]);
  expect(asked[0]).toMatchObject({ steps, toUs: nowUs });
});

test.each([
  [{ fromUs: nowUs }, "from"],
  [{ fromUs: nowUs, toUs: nowUs - 1 }, "from"],
  [{ fromUs: nowUs - 1_001 * hourUs, step: "hour" }, "step"],
] as const)("%o is refused by name", async (query, parameter) => {
  const refused = analyseFleet(callerForTests, query, reading().needs);
  await expect(refused).rejects.toMatchObject({ code: "query_parameter_invalid", faults: [{ parameter }] });
});

test("too many steps are counted in a sentence", async () => {
  const asked = { fromUs: nowUs - 498_827 * hourUs, step: "hour" } as const;
  await expect(analyseFleet(callerForTests, asked, reading().needs)).rejects.toThrow(
    "The time asked for has 498,827 steps of one hour each; at most",
  );
});

test("groups come by how high their breach rate surely is, not by how high it may be", async () => {
  const daysS = 86_400;
  const { needs, asked } = reading({
    groups: [
      group({ name: "many", vehicles: 100, exposureS: 1_000 * daysS, breaches: 30 }),
      group({ name: "one", vehicles: 1, exposureS: 10 * daysS, breaches: 1 }),
      group({ name: "unseen", vehicles: 5 }),
      group({ name: "healthy", vehicles: 200, exposureS: 9_000 * daysS }),
    ],
    groupsInAll: 4,
  });
  const found = await analyseFleet(callerForTests, { groupBy: "attribute:part" }, needs);
  expect(found.groups.map((one) => one.group)).toEqual(["many", "one", "healthy", "unseen"]);
  expect(found.groups[0]?.breaches.per_1000_vehicle_days?.value).toBeCloseTo(30, 9);
  expect(asked[0]?.grouping).toEqual({ by: "attribute", name: "part" });
});

test("months and ages have rates with exact intervals, for figures that can be read", async () => {
  const { needs, asked } = reading({
    all: group({
      months: { breaches: [0, 3], exposureS: [0, 86_400_000] },
      hazard: { firstBreaches: [1, 0], exposure: [50_000, 0] },
    }),
    ages: { edges: [0, 20_000], isOpen: true, unit: "kilometres", vehicles: 7, leftOut: 2 },
  });
  const found = await analyseFleet(callerForTests, { against: "kilometres" }, needs);
  expect(validate("FleetAnalytics", found)).toEqual([]);
  expect(asked[0]).toMatchObject({ against: "kilometres" });
  expect(asked[0]?.monthsUs).toHaveLength(2);
  expect(found.months).toEqual(["2026-02-18T00:00:00.000Z", "2026-03-01T00:00:00.000Z"]);
  expect(found.hazard).toEqual({
    against: "kilometres",
    per: 10_000,
    bins: [
      { from: 0, to: 20_000 },
      { from: 20_000, to: null },
    ],
    vehicles: 7,
    left_out: 2,
  });
  const [none, three] = found.all.breaches_by_month;
  expect(none).toEqual({ count: 0, vehicle_days: 0, per_1000_vehicle_days: null });
  // Garwood's interval of three events: 0.6187 to 8.7673.
  expect(three?.per_1000_vehicle_days?.value).toBeCloseTo(3, 9);
  expect(three?.per_1000_vehicle_days?.low).toBeCloseTo(0.6187, 4);
  expect(three?.per_1000_vehicle_days?.high).toBeCloseTo(8.7673, 4);
  expect(found.all.hazard[0]).toMatchObject({ first_breaches: 1, exposure: 50_000, rate: { value: 0.2 } });
  expect(found.all.hazard[1]).toEqual({ first_breaches: 0, exposure: 0, rate: null });
});

const months = (from: string, to: string) =>
  calendarMonths(Date.parse(from), Date.parse(to)).map((ms) => new Date(ms).toISOString().slice(0, 16));

test.each([
  ["2026-03-10T12:00Z", "2026-03-11T00:00Z", ["2026-03-10T12:00"]],
  ["2026-01-31T23:00Z", "2026-03-01T00:00Z", ["2026-01-31T23:00", "2026-02-01T00:00"]],
  [
    "2023-12-15T00:00Z",
    "2024-03-01T00:01Z",
    ["2023-12-15T00:00", "2024-01-01T00:00", "2024-02-01T00:00", "2024-03-01T00:00"],
  ],
  ["2026-03-01T00:00Z", "2026-03-01T00:00Z", []],
])("%s to %s has the months %o", (from, to, expected) => {
  expect(months(from, to)).toEqual(expected);
});
