import { describe, expect, test } from "vitest";
import type { Kernel } from "./kernel.ts";
import {
  quasiStationary,
  rampRunLength,
  rampSurvival,
  runLengths,
  steadyStateRunLength,
  zeroStateRunLength,
} from "./kernel.ts";

describe("a chart of two states", () => {
  const chart = fixedKernel([0.5, 0.4, 0.1, 0.6], [0.5, 0.4]);

  test("has the run lengths that (I − K)·L = 1 gives by hand", () => {
    // 0.5a − 0.4b = 1 and −0.1a + 0.4b = 1.
    const [a, b] = runLengths(chart, 0);
    expect(a).toBeCloseTo(5, 13);
    expect(b).toBeCloseTo(3.75, 13);
  });

  test("begins where its start says: one frame, and the run lengths of where it leads", () => {
    expect(zeroStateRunLength(chart, 0)).toBeCloseTo(1 + 0.5 * 5 + 0.4 * 3.75, 13);
  });

  test("comes to rest in the left eigenvector, from which every frame alarms with the same chance", () => {
    // λ² − 1.1·λ + 0.26 = 0.
    const largest = (1.1 + Math.sqrt(0.17)) / 2;
    const weights = quasiStationary(chart);
    expect(weights[0]! + weights[1]!).toBeCloseTo(1, 14);
    expect(weights[1]! / weights[0]!).toBeCloseTo((largest - 0.5) / 0.1, 10);
    expect(steadyStateRunLength(chart, 0)).toBeCloseTo(1 / (1 - largest), 10);
  });
});

describe("a chart without memory that survives a frame with probability e^−(0.1 + shift)", () => {
  const chart: Kernel = {
    size: 1,
    matrix: (shift) => Float64Array.of(Math.exp(-0.1 - shift)),
    fromStart: (shift) => Float64Array.of(Math.exp(-0.1 - shift)),
  };

  test("has the mean of a geometric distribution, from any start", () => {
    const mean = 1 / (1 - Math.exp(-0.4));
    expect(zeroStateRunLength(chart, 0.3)).toBeCloseTo(mean, 12);
    expect(steadyStateRunLength(chart, 0.3)).toBeCloseTo(mean, 12);
    expect(rampRunLength(chart, { slope: 0, start: "zero-state" })).toBeCloseTo(1 / (1 - Math.exp(-0.1)), 10);
  });

  test.each(["zero-state", "steady-state"] as const)(
    "survives a ramp, from its %s, with the product of the chances of its frames",
    (start) => {
      const slope = 0.02;
      const survival = rampSurvival(chart, { slope, start });
      // Σ (0.1 + n · slope) for n = 1 … t.
      survival.forEach((share, t) =>
        expect(share).toBeCloseTo(Math.exp(-0.1 * t - (slope * t * (t + 1)) / 2), 13),
      );
      expect(survival.at(-1)).toBeLessThan(1e-12);
      const mean = survival.reduce((sum, share) => sum + share, 0);
      expect(rampRunLength(chart, { slope, start })).toBeCloseTo(mean, 12);
    },
  );
});

test("a chart that never alarms has no run length", () => {
  const never = fixedKernel([1], [1]);
  expect(() => zeroStateRunLength(never, 0)).toThrow(RangeError);
  expect(() => rampRunLength(never, { slope: 0, start: "zero-state" })).toThrow("the ramp is too slow");
});

/** The same whatever the shift. */
function fixedKernel(matrix: readonly number[], start: readonly number[]): Kernel {
  return {
    size: start.length,
    matrix: () => Float64Array.from(matrix),
    fromStart: () => Float64Array.from(start),
  };
}
