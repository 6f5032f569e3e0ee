import { expect, test } from "vitest";
import { seriesLike } from "./series-like-for-tests.ts";
import { t2Chart } from "./t2-chart.ts";

test("each frame is held to its own limit, which follows the sensors it carries", () => {
  const plan = t2Chart(seriesLike(4, { t2: [10, 10, 14, 3], t2_limit: [12, 9, 15, 12] }), []);
  expect(plan.lines.find(({ look }) => look === "beyond")?.values).toEqual([null, 10, null, null]);
  expect(plan.lines.find(({ look }) => look === "limit")?.values).toEqual([12, 9, 15, 12]);
  expect(plan.limits).toEqual([{ label: "UCL 12.0", value: 12, tone: "control" }]);
  expect(plan.finding).toBe("T² is 3.0 now, its limit 12.0; one point lies above it out of 4.");
});

test("the axis starts at zero and ends at five times the limit at most", () => {
  expect(t2Chart(seriesLike(2, { t2: [1, 2] }), []).range).toEqual({ min: 0, max: 18 });
  expect(t2Chart(seriesLike(2, { t2: [1, 9000] }), []).range).toEqual({ min: 0, max: 60 });
});

test("while learning there is neither value nor limit", () => {
  const plan = t2Chart(seriesLike(2, { t2: [null, null], t2_limit: [null, null] }), []);
  expect(plan.limits).toEqual([]);
  expect(plan.finding).toBe("No value yet: the baseline is still being learnt.");
});

test("the subtitle has the number of values and the share of frames that lie above the limit by design", () => {
  const calm = seriesLike(2).channels[0]!;
  const channels = [calm, { ...calm, channel: "lidar" as const, t2_part: [1, null] }];
  const design = { cusum_k: 0.5, t2_false_alarm_rate: 0.0027 };
  expect(t2Chart(seriesLike(2, { channels, chart_design: design }), []).subtitle).toMatch(
    / · p = 1 · α 0\.0027: /u,
  );
  expect(t2Chart(seriesLike(2), []).subtitle).not.toContain("α");
});
