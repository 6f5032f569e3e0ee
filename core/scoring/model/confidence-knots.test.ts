import { expect, test } from "vitest";
import { confidenceKnots } from "./confidence-knots.ts";

const { raw, observed } = confidenceKnots;

test("every knot has both its numbers, each a probability", () => {
  expect(raw).toHaveLength(observed.length);
  for (const share of [...raw, ...observed]) {
    expect(share).toBeGreaterThan(0);
    expect(share).toBeLessThan(1);
  }
});

test("the raw confidence rises from knot to knot, and how often it was right never falls", () => {
  expect(new Set(raw).size).toBe(raw.length);
  for (const knots of [raw, observed]) expect(knots).toEqual(knots.toSorted((one, other) => one - other));
});
