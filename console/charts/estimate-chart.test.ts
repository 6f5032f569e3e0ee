import { expect, test } from "vitest";
import { type Estimate, estimateChart, reachOf } from "./estimate-chart.ts";
import { seriesLike } from "./series-like-for-tests.ts";

const radar: Estimate = {
  title: "Radar",
  unit: "m",
  drift: [0, 0.1, 0.25],
  deviation: [0.01, 0.01, 0.02],
  limits: { caution: 0.2, critical: 0.5 },
  sides: "both",
};
const angle: Estimate = {
  ...radar,
  unit: "deg",
  sides: "upper",
  drift: [0, 0.01, 0.6],
  deviation: [0.02, 0.02, 0.05],
};

test("the engineering limits are drawn in the sensor's unit, on both sides of a radar's baseline", () => {
  const { limits, quantity } = estimateChart(seriesLike(3), radar, []);
  expect(quantity).toBe("metres");
  expect(limits.map(({ value, tone }) => [value, tone])).toEqual([
    [0.5, "critical"],
    [0.2, "caution"],
    [0, "centre"],
    [-0.2, "caution"],
    [-0.5, "critical"],
  ]);
});

test("an angle has its limits above only, and its band never goes below none", () => {
  const { limits, lines, range } = estimateChart(seriesLike(3), angle, []);
  expect(limits.map(({ value }) => value)).toEqual([0.5, 0.2, 0]);
  expect(lines.find(({ look }) => look === "low")?.values.slice(0, 2)).toEqual([0, 0]);
  expect(lines.find(({ look }) => look === "high")?.values[2]).toBeCloseTo(0.6 + 1.96 * 0.05, 9);
  expect(range.min).toBe(0);
});

test("the axis covers the limits of a healthy sensor, and is cut off three times beyond the critical one", () => {
  expect(reachOf({ ...radar, drift: [0.001, 0, 0] })).toBeCloseTo(0.6, 9);
  expect(reachOf({ ...radar, drift: [0, -0.9, 0] })).toBeCloseTo(1.1 * (0.9 + 1.96 * 0.01), 9);
  expect(reachOf({ ...radar, drift: [0, 90, 0] })).toBeCloseTo(1.5, 9);
});

/** What follows the vehicle. */
const open = { next_cursor: "more" };

test("the sentence says how far beyond which limit, and since when", () => {
  expect(estimateChart(seriesLike(3, open), radar, []).finding).toBe(
    "The drift is 0.250\u00a0m now; it was first beyond its caution limit of 0.200\u00a0m at 2026-03-01 08:02:00 UTC.",
  );
  expect(estimateChart(seriesLike(3, open), { ...radar, drift: [0, -0.55, -0.1] }, []).finding).toContain(
    "−0.100\u00a0m now, back within its critical limit; it was first beyond its critical limit of 0.500\u00a0m at 2026-03-01 08:01:00",
  );
  expect(estimateChart(seriesLike(3), { ...radar, drift: [0, 0, 0.1] }, []).finding).toContain(
    "stayed within its caution limit of 0.200\u00a0m",
  );
});

test("a stretch that begins beyond the limit does not say that it was passed there", () => {
  const beyond = { ...radar, drift: [0.6, 0.7, 0.8] };
  expect(estimateChart(seriesLike(3, open), beyond, []).finding).toBe(
    "The drift is 0.800\u00a0m now, beyond its critical limit of 0.500\u00a0m throughout this range.",
  );
  expect(estimateChart(seriesLike(3, open), { ...radar, drift: [0.6, 0.1, 0.8] }, []).finding).toBe(
    "The drift is 0.800\u00a0m now; it was beyond its critical limit of 0.500\u00a0m at the beginning of this range.",
  );
  expect(estimateChart(seriesLike(3, open), { ...radar, drift: [0.6, 0.7, 0.1] }, []).finding).toBe(
    "The drift is 0.100\u00a0m now, back within its critical limit; it was beyond its critical limit of 0.500\u00a0m at the beginning of this range.",
  );
});

test("a stretch that has ended says nothing of now, and a thinned one gives its times roughly", () => {
  expect(estimateChart(seriesLike(3, { downsampled: true }), radar, []).finding).toBe(
    "The drift is 0.250\u00a0m at the end of this range; it was first beyond its caution limit of 0.200\u00a0m at about 2026-03-01 08:02:00 UTC.",
  );
});

test("a vehicle that still learns stayed within no limit", () => {
  const learning = { ...open, tiers: ["UNKNOWN", "UNKNOWN", "UNKNOWN"] as const };
  const { finding, lines } = estimateChart(seriesLike(3, learning), { ...radar, drift: [0, 0, 0] }, []);
  expect(finding).toBe("There is no verdict yet: the baseline is still being learnt.");
  expect(lines.find(({ look }) => look === "value")?.values).toEqual([null, null, null]);
});

test("a lidar that has become better is beyond no limit", () => {
  const better: Estimate = { ...radar, sides: "upper", drift: [0, -0.3, -0.4] };
  const { finding, range } = estimateChart(seriesLike(3), better, []);
  expect(finding).toContain("stayed within");
  expect(range.min).toBeCloseTo(1.1 * (-0.4 - 1.96 * 0.02), 9);
});

test("without an estimate nothing is claimed", () => {
  const nothing = { ...radar, drift: [null, null, null], deviation: [null, null, null] };
  expect(estimateChart(seriesLike(3), nothing, []).finding).toBe("No estimate in this range.");
});
