import { expect, test } from "vitest";

import { resampleHistory, type DriftHistory } from "./resample-history.ts";

const minuteUs = 60_000_000;
const history = (values: readonly (number | null)[], minutes?: readonly number[]): DriftHistory => ({
  timesUs: values.map((_, at) => 1_000_000 + (minutes?.[at] ?? at) * minuteUs),
  values,
});
function resampled(given: DriftHistory, durationS = 10) {
  const found = resampleHistory(given, durationS);
  if (found.kind !== "resampled") throw new Error("too short");
  return found;
}

test("a history of minutes is told in seconds, from its first value to its last", () => {
  const { trajectory, fromUs, toUs } = resampled(history([0, 1, 2, 3, 4, 5]));
  expect(trajectory.drift_deg).toHaveLength(101);
  expect(trajectory.drift_deg[0]).toBe(0);
  expect(trajectory.drift_deg[25]).toBeCloseTo(1.25, 9);
  expect(trajectory.drift_deg.at(-1)).toBe(5);
  expect(trajectory.time_scale).toBe(30);
  expect(trajectory.gaps).toEqual([]);
  expect(toUs - fromUs).toBe(5 * minuteUs);
});

test("what was not received now and then is drawn through", () => {
  const { trajectory } = resampled(history([0, null, 2, 3, null, 5]));
  expect(trajectory.drift_deg[20]).toBeCloseTo(1, 9);
  expect(trajectory.gaps).toEqual([]);
});

test("in a long pause the last value is carried on, and the gap is told", () => {
  const { trajectory } = resampled(history([0, 1, 2, 9, 10, 11], [0, 1, 2, 18, 19, 20]));
  // From minute 2 to minute 18 of 20: from 1 s to 9 s of 10, both received themselves.
  expect(trajectory.gaps).toEqual([{ from_s: 1.1, to_s: 8.9 }]);
  expect(trajectory.drift_deg[50]).toBe(2);
  expect(trajectory.drift_deg[90]).toBe(9);
});

test("one pause among few values does not pass for usual", () => {
  const { trajectory } = resampled(history([0, 0, 0, 5], [0, 1, 2, 60]));
  expect(trajectory.gaps).toHaveLength(1);
});

test("several values of one instant do no harm", () => {
  const { trajectory } = resampled(history([0, 1, 2, 3], [0, 1, 1, 2]));
  expect(trajectory.drift_deg.every(Number.isFinite)).toBe(true);
  expect(trajectory.drift_deg.at(-1)).toBe(3);
});

test.each([
  ["nothing", history([])],
  ["two values", history([0, 1])],
  ["values that were not received", history([null, 0, null, 1, null])],
  ["a single instant", history([0, 1, 2], [5, 5, 5])],
])("%s is no history", (_, given) => {
  expect(resampleHistory(given, 10).kind).toBe("too-short");
});
