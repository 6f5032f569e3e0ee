import { expect, test } from "vitest";
import type { AnalyticsGroup, FleetAnalytics } from "../../../clients/typescript/generated/contract.ts";
import { sayCourse, sayDelays, sayFrames, sayWorst, wholeRate } from "./words.ts";

function group(given: Partial<AnalyticsGroup>): AnalyticsGroup {
  const nothing = { count: 0, per_1000_vehicle_days: null };
  return {
    group: null,
    vehicles: 40,
    tiers_now: { unknown: 0, nominal: 0, caution: 0, critical: 0 },
    tiers_over_time: { unknown: [], nominal: [], caution: [], critical: [] },
    days_in_tier: { unknown: 0, nominal: 0, caution: 0, critical: 0 },
    vehicle_days: 0,
    breaches: nothing,
    repairs: nothing,
    breaches_by_month: [],
    hazard: [],
    drift: { camera_deg: null, radar_mm: null, lidar_m: null },
    ...given,
  };
}
const rated = (name: string, value: number, low: number, high: number) =>
  group({ group: name, breaches: { count: 9, per_1000_vehicle_days: { value, low, high } } });
const fleet = (given: Partial<FleetAnalytics>) =>
  ({ all: group({}), groups: [], ...given }) as unknown as FleetAnalytics;

test("the course says now, since then, and the worst between", () => {
  const steps = ["2026-03-01T00:00:00Z", "2026-03-01T01:00:00Z", "2026-03-01T02:00:00Z"];
  const over = (critical: number[]) =>
    group({ tiers_over_time: { unknown: [], nominal: [], caution: [1, 1, 1], critical } });
  expect(sayCourse(over([0, 1, 3]), steps)).toBe(
    "4 of 40 need action now (critical or caution), 3 more than at the beginning.",
  );
  expect(sayCourse(over([3, 5, 0]), steps)).toBe(
    "1 of 40 need action now (critical or caution), 3 fewer than at the beginning; most were 6, 2026-03-01 01:00 UTC.",
  );
});

test("a group is called the worst only where its interval is above the others", () => {
  expect(sayWorst(fleet({ groups: [rated("B", 90, 50, 140), rated("A", 10, 5, 20)] }))).toMatch(
    /^B breaks most/,
  );
  expect(
    sayWorst(fleet({ groups: [rated("B", 90, 30, 140), rated("A", 10, 5, 20), rated("C", 40, 1, 80)] })),
  ).toMatch(/^B breaks significantly more than some/);
  expect(sayWorst(fleet({ groups: [rated("B", 90, 3, 400), rated("A", 10, 1, 90)] }))).toMatch(
    /^No group breaks significantly more/,
  );
  expect(sayWorst(fleet({ groups: [group({})] }))).toBe("No breach in this time.");
});

test("delays of a few breaches are listed, for they are no shares", () => {
  const one = { fault_source: "radar", breaches: 1, p10_s: 1380, p50_s: 1380, p90_s: 1380 } as const;
  const two = { fault_source: "camera", breaches: 2, p10_s: 60, p50_s: 120, p90_s: 600 } as const;
  expect(sayDelays(fleet({ detection_delays: [one, two] }))).toBe(
    "Too few to say how soon: 1 change of the radar noticed after 23\u00a0min; 2 changes of the camera noticed after about 1\u00a0min to 10\u00a0min.",
  );
});

test("delays and frames are said in words, and nothing is said of nothing", () => {
  const delays = [{ fault_source: "radar", breaches: 5, p10_s: 60, p50_s: 120, p90_s: 3600 }] as const;
  expect(sayDelays(fleet({ detection_delays: [...delays] }))).toMatch(
    /^Half of the changes of the radar were noticed within 2\smin/u,
  );
  expect(sayDelays(fleet({ detection_delays: [] }))).toMatch(/^No breach/);
  const frames = {
    from: "",
    step_s: 960,
    received: [90, 10],
    late: [0, 0],
    late_rate: [0, 0],
    expected_per_step: 100,
  };
  expect(sayFrames(frames)).toMatch(/^Yes: 100 frames came, usually 200 do in this time \(50\s%\)\.$/u);
  expect(sayFrames({ ...frames, received: [100, 98], late: [0, 99] })).toMatch(
    /^No: 198 frames came, usually 200 do .*\. 99 \(50\s%\) came too late to be judged\.$/u,
  );
  expect(sayFrames({ ...frames, received: [4000, 5000] })).toMatch(
    /^Not known yet: 9\s000 frames came, far more than the 200 that were usual so far\.$/u,
  );
  expect(sayFrames({ ...frames, expected_per_step: 0 })).toMatch(/^Not known yet: 100 frames came/u);
  expect(sayFrames({ ...frames, received: [] })).toMatch(/^No whole quarter/);
});

test.each([
  [0, "0"],
  [0.005_82, "0.0058"],
  [0.0999, "0.10"],
  [0.1, "0.1"],
  [9.94, "9.9"],
  [1234.5, "1\u202f235"],
])("a rate of %d is never rounded to nothing: %s", (value, said) => {
  expect(wholeRate(value)).toBe(said);
});
