import { describe, expect, test } from "vitest";
import { Buckets } from "../model/buckets.ts";
import { compareWindow, sensorFactors, studentFactors } from "./compare-window.ts";
import { changeModelOf } from "./change-model-for-tests.ts";
import { noChangeSums } from "./change-sums.ts";
import { noScatter } from "../scatter/mean-scatter.ts";
import { ratiosOfCorrelated, scales } from "../scatter/noise-family.ts";
import { degreesOfDifference, varianceBeyondZone, varianceCurve } from "../scatter/variance-curve.ts";
import type { ChangeSums } from "../model/state.ts";

const model = changeModelOf([3, 1, 1], { directions: [0, 0, 0, 0, 1], referenceFrozen: true });

const tentative = {
  ratios: Array.from({ length: scales }, () => 1),
  degrees: Array.from({ length: scales }, () => 8),
};

describe("a channel's Bayes factor", () => {
  test.each([
    { meanVariance: 0.1, beyond: 0.8, variance: 1, degrees: 23 },
    { meanVariance: 0.4, beyond: 2, variance: 0.5, degrees: 8 },
    { meanVariance: 1 / 30, beyond: 0, variance: 2, degrees: 60 },
  ])("is the ratio of two predictive densities, summed over every variance there may be: %o", (measured) => {
    const factors = studentFactors(measured, model.shiftVariances);
    model.shiftVariances.forEach((g, at) => {
      const expected = predictive(measured, g) / predictive(measured, 0);
      expect(factors[at]! / expected).toBeCloseTo(1, 9);
    });
  });

  test("is 1 for a shift that is certain to be none", () => {
    expect(studentFactors({ meanVariance: 0.1, beyond: 3, variance: 1, degrees: 20 }, [0])).toEqual([1]);
  });

  test("is held below e^120, however far out a mean lies", () => {
    const [factor] = studentFactors({ meanVariance: 0.01, beyond: 1e9, variance: 1, degrees: 1e4 }, [6]);
    expect(factor! * Math.sqrt(601)).toBeCloseTo(Math.exp(120), -45);
  });
});

describe("a sensor's Bayes factor", () => {
  test("of one channel is that channel's", () => {
    expect(sensorFactors([[2, 3, 5]], 3)).toEqual([2, 3, 5]);
  });

  test("of several is half for one of them alone and half for all together", () => {
    expect(sensorFactors([[2], [3], [4]], 1)).toEqual([(2 + 3 + 4) / 6 + (2 * 3 * 4) / 2]);
  });

  test("takes a channel that was not heard for one that says nothing", () => {
    expect(sensorFactors([[2], null, [4]], 1)).toEqual(sensorFactors([[2], [1], [4]], 1));
  });

  test("of none that was heard is none", () => {
    expect(sensorFactors([null, null, null], 3)).toBeNull();
    expect(sensorFactors([], 3)).toBeNull();
  });
});

describe("a window", () => {
  test("weighs every set of sensors that may take part, as a count of the sets does", () => {
    const window = compareWindow(sumsOf([0.2, -1.9, 0.4, 2.1, 0.8]), model, 0);
    const { likelihood, shares } = bySubsets(window.sensors.map((factors) => factors!));
    expect(window.likelihood).toBeCloseTo(likelihood, 9);
    shares.forEach((share, sensor) => expect(window.shares[sensor]).toBeCloseTo(share, 9));
    // Two starts, each counted once for each of the three sensors heard.
    expect(window.term).toBe(2 * 3 * (window.likelihood! - 1));
  });

  test("weighs only the sensors that were heard before and after", () => {
    const window = compareWindow(sumsOf([0.2, -1.9, 0.4, 1.1, 2.1], { silent: [3] }), model, 0);
    expect(window.sensors[1]).toBeNull();
    const { likelihood, shares } = bySubsets([window.sensors[0]!, window.sensors[2]!]);
    expect(window.likelihood).toBeCloseTo(likelihood, 9);
    expect(window.shares[0]).toBeCloseTo(shares[0]!, 9);
    expect(window.shares[1]).toBe(0);
    expect(window.shares[2]).toBeCloseTo(shares[1]!, 9);
    expect(window.term).toBe(2 * 2 * (window.likelihood! - 1));
  });

  test("in which nobody was heard adds nothing", () => {
    const window = compareWindow(sumsOf([1, 1, 1, 1, 1], { silent: [0, 1, 2, 3, 4] }), model, 0);
    expect(window).toMatchObject({ likelihood: null, shares: [0, 0, 0], term: 0 });
  });

  test("whose means are those of the reference speaks against a change, and adds nothing", () => {
    const window = compareWindow(sumsOf([0, 0, 0, 0, 0]), model, 0);
    expect(window.likelihood).toBeLessThan(1);
    expect(window.term).toBe(0);
  });

  test("compares from the least reference on, and not just below it", () => {
    const heard = (minimumReference: number) =>
      compareWindow(sumsOf([0, 0, 0, 1, 0]), { ...model, minimumReference }, 0).channels[3] !== null;
    expect(heard(20)).toBe(true);
    expect(heard(20.001)).toBe(false);
  });

  test("compares from one whole block since its start on", () => {
    const isHeard = (n: number) => {
      const { past } = sumsOf([0]);
      const sums = {
        ...noChangeSums(1),
        past,
        buckets: Buckets.of([{ size: 1, seq: 9, sums: [n, n, n] }], 1),
      };
      return compareWindow(sums, changeModelOf([1], { referenceFrozen: true }), 0).likelihood !== null;
    };
    expect([isHeard(1), isHeard(0.999), isHeard(0)]).toEqual([true, false, false]);
  });

  test("speaks the same of a shift up and down, but of the lidar only up", () => {
    const [up, down] = [1, -1].map((sign) => compareWindow(sumsOf([0, 0, 0, sign, sign]), model, 0).channels);
    expect(up![3]!.factors).toEqual(down![3]!.factors);
    expect(down![4]!.factors).toEqual(
      model.shiftVariances.map((g) => 1 / Math.sqrt(1 + ((4 * 20) / 24) * g)),
    );
    expect(up![4]!.factors[1]).toBeGreaterThan(1);
  });

  test("within the zone, or just at its edge, is no shift; beyond it only the rest counts", () => {
    const factorsAt = (shift: number, zone: number) =>
      compareWindow(sumsOf([0, 0, 0, shift, 0]), { ...model, zones: [0, 0, 0, zone, 0] }, 0).channels[3]!
        .factors;
    expect(factorsAt(0.5, 0.5)).toEqual(factorsAt(0, 0));
    expect(factorsAt(1.25, 0.5)).toEqual(factorsAt(0.75, 0));
    expect(factorsAt(0.500001, 0.5)[2]).toBeGreaterThan(factorsAt(0.5, 0.5)[2]!);
  });

  test("is held against everything outside it, unless the reference is frozen", () => {
    const { past, buckets } = sumsOf([0, 0, 0, 1, 0]);
    const older = { size: 8, seq: 1, sums: [8, 0, 8, 8, 0, 8, 8, 0, 8, 8, 8, 16, 8, 0, 8] };
    const sums = { ...noChangeSums(5), past, buckets: Buckets.of([older, ...buckets], 5) };
    const weightsOf = (referenceFrozen: boolean) => {
      const { n, m, referenceSum } = compareWindow(sums, { ...model, referenceFrozen }, 1).channels[3]!;
      return { n, m, referenceSum };
    };
    expect(weightsOf(true)).toEqual({ n: 4, m: 20, referenceSum: 0 });
    expect(weightsOf(false)).toEqual({ n: 4, m: 28, referenceSum: 8 });
  });

  test("takes its means to vary as the curve of their channel says, and no more surely than that is known", () => {
    const ratios = ratiosOfCorrelated(0.6);
    const wandering = { ratios, degrees: ratios.map(() => 30) };
    const priorCurves = model.priorCurves.with(3, wandering);
    const sums = sumsOf([0, 0, 0, 1, 0]);
    const [still, radar] = [2, 3].map(
      (channel) => compareWindow(sums, { ...model, priorCurves }, 0).channels[channel]!,
    );
    const curve = varianceCurve({ scatter: sums.scatter, channel: 0, variance: 1, prior: wandering });
    expect(still!.meanVariance).toBeCloseTo(1 / 4 + 1 / 20, 12);
    expect(radar!.meanVariance).toBe(varianceBeyondZone(curve, 0, 4, 20));
    expect(radar!.meanVariance).toBeGreaterThan(2 * still!.meanVariance);
    expect(1 / radar!.degrees).toBeCloseTo(1 / 23 + 1 / degreesOfDifference(curve, 4, 20), 12);
    expect(radar!.degrees).toBeLessThan(still!.degrees);
    const { meanVariance, variance, degrees } = radar!;
    expect(radar!.factors).toEqual(
      studentFactors({ meanVariance, beyond: 1, variance, degrees }, model.shiftVariances),
    );
  });

  test("takes less of a wander for news the wider its zone, in standard deviations of a block", () => {
    const ratios = ratiosOfCorrelated(0.6);
    const wandering = { ratios, degrees: ratios.map(() => 1e12) };
    const curve = varianceCurve({ scatter: noScatter(1), channel: 0, variance: 1, prior: wandering });
    const meanVarianceOf = (zone: number, prior: number) =>
      compareWindow(
        sumsOf([0, 0, 0, 1, 0]),
        {
          ...model,
          priorCurves: model.priorCurves.with(3, wandering),
          zones: [0, 0, 0, zone, 0],
          priorVariances: [1, 1, 1, prior, 1],
        },
        0,
      ).channels[3]!.meanVariance;
    // A zone of half a unit is half a standard deviation of 1, and a quarter of one of 2.
    expect(meanVarianceOf(0.5, 1)).toBeCloseTo(varianceBeyondZone(curve, 0.5, 4, 20), 12);
    expect(meanVarianceOf(0.5, 4)).toBeCloseTo(varianceBeyondZone(curve, 0.25, 4, 20), 12);
    expect(meanVarianceOf(0.5, 1)).toBeLessThan(meanVarianceOf(0.5, 4));
    expect(meanVarianceOf(0.5, 4)).toBeLessThan(meanVarianceOf(0, 4));
    expect(meanVarianceOf(100, 1)).toBeCloseTo(1 / 4 + 1 / 20, 12);
  });

  test("learns its curve from the scatter, in units of its reference's variance", () => {
    const quiet = sumsOf([0, 0, 0, 1, 0], { squares: 5 });
    const varying = { ...model, priorCurves: model.priorCurves.map(() => tentative) };
    const meanVarianceOf = (square: number) => {
      const { squares, counts } = quiet.scatter;
      const at = 3 * scales + 2;
      const scatter = { squares: squares.with(at, 40 * square), counts: counts.with(at, 40) };
      return compareWindow({ ...quiet, scatter }, varying, 0).channels[3]!.meanVariance;
    };
    // (4 + 5)/23, the variance of a block: as much as that is what independent blocks would give.
    expect(meanVarianceOf(9 / 23) / (1 / 4 + 1 / 20)).toBeLessThan(1.05);
    expect(meanVarianceOf(3 * (9 / 23))).toBeGreaterThan(1.5 * (1 / 4 + 1 / 20));
  });

  test("knows its noise from the prior and the reference's squares, and never trusts less than the floor", () => {
    const varianceOf = (squares: number) =>
      compareWindow(sumsOf([0, 0, 0, 1, 0], { squares }), model, 0).channels[3]!;
    // m − 1 + 4 degrees, of a curve that is certain.
    expect(varianceOf(42).degrees).toBeCloseTo(23, 6);
    expect(varianceOf(42).variance).toBe((4 * 1 + 42) / 23);
    expect(varianceOf(0).variance).toBe(0.25);
  });
});

/** 20 blocks of reference around 0, and four since with the given means, in one bucket that counts for two starts. */
function sumsOf(
  means: readonly number[],
  { silent = [], squares = 20 }: { readonly silent?: readonly number[]; readonly squares?: number } = {},
): ChangeSums {
  const past = means.flatMap(() => [20, 0, squares]);
  const since = means.flatMap((mean, at) =>
    silent.includes(at) ? [0, 0, 0] : [4, 4 * mean, 4 * mean * mean + 4],
  );
  const buckets = Buckets.of([{ size: 2, seq: 9, sums: since }], means.length);
  return { ...noChangeSums(means.length), past, buckets };
}

/** Over every non-empty set of sensors, by the probability of that set given that it is not empty. */
function bySubsets(factors: readonly (readonly number[])[]) {
  const p = model.participation;
  const sets = Array.from({ length: 2 ** factors.length }, (_, set) =>
    factors.map((_, at) => (set >> at) % 2 === 1),
  );
  const some = 1 - (1 - p) ** factors.length;
  const shares = factors.map(() => 0);
  let likelihood = 0;
  for (const set of sets.slice(1)) {
    const members = set.filter(Boolean).length;
    const prior = (p ** members * (1 - p) ** (factors.length - members)) / some;
    model.shiftWeights.forEach((weight, g) => {
      const part = set.reduce(
        (product, isIn, at) => (isIn ? product * factors[at]![g]! : product),
        prior * weight,
      );
      likelihood += part;
      set.forEach((isIn, at) => {
        if (isIn) shares[at]! += part;
      });
    });
  }
  return { likelihood, shares };
}

/**
 * Density of a difference of means, up to a constant: normal with variance σ²·(V + g), over σ² scaled inverse χ²
 * (trapezoidal rule in ln σ²).
 */
function predictive(
  { meanVariance, beyond, variance, degrees }: Parameters<typeof studentFactors>[0],
  g: number,
): number {
  let sum = 0;
  for (let u = -10; u <= 10; u += 0.01) {
    const sigma2 = variance * Math.exp(u);
    const spread = sigma2 * (meanVariance + g);
    const lnNoise = -0.5 * degrees * (u + Math.exp(-u));
    sum += Math.exp(lnNoise + 0.5 * degrees - 0.5 * Math.log(spread) - (0.5 * beyond * beyond) / spread);
  }
  return sum;
}
