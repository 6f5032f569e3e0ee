import { expect, test } from "vitest";
import type { ChartLine, ChartPlan } from "../chart-plan.ts";
import { edgeMarks, labelledMarks } from "./edge-marks.ts";

const planOf = (values: readonly (number | null)[], look: ChartLine["look"] = "value"): ChartPlan => ({
  title: "",
  subtitle: "",
  finding: "",
  quantity: "sigmas",
  timesS: values.map((_, index) => index * 1000),
  lines: [{ name: "C⁺", values, look }],
  limits: [],
  moments: [],
  range: { min: -15, max: 15 },
});

test("each stretch of a line beyond the axis is marked once, where it is furthest out", () => {
  expect(edgeMarks(planOf([0, 16, 40, 20, 3, -16, -3, 17]))).toEqual([
    { atS: 2000, value: 40, side: "above" },
    { atS: 7000, value: 17, side: "above" },
    { atS: 5000, value: -16, side: "below" },
  ]);
});

test("a missing value does not end a stretch, the edge itself is inside", () => {
  expect(edgeMarks(planOf([15, 20, null, 30, -15]))).toEqual([{ atS: 3000, value: 30, side: "above" }]);
});

test("single readings are marked all along, so that a picture without any of them does not look empty", () => {
  const far = Array.from({ length: 500 }, (_, index) => 100 + (index === 250 ? 1 : 0));
  const marks = edgeMarks(planOf(far, "dots"));
  expect(marks.length).toBeGreaterThanOrEqual(24);
  expect(marks.length).toBeLessThanOrEqual(25);
  const labelled = labelledMarks(planOf(far, "dots")).filter(({ label }) => label !== null);
  expect(labelled).toEqual([{ atS: 250_000, value: 101, side: "above", label: "101.0\u00a0σ" }]);
});

test("limits and marked repeats leave no marks of their own", () => {
  expect(edgeMarks(planOf([99], "limit"))).toEqual([]);
  expect(edgeMarks(planOf([99], "beyond"))).toEqual([]);
});
