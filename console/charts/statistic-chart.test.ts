import { expect, test } from "vitest";
import { seriesLike } from "./series-like-for-tests.ts";
import { statisticChart } from "./statistic-chart.ts";

test("a calm vehicle's log ratio is drawn with its limit in view and said to have stayed below", () => {
  const plan = statisticChart(seriesLike(3, { cusum_statistic: [-0.3, 0.2, 1.4] }), []);
  expect(plan.lines).toEqual([{ name: "Log ratio", values: [-0.3, 0.2, 1.4], look: "value" }]);
  expect(plan.limits.map(({ label, value }) => [label, value])).toEqual([["proved from 9.5", 9.5]]);
  expect(plan.range).toEqual({ min: -0.3, max: 11.875 });
  expect(plan.finding).toBe(
    "It is 1.40\u00a0nats and stayed below its limit of 9.50\u00a0nats; its highest was 1.40\u00a0nats.",
  );
});

test("the finding names the first crossing, also one that has passed", () => {
  const risen = statisticChart(seriesLike(4, { cusum_statistic: [1, 10, 12, 40] }), []);
  expect(risen.finding).toContain("at 2026-03-01 08:01:00 UTC and is 40.00\u00a0nats now");
  const fallen = statisticChart(seriesLike(4, { cusum_statistic: [1, 10, 12, 2] }), []);
  expect(fallen.finding).toContain("at 2026-03-01 08:01:00 UTC and is back at 2.00\u00a0nats now");
});

test("a huge value does not press the limit flat: the axis ends at three times the limit", () => {
  expect(statisticChart(seriesLike(2, { cusum_statistic: [0, 4000] }), []).range.max).toBe(28.5);
});

test("where points stand for several frames the largest value is drawn, so that no crossing is lost", () => {
  const series = seriesLike(2, { cusum_statistic: [1, 2], cusum_statistic_max: [10, 3], downsampled: true });
  const plan = statisticChart(series, []);
  expect(plan.lines[0]?.values).toEqual([10, 3]);
  expect(plan.finding).toContain("passed its limit");
});

test("once the baseline is estimated, no value means that nothing speaks for a change", () => {
  const plan = statisticChart(seriesLike(2, { cusum_statistic: [null, null], t2_limit: [12, 12] }), []);
  expect(plan.finding).toBe("No value: no candidate change point is more likely than no change.");
});

test("where nothing speaks for a change a line is drawn at 0, and none while learning", () => {
  const series = seriesLike(4, { cusum_statistic: [null, null, 2, null], t2_limit: [null, 12, 12, 12] });
  expect(statisticChart(series, []).lines).toEqual([
    { name: "Log ratio", values: [null, null, 2, null], look: "value" },
    { name: "No change", values: [null, 0, null, 0], look: "silent" },
  ]);
});

test("a value far below nothing does not press the limit flat", () => {
  expect(statisticChart(seriesLike(2, { cusum_statistic: [-30, 1] }), []).range.min).toBe(-2.375);
});

test("while learning there is no value and nothing is claimed", () => {
  const plan = statisticChart(seriesLike(2, { cusum_statistic: [null, null], t2_limit: [null, null] }), []);
  expect(plan.finding).toBe("No value yet: the baseline is still being learnt.");
  expect(plan.range).toEqual({ min: 0, max: 11.875 });
});

test("the latest signal and its onset are reported as text too", () => {
  const at = (minute: number): number => Date.UTC(2026, 2, 1, 8, minute) / 1000;
  const series = seriesLike(4, { cusum_statistic: [1, 7, 12, 40] });
  const { finding } = statisticChart(series, [
    { kind: "signal", atS: at(0) },
    { kind: "onset", atS: at(1) },
    { kind: "signal", atS: at(2) },
  ]);
  expect(finding).toMatch(
    / Latest signal 2026-03-01 08:02:00 UTC, onset by the tabular sums 2026-03-01 08:01:00 UTC\.$/,
  );
});

test("an onset that the deciding test dates is told with its interval", () => {
  const at = (minute: number): number => Date.UTC(2026, 2, 1, 8, minute) / 1000;
  const { finding } = statisticChart(seriesLike(4, { cusum_statistic: [1, 7, 12, 40] }), [
    { kind: "onset", atS: at(1), betweenS: { min: at(0), max: at(2) } },
    { kind: "signal", atS: at(3) },
  ]);
  expect(finding).toMatch(
    / onset 2026-03-01 08:01:00 UTC, with 90 % probability between 2026-03-01 08:00:00 UTC and 2026-03-01 08:02:00 UTC\.$/,
  );
});
