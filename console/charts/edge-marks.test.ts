import { expect, test } from "vitest";
import type { ChartPlan } from "./chart-plan.ts";
import { edgeMarks, furthestMarks } from "./edge-marks.ts";

const planOf = (values: readonly (number | null)[]): ChartPlan => ({
  title: "",
  subtitle: "",
  finding: "",
  quantity: "sigmas",
  timesS: values.map((_, index) => index * 1000),
  lines: [{ name: "C⁺", values, look: "value" }],
  limits: [],
  moments: [],
  range: { min: -15, max: 15 },
});

test("each stretch beyond the axis is marked once, where it is furthest out", () => {
  expect(edgeMarks(planOf([0, 16, 40, 20, 3, -16, -3, 17]))).toEqual([
    { atS: 2000, value: 40, side: "above" },
    { atS: 7000, value: 17, side: "above" },
    { atS: 5000, value: -16, side: "below" },
  ]);
});

test("a missing value does not end a stretch, the edge itself is inside", () => {
  expect(edgeMarks(planOf([15, 20, null, 30, -15]))).toEqual([{ atS: 3000, value: 30, side: "above" }]);
});

test("stretches nearer than a mark is wide share one", () => {
  const jumping = Array.from({ length: 400 }, (_, index) =>
    index % 2 === 0 ? 20 + (index === 200 ? 1 : 0) : 0,
  );
  const marks = edgeMarks(planOf(jumping));
  expect(marks.length).toBeLessThanOrEqual(41);
  expect(furthestMarks(marks)).toEqual([{ atS: 200_000, value: 21, side: "above" }]);
});
