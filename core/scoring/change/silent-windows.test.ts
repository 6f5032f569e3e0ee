import { array, assert, boolean, constantFrom, double, property, record } from "fast-check";
import type { Arbitrary } from "fast-check";
import { describe, expect, test } from "vitest";
import { Buckets } from "../model/buckets.ts";
import { changeModelOf } from "./change-model-for-tests.ts";
import { compareWindow } from "./compare-window.ts";
import { noChangeSums } from "./change-sums.ts";
import { areSilentWithinZones, leavesZones, staysWithinZones } from "./silent-windows.ts";
import type { ChangeSums } from "../model/state.ts";
import { scales } from "../scatter/noise-family.ts";

const zones = [0.1, 0.3, 0.2, 0.5, 0.05];

/** Five channels with blocks about their means, oldest first, and samples of whatever size. */
function anySums(): Arbitrary<ChangeSums> {
  const value = double({ min: -0.6, max: 0.6, noNaN: true });
  const bucket = record({
    size: constantFrom(1, 2, 4, 8),
    values: array(value, { minLength: 5, maxLength: 5 }),
  });
  const samples = array(double({ min: 0, max: 1e4, noNaN: true }), {
    minLength: 5 * scales,
    maxLength: 5 * scales,
  });
  return record({
    past: bucket,
    buckets: array(bucket, { minLength: 1, maxLength: 8 }),
    squares: samples,
    counts: samples,
  }).map(({ past, buckets, squares, counts }) => ({
    ...noChangeSums(5),
    past: sumsOf({ ...past, size: 8 * past.size }),
    buckets: Buckets.of(
      buckets
        .toSorted((one, other) => other.size - one.size)
        .map((one, at) => ({ size: one.size, seq: at + 1, sums: sumsOf(one) })),
      5,
    ),
    scatter: { squares, counts },
  }));
}

function sumsOf({ size, values }: { readonly size: number; readonly values: readonly number[] }): number[] {
  return values.flatMap((value) => [size, size * value, size * (value * value + 0.5)]);
}

describe("a window that is within its zones", () => {
  test("adds nothing to W by the formula as it is written down, whatever the scatter, where it is said to be silent", () => {
    let silent = 0;
    assert(
      property(anySums(), boolean(), (sums, referenceFrozen) => {
        const model = changeModelOf([3, 1, 1], { zones, referenceFrozen });
        if (!areSilentWithinZones(sums.scatter, model)) return;
        if (!staysWithinZones(sums, model)) return;
        silent += 1;
        for (let row = 0; row < sums.buckets.length; row += 1) {
          const { likelihood, term } = compareWindow(sums, model, row);
          expect(term).toBe(0);
          if (likelihood !== null) expect(likelihood).toBeLessThan(1);
        }
      }),
      { seed: 5, numRuns: 2000 },
    );
    expect(silent).toBeGreaterThan(20);
  });

  test("is one that no channel heard on both sides has left, in either direction where both count", () => {
    const model = changeModelOf([1, 1], { zones: [0.5, 0.5], directions: [0, 1] });
    const everything = [20, 0, 20, 20, 0, 20];
    const window = (one: number, other: number) => [10, 10 * one, 10, 10, 10 * other, 10];
    // Means beside the ten other blocks, which lie as far to the other side.
    expect(leavesZones(window(0.24, 0), everything, model)).toBe(false);
    expect(leavesZones(window(0.26, 0), everything, model)).toBe(true);
    expect(leavesZones(window(-0.26, 0), everything, model)).toBe(true);
    expect(leavesZones(window(0, 0.26), everything, model)).toBe(true);
    expect(leavesZones(window(0, -0.26), everything, model)).toBe(false);
    // Not heard since, and not enough before.
    expect(leavesZones([0.5, 5, 50, 0, 0, 0], everything, model)).toBe(false);
    expect(leavesZones([16, 160, 1600, 0, 0, 0], everything, model)).toBe(false);
  });
});

describe("silence within the zones is not claimed", () => {
  const { scatter } = noChangeSums(5);
  const model = changeModelOf([3, 1, 1], { zones });

  test("of settings under which rounding might speak", () => {
    expect(areSilentWithinZones(scatter, model)).toBe(true);
    expect(areSilentWithinZones(scatter, { ...model, participation: 1e-6 })).toBe(false);
    expect(areSilentWithinZones(scatter, { ...model, shiftVariances: [1e-9, 1, 6] })).toBe(false);
    expect(areSilentWithinZones(scatter, { ...model, shiftWeights: [0.5, 0.5, 0.5] })).toBe(false);
    expect(areSilentWithinZones(scatter, { ...model, minimumReference: 0.1 })).toBe(false);
  });

  test("of scatter or priors by which a mean may vary without bound", () => {
    const squares = scatter.squares.with(37, 1e9);
    expect(areSilentWithinZones({ ...scatter, squares }, model)).toBe(false);
    const [curve] = model.priorCurves;
    const wild = { ...curve!, ratios: curve!.ratios.with(9, 1e7) };
    expect(areSilentWithinZones(scatter, { ...model, priorCurves: model.priorCurves.with(2, wild) })).toBe(
      false,
    );
  });
});
