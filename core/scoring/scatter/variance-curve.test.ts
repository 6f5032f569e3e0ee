import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CurvePrior } from "../settings/settings.ts";
import { noScatter } from "./mean-scatter.ts";
import { kindRatios, likelyKinds, ratiosOfCorrelated, scales } from "./noise-family.ts";
import {
  correlatedCurve,
  degreesOfDifference,
  familyDegrees,
  inflationOf,
  known,
  knownCurve,
  leastDegrees,
  outermost,
  ratioSoFar,
  scaleOf,
  varianceBeyondZone,
  varianceCurve,
  varianceOfDifference,
  varianceOfMean,
  wanderAllowance,
} from "./variance-curve.ts";

/** A window, and the blocks before it. */
const shorterFirst = [
  [1, 50],
  [4, 60],
  [16, 48],
  [32, 100],
  [50, 200],
] as const;

/** How much alike blocks a lag apart are. */
type Correlation = (lag: number) => number;

const everyScale = Array.from({ length: scales }, (_, scale) => scale);
const untold: CurvePrior = { ratios: everyScale.map(() => 1), degrees: everyScale.map(() => 0) };
const noises = [
  ["AR(1) 0.3", firstOrder(0.3)],
  ["AR(1) 0.6", firstOrder(0.6)],
  ["AR(1) 0.9", firstOrder(0.9)],
  ["ARMA 0.6, 0.5", arma(0.6, 0.5)],
  ["70 % white + 30 % AR(0.9)", mixed(0.3, 0.9)],
  ["85 % white + 15 % AR(0.97)", mixed(0.15, 0.97)],
] as const;

describe("the variance of a mean", () => {
  test("of independent blocks is theirs over their number, at every length", () => {
    const curve = correlatedCurve(0);
    expect(curve.inflation).toEqual(everyScale.map(() => 1));
    for (const blocks of [1, 2, 3, 7.5, 100, 512, 5000])
      expect(varianceOfMean(curve, blocks)).toBe(1 / blocks);
  });

  test("of less than one block is that of one", () => {
    expect(varianceOfMean(correlatedCurve(0.6), 0.25)).toBe(varianceOfMean(correlatedCurve(0.6), 1));
  });

  test.each(noises)(
    "of %s is exact where longer scales count in full, and never too small before",
    (_, rho) => {
      const ratios = exactRatios(rho);
      const curve = certainCurve(ratios);
      for (const [scale, n] of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512].entries()) {
        const off = inflationOf(curve, n) / (n * exactVariance(rho, meanOf(n)));
        // What lies beyond the last scale is taken to go on as it left off: three per cent of noise that is correlated over a hundred.
        expect(off).toBeGreaterThan(0.965);
        if (ratios.slice(scale).every((ratio) => ratio >= 1)) expect(off).toBeLessThan(1.001);
      }
    },
  );

  test.each(noises)("of %s between the scales is within four per cent of exact", (_, rho) => {
    const curve = certainCurve(exactRatios(rho));
    for (const n of [12, 24, 48, 96, 100]) {
      const off = inflationOf(curve, n) / (n * exactVariance(rho, meanOf(n)));
      expect(off).toBeGreaterThan(0.96);
      expect(off).toBeLessThan(1.04);
    }
  });

  test("goes straight from scale to scale, and stays what it is beyond the last", () => {
    const { inflation } = certainCurve(everyScale.map((scale) => 1.3 ** scale));
    expect(inflationOf({ inflation }, 6)).toBeCloseTo((inflation[2]! + inflation[3]!) / 2, 12);
    expect(inflationOf({ inflation }, 320)).toBeCloseTo(0.75 * inflation[8]! + 0.25 * inflation[9]!, 12);
    expect(inflationOf({ inflation }, 512)).toBe(inflation[9]);
    expect(inflationOf({ inflation }, 1e6)).toBe(inflation[9]);
  });
});

test("a mean's scale is the longest that fits in it, up to the last", () => {
  const lengths = [1, 1.99, 2, 3.9, 4, 7, 8, 511, 512, 1024, 1e9];
  expect(lengths.map(scaleOf)).toEqual([0, 0, 1, 1, 2, 2, 3, 8, 9, 9, 9]);
});

describe("a curve that was heard", () => {
  test("is the mean over the kinds of noise, each by how well it explains the samples, beside the samples themselves", () => {
    fc.assert(
      fc.property(anyKnowledge(), ({ squares, counts, prior, variance }) => {
        const { inflation } = varianceCurve({ scatter: { squares, counts }, channel: 0, variance, prior });
        const sums = everyScale.map(
          (scale) => squares[scale]! / variance + prior.degrees[scale]! * prior.ratios[scale]!,
        );
        const samples = everyScale.map((scale) => counts[scale]! + prior.degrees[scale]!);
        const expected = everyScale.map(() => 0);
        const { count, kinds, probabilities } = likelyKinds(sums, samples);
        for (let at = 0; at < count; at += 1) {
          const ratios = kindRatios.subarray(scales * kinds[at]!);
          const probability = probabilities[at]!;
          const beside = everyScale.map(
            (scale) => (familyDegrees * ratios[scale]! + sums[scale]!) / (familyDegrees + samples[scale]!),
          );
          knownInflation(beside).forEach((mean, scale) => (expected[scale]! += probability * mean));
        }
        inflation.forEach((one, scale) => expect(one / Math.max(1, expected[scale]!)).toBeCloseTo(1, 9));
      }),
      { seed: 11, numRuns: 100 },
    );
  });

  test.each(noises)("of %s tends to the truth, whether or not it is a kind that is foreseen", (_, rho) => {
    const ratios = exactRatios(rho);
    const samples = 3000;
    const scatter = { squares: ratios.map((ratio) => samples * ratio), counts: ratios.map(() => samples) };
    const { inflation, degrees } = varianceCurve({ scatter, channel: 0, variance: 1, prior: untold });
    knownInflation(ratios).forEach((exact, scale) => {
      expect(inflation[scale]! / Math.max(1, exact)).toBeGreaterThan(0.98);
      expect(inflation[scale]! / Math.max(1, exact)).toBeLessThan(1.02);
    });
    for (const known of degrees) expect(known).toBeGreaterThan(900);
  });

  test("says of long means what short ones show: noise whose neighbours are alike, and no more, wanders", () => {
    const heard = (first: number) => {
      const quiet = noScatter(1);
      const scatter = { squares: quiet.squares.with(0, 400 * first), counts: quiet.counts.with(0, 400) };
      return varianceCurve({ scatter, channel: 0, variance: 1, prior: untold }).inflation;
    };
    expect(heard(1)[6]).toBeLessThan(heard(0.9)[6]!);
    expect(heard(0.9)[6]).toBeLessThan(heard(0.7)[6]!);
    const nothing = varianceCurve({
      scatter: noScatter(1),
      channel: 0,
      variance: 1,
      prior: untold,
    }).inflation;
    expect(heard(1)[6]).toBeLessThan(nothing[6]!);
  });

  test("counts what is told as so many samples", () => {
    const told = { ratios: exactRatios(firstOrder(0.3)), degrees: everyScale.map(() => 7) };
    const scatter = { squares: told.ratios.map((ratio) => 7 * ratio), counts: told.degrees };
    const one = varianceCurve({ scatter: noScatter(1), channel: 0, variance: 1, prior: told });
    const other = varianceCurve({ scatter, channel: 0, variance: 1, prior: untold });
    one.inflation.forEach((mean, scale) => expect(other.inflation[scale]).toBeCloseTo(mean, 12));
    one.degrees.forEach((degrees, scale) => expect(other.degrees[scale]! / degrees).toBeCloseTo(1, 9));
  });

  test("of a channel is its own, in units of its blocks", () => {
    const quiet = noScatter(3);
    const scatter = {
      squares: quiet.squares.with(scales + 4, 400),
      counts: quiet.counts.with(scales + 4, 50),
    };
    const of = (channel: number) => varianceCurve({ scatter, channel, variance: 2, prior: untold }).inflation;
    expect(of(0)).toEqual(of(2));
    expect(of(1)[4]).toBeGreaterThan(of(0)[4]!);
    const halved = { squares: scatter.squares.map((square) => square / 2), counts: scatter.counts };
    expect(varianceCurve({ scatter: halved, channel: 1, variance: 1, prior: untold }).inflation).toEqual(
      of(1),
    );
  });
});

test("what a scale's samples say so far begins at independent blocks, and ends at the samples", () => {
  const quiet = noScatter(1);
  const soFar = (count: number) =>
    ratioSoFar(
      {
        scatter: { squares: quiet.squares.with(3, 6 * count), counts: quiet.counts.with(3, count) },
        channel: 0,
        variance: 2,
        prior: untold,
      },
      3,
    );
  expect(soFar(0)).toBe(1);
  expect(soFar(1)).toBeGreaterThan(1);
  expect(soFar(1e6)).toBeCloseTo(3, 4);
});

test("noise that cancels gets no credit for it", () => {
  const falling = everyScale.map((scale) => 0.9 ** scale);
  expect(certainCurve(falling).inflation).toEqual(everyScale.map(() => 1));
});

describe("the variance of the difference of two means", () => {
  test("of independent blocks is 1/n + 1/m", () => {
    for (const [n, m] of [
      [1, 5],
      [3, 40.5],
      [50, 20],
      [300, 300],
    ] as const) {
      expect(varianceOfDifference(correlatedCurve(0), n, m)).toBeCloseTo(1 / n + 1 / m, 14);
    }
  });

  test.each(noises)("of %s is exact for neighbours of one length", (_, rho) => {
    const curve = certainCurve(exactRatios(rho));
    for (const n of [16, 32, 64]) {
      expect(varianceOfDifference(curve, n, n) / exactVariance(rho, differenceOf(n, n))).toBeCloseTo(1, 2);
    }
  });

  test.each(noises)(
    "of %s is hardly too small, and at most twice too large, of a window and what came before",
    (_, rho) => {
      const curve = certainCurve(exactRatios(rho));
      for (const [n, m] of shorterFirst) {
        const off = varianceOfDifference(curve, n, m) / exactVariance(rho, differenceOf(n, m));
        expect(off).toBeGreaterThan(0.95);
        expect(off).toBeLessThan(2);
      }
    },
  );

  test("of a random walk is exact", () => {
    // Steps of variance 1: Cov(x_s, x_t) = min(s, t).
    const exact = (n: number, m: number) => sumOverPairs(differenceOf(n, m), (s, t) => Math.min(s, t) + 1);
    const curve = certainCurve(everyScale.map((scale) => 2 ** scale * 0.5 * exact(2 ** scale, 2 ** scale)));
    for (const [n, m] of [
      [8, 8],
      [16, 48],
      [16, 112],
      [64, 192],
    ] as const) {
      expect(varianceOfDifference(curve, n, m) / exact(n, m)).toBeCloseTo(1, 2);
    }
  });

  test("is the same whichever side comes first: noise has no direction in time", () => {
    for (const [, rho] of noises) {
      const curve = certainCurve(exactRatios(rho));
      for (const [n, m] of shorterFirst) {
        expect(varianceOfDifference(curve, m, n)).toBeCloseTo(varianceOfDifference(curve, n, m), 12);
      }
    }
  });

  test("is never less than what independent blocks give, however long both sides are", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 1, max: 50, noNaN: true }), { minLength: scales, maxLength: scales }),
        fc.integer({ min: 1, max: 2000 }),
        fc.integer({ min: 5, max: 2000 }),
        (ratios, n, m) => {
          const variance = varianceOfDifference(certainCurve(ratios), n, m);
          expect(variance).toBeGreaterThanOrEqual((1 / n + 1 / m) * (1 - 1e-12));
          expect(Number.isFinite(variance)).toBe(true);
        },
      ),
      { seed: 13, numRuns: 300 },
    );
  });
});

describe("the variance of a difference beyond a zone", () => {
  const [n, m] = [12, 40];
  const independent = 1 / n + 1 / m;
  const curve = certainCurve(ratiosOfCorrelated(0.7));
  /** Standard deviation of what comes and goes slowly. */
  const wander = Math.sqrt(wanderAllowance * (varianceOfDifference(curve, n, m) - independent));

  test("of no width is that of independent blocks and all of the wander, with its allowance", () => {
    expect(varianceBeyondZone(curve, 0, n, m)).toBeCloseTo(independent + wander ** 2, 12);
    expect(varianceBeyondZone(curve, 0, n, m)).toBeGreaterThan(2 * independent);
  });

  test.each([0.25, 0.5, 0.9])("that takes %f of how far a wander goes leaves the rest of it", (taken) => {
    const furthest = outermost * wander;
    const left = (furthest - taken * furthest) / outermost;
    expect(varianceBeyondZone(curve, taken * furthest, n, m)).toBeCloseTo(independent + left ** 2, 12);
  });

  test("that no wander leaves is that of independent blocks, however wide the zone", () => {
    for (const times of [1, 1.001, 100])
      expect(varianceBeyondZone(curve, times * outermost * wander, n, m)).toBeCloseTo(independent, 12);
  });

  test("is that of independent blocks where nothing wanders", () => {
    for (const zone of [0, 0.5, 9])
      expect(varianceBeyondZone(correlatedCurve(0), zone, n, m)).toBeCloseTo(independent, 12);
  });

  test("falls with the zone, without a jump", () => {
    let before = varianceBeyondZone(curve, 0, n, m);
    for (let zone = 0.001; zone < 1.2 * outermost * wander; zone += 0.001) {
      const variance = varianceBeyondZone(curve, zone, n, m);
      expect(variance).toBeLessThanOrEqual(before);
      expect(before - variance).toBeLessThan(0.001 * 2 * wander);
      before = variance;
    }
  });
});

describe("how surely the variance of a mean is known", () => {
  const degreesOf = (samples: number) =>
    varianceCurve({
      scatter: { squares: everyScale.map(() => samples), counts: everyScale.map(() => samples) },
      channel: 0,
      variance: 1,
      prior: untold,
    }).degrees;

  test("grows with what was heard, and is hardly anything of long means before", () => {
    const ofLongest = [0, 5, 50, 5000].map((samples) => degreesOf(samples).at(-1)!);
    expect(ofLongest.toSorted((one, other) => one - other)).toEqual(ofLongest);
    expect(ofLongest[0]).toBeLessThan(3);
    expect(ofLongest[3]).toBeGreaterThan(900);
  });

  test("is no more than its samples allow", () => {
    // Hardly anything is left of other kinds: 2/variance of the mean of 200 samples and 30 foreseen.
    expect(degreesOf(200).at(-1)! / (200 * (230 / 200) ** 2)).toBeCloseTo(1, 3);
  });

  test("is what is taken for known, of blocks whose correlation is given", () => {
    for (const degrees of correlatedCurve(0.4).degrees) expect(degrees).toBe(known);
  });

  test("of a difference is that of its shorter side, straight from scale to scale", () => {
    const curve = { degrees: everyScale.map((scale) => 400 - 20 * scale - scale * scale) };
    const [first, second, third, fourth, fifth] = curve.degrees;
    expect(degreesOfDifference(curve, 3, 200)).toBeCloseTo((second! + third!) / 2, 9);
    expect(degreesOfDifference(curve, 200, 9)).toBeCloseTo(fourth! + (fifth! - fourth!) / 8, 9);
    expect(degreesOfDifference(curve, 0.5, 9)).toBe(first);
    expect(degreesOfDifference(curve, 5000, 600)).toBe(curve.degrees[scales - 1]);
  });

  test("of a difference is never less than would keep a shift of any size from being sure", () => {
    const unsure = { degrees: everyScale.map((scale) => (scale < 3 ? 2 * leastDegrees : 2)) };
    const degrees = (n: number, m: number) => degreesOfDifference(unsure, n, m);
    expect(degrees(4, 100)).toBe(2 * leastDegrees);
    expect(degrees(64, 100)).toBe(leastDegrees);
  });
});

function firstOrder(phi: number): Correlation {
  return (lag) => phi ** lag;
}

function arma(phi: number, theta: number): Correlation {
  const [zero, one] = [1 + 2 * phi * theta + theta ** 2, (1 + phi * theta) * (phi + theta)];
  return (lag) => (lag === 0 ? 1 : (phi ** (lag - 1) * one) / zero);
}

/** White noise, but for a share that is correlated by φ^lag. */
function mixed(share: number, phi: number): Correlation {
  return (lag) => (lag === 0 ? 1 : share * phi ** lag);
}

const certainCurve = knownCurve;

/** a(2^k) of ratios, by the sum over all longer scales; the last stands for those beyond. */
function knownInflation(ratios: readonly number[]): readonly number[] {
  return everyScale.map((scale) =>
    ratios
      .slice(scale)
      .reduce((sum, ratio, at) => sum + ratio * (scale + at === scales - 1 ? 1 : 0.5) * 0.5 ** at, 0),
  );
}

function exactRatios(rho: Correlation): readonly number[] {
  return everyScale.map((scale) => exactRatio(rho, 2 ** scale));
}

/** n·AVAR(n) over the variance of a block. */
function exactRatio(rho: Correlation, n: number): number {
  return (n / 2) * exactVariance(rho, differenceOf(n, n));
}

/** Of the sum of the blocks with such weights, over the variance of a block: pair by pair, lag by lag. */
function exactVariance(rho: Correlation, weights: readonly number[]): number {
  const byLag = weights.map((_, lag) => rho(lag));
  return sumOverPairs(weights, (s, t) => byLag[Math.abs(s - t)]!);
}

function sumOverPairs(weights: readonly number[], covariance: (s: number, t: number) => number): number {
  let sum = 0;
  for (let s = 0; s < weights.length; s += 1) {
    for (let t = 0; t < weights.length; t += 1) sum += weights[s]! * weights[t]! * covariance(s, t);
  }
  return sum;
}

function meanOf(n: number): readonly number[] {
  return Array.from({ length: n }, () => 1 / n);
}

/** The mean of the newest n less that of the m before them. */
function differenceOf(n: number, m: number): readonly number[] {
  return [...Array.from({ length: m }, () => -1 / m), ...meanOf(n)];
}

function anyKnowledge() {
  const perScale = (value: fc.Arbitrary<number>) => fc.array(value, { minLength: scales, maxLength: scales });
  const between = (min: number, max: number) => fc.double({ min, max, noNaN: true });
  return fc
    .record({
      squares: perScale(between(0, 100)),
      counts: perScale(fc.oneof(fc.constant(0), between(0.5, 60))),
      prior: fc.record({ ratios: perScale(between(0.5, 8)), degrees: perScale(between(1, 60)) }),
      variance: between(0.05, 4),
    })
    .map((chosen) => ({
      ...chosen,
      squares: chosen.squares.map((square, scale) => (chosen.counts[scale] === 0 ? 0 : square)),
    }));
}
