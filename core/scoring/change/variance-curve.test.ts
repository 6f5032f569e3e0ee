import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CurvePrior } from "../model/settings.ts";
import { noScatter } from "./mean-scatter.ts";
import {
  correlatedCurve,
  degreesOfDifference,
  inflationOf,
  known,
  leastDegrees,
  outermost,
  ratioEstimates,
  ratiosOfCorrelated,
  scaleOf,
  scales,
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
const noises = [
  ["AR(1) 0.3", firstOrder(0.3)],
  ["AR(1) 0.6", firstOrder(0.6)],
  ["AR(1) 0.9", firstOrder(0.9)],
  ["ARMA 0.6, 0.5", arma(0.6, 0.5)],
  ["70 % white + 30 % AR(0.9)", mixed(0.3, 0.9)],
  ["85 % white + 15 % AR(0.97)", mixed(0.15, 0.97)],
] as const;

describe("the ratios of noise whose blocks are correlated by φ^lag", () => {
  test("are 1 at every scale when they are not", () => {
    expect(ratiosOfCorrelated(0)).toEqual(everyScale.map(() => 1));
  });

  test.each([0.1, 0.3, 0.6, 0.9, 0.97, 0.995])("of %d are what all pairs of blocks add up to", (phi) => {
    const ratios = ratiosOfCorrelated(phi);
    for (const [scale, n] of [1, 2, 4, 8, 16, 32, 64, 128].entries()) {
      expect(ratios[scale]).toBeCloseTo(exactRatio(firstOrder(phi), n), 9);
    }
  });

  test("tend to (1 + φ)/(1 − φ)", () => {
    expect(ratiosOfCorrelated(0.5).at(-1)).toBeCloseTo(3, 1);
    expect(ratiosOfCorrelated(0.9).at(-1)! / 19).toBeCloseTo(1, 1);
  });
});

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

describe("the ratios that are estimated", () => {
  test("are the prior's while nothing was heard, and known as its steps are", () => {
    const prior = { ratios: everyScale.map((scale) => 1 + scale), degrees: everyScale.map(() => 12) };
    const { ratios, degrees } = ratioEstimates({ scatter: noScatter(1), channel: 0, variance: 1, prior });
    everyScale.forEach((scale) => {
      expect(ratios[scale]).toBeCloseTo(1 + scale, 12);
      // So many steps, each of 12 degrees, one after the other.
      expect(degrees[scale]).toBeCloseTo(12 / (scale + 1), 12);
    });
  });

  test("are the prior and the samples, each by its degrees, and hand on what they have learnt", () => {
    fc.assert(
      fc.property(anyKnowledge(), ({ squares, counts, prior, variance }) => {
        const { ratios, degrees } = ratioEstimates({
          scatter: { squares, counts },
          channel: 0,
          variance,
          prior,
        });
        everyScale.forEach((scale) => {
          const likeness = (at: number) => likenessBeyond(ratios[0]!, prior.ratios[0]!, 2 ** at);
          const growth =
            scale === 0
              ? prior.ratios[0]!
              : (prior.ratios[scale]! * likeness(scale)) / (prior.ratios[scale - 1]! * likeness(scale - 1));
          const doubt = 1 / prior.degrees[scale]! + (scale === 0 ? 0 : 1 / degrees[scale - 1]!);
          const foretold = growth * (scale === 0 ? 1 : ratios[scale - 1]!);
          const heard = counts[scale] === 0 ? 0 : squares[scale]! / counts[scale]! / variance;
          const share = counts[scale]! / (counts[scale]! + 1 / doubt);
          expect(ratios[scale]! / ((1 - share) * foretold + share * heard)).toBeCloseTo(1, 9);
          expect(degrees[scale]! / (1 / doubt + counts[scale]!)).toBeCloseTo(1, 9);
        });
      }),
      { seed: 11, numRuns: 100 },
    );
  });

  test("grow as those of noise whose neighbours resemble each other as much, where only neighbours were heard", () => {
    const prior = { ratios: everyScale.map(() => 1), degrees: everyScale.map(() => 5) };
    const quiet = noScatter(1);
    const scatter = { squares: quiet.squares.with(0, 0.7e9), counts: quiet.counts.with(0, 1e9) };
    const { ratios } = ratioEstimates({ scatter, channel: 0, variance: 1, prior });
    for (const [scale, n] of [1, 2, 4, 8, 16, 32].entries()) {
      expect(ratios[scale]).toBeCloseTo(exactRatio(firstOrder(0.3), n), 6);
    }
  });

  test("do not count twice a likeness that the prior knows", () => {
    const prior = { ratios: ratiosOfCorrelated(0.3), degrees: everyScale.map(() => 5) };
    const { ratios } = ratioEstimates({ scatter: noScatter(1), channel: 0, variance: 1, prior });
    everyScale.forEach((scale) => expect(ratios[scale]).toBeCloseTo(prior.ratios[scale]!, 9));
  });

  test("of a channel are its own", () => {
    const prior = { ratios: everyScale.map(() => 1), degrees: everyScale.map(() => 5) };
    const quiet = noScatter(3);
    const scatter = {
      squares: quiet.squares.with(scales + 2, 40),
      counts: quiet.counts.with(scales + 2, 10),
    };
    const of = (channel: number) => ratioEstimates({ scatter, channel, variance: 2, prior }).ratios;
    expect(of(0)).toEqual(everyScale.map(() => 1));
    expect(of(2)).toEqual(everyScale.map(() => 1));
    expect(of(1)[1]).toBe(1);
    expect(of(1)[2]).toBeGreaterThan(1.5);
  });
});

test("the ratios in use are the rising ones nearest to those estimated, and none is below 1", () => {
  fc.assert(
    fc.property(anyKnowledge(), ({ squares, counts, prior, variance }) => {
      const known = { scatter: { squares, counts }, channel: 0, variance, prior };
      const { ratios, degrees } = ratioEstimates(known);
      const used = ratiosIn(varianceCurve(known).inflation);
      const { first } = varianceCurve(known);
      const expected = nearestRising(ratios, degrees).map((ratio) => Math.max(1, ratio));
      used.forEach((ratio, scale) => expect(ratio / expected[scale]!).toBeCloseTo(1, 6));
      expect(first / expected[0]!).toBeCloseTo(1, 9);
    }),
    { seed: 12, numRuns: 200 },
  );
});

test("noise that cancels gets no credit for it", () => {
  const falling = everyScale.map((scale) => 0.9 ** scale);
  expect(certainCurve(falling)).toMatchObject({ inflation: everyScale.map(() => 1), first: 1 });
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
    "of %s is never too small, and at most twice too large, of a window and what came before",
    (_, rho) => {
      const curve = certainCurve(exactRatios(rho));
      for (const [n, m] of shorterFirst) {
        const off = varianceOfDifference(curve, n, m) / exactVariance(rho, differenceOf(n, m));
        expect(off).toBeGreaterThan(0.97);
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

  test("is never less than half of what independent blocks give, however long both sides are", () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: 1, max: 50, noNaN: true }), { minLength: scales, maxLength: scales }),
        fc.integer({ min: 1, max: 2000 }),
        fc.integer({ min: 5, max: 2000 }),
        (ratios, n, m) => {
          const variance = varianceOfDifference(certainCurve(ratios), n, m);
          expect(variance).toBeGreaterThanOrEqual(0.5 * (1 / n + 1 / m) * (1 - 1e-12));
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
  const degreesOf = (degrees: number) =>
    varianceCurve({
      scatter: noScatter(1),
      channel: 0,
      variance: 1,
      prior: { ratios: everyScale.map(() => 1), degrees: everyScale.map(() => degrees) },
    }).degrees;

  test("grows with what its ratios are known with, and falls with the scale", () => {
    const [few, many] = [degreesOf(5), degreesOf(50)];
    everyScale.forEach((scale) => expect(many[scale]! / few[scale]!).toBeCloseTo(10, 9));
    for (const scale of everyScale.slice(1)) expect(few[scale]!).toBeLessThan(few[scale - 1]!);
  });

  test("of the last scale is no better than the one ratio it rests on", () => {
    // Ten steps of 1000 degrees leave 100.
    expect(degreesOf(1000)[scales - 1]).toBeCloseTo(100, 6);
  });

  test("is what is taken for known, of blocks whose correlation is given", () => {
    for (const degrees of correlatedCurve(0.4).degrees)
      expect(degrees).toBeGreaterThan(0.999 * (known / scales));
  });

  test("of a difference is that of its shorter side, straight from scale to scale", () => {
    const curve = correlatedCurve(0.4);
    const [first, second, third, fourth, fifth] = curve.degrees;
    expect(degreesOfDifference(curve, 3, 200)).toBeCloseTo((second! + third!) / 2, 9);
    expect(degreesOfDifference(curve, 200, 9)).toBeCloseTo(fourth! + (fifth! - fourth!) / 8, 9);
    expect(degreesOfDifference(curve, 0.5, 9)).toBe(first);
    expect(degreesOfDifference(curve, 5000, 600)).toBe(curve.degrees[scales - 1]);
  });

  test("of a difference is never less than would keep a shift of any size from being sure", () => {
    const unsure = { degrees: everyScale.map((scale) => (scale < 3 ? 2 * leastDegrees : 2)) };
    const degrees = (n: number, m: number) => degreesOfDifference({ ...correlatedCurve(0), ...unsure }, n, m);
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

/** A curve whose ratios are certain. */
function certainCurve(ratios: readonly number[]) {
  const prior: CurvePrior = { ratios, degrees: everyScale.map(() => 1e12) };
  return varianceCurve({ scatter: noScatter(1), channel: 0, variance: 1, prior });
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

/** F_k = a_k/2^k loses ½·R_k/2^k from a scale to the next, and ends with R₉/512. */
function ratiosIn(inflation: readonly number[]): readonly number[] {
  const left = inflation.map((a, scale) => a / 2 ** scale);
  return left.map((f, scale) => 2 ** (scale + 1) * (scale === scales - 1 ? f / 2 : f - left[scale + 1]!));
}

/** Of all that start before and end after it, the largest-smallest mean (Barlow et al. 1972). */
function nearestRising(ratios: readonly number[], weights: readonly number[]): readonly number[] {
  const meanBetween = (from: number, to: number) => {
    const places = everyScale.filter((scale) => scale >= from && scale <= to);
    const sum = (of: (scale: number) => number) => places.reduce((total, scale) => total + of(scale), 0);
    return sum((scale) => weights[scale]! * ratios[scale]!) / sum((scale) => weights[scale]!);
  };
  return everyScale.map((scale) =>
    Math.max(
      ...everyScale
        .filter((from) => from <= scale)
        .map((from) =>
          Math.min(...everyScale.filter((to) => to >= scale).map((to) => meanBetween(from, to))),
        ),
    ),
  );
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

/** What means of n blocks have beyond the prior's growth, where neighbours resemble each other more than it knows. */
function likenessBeyond(first: number, foreseen: number, n: number): number {
  if (first >= 1) return 1;
  const growth = (phi: number) => ratioByLags(phi, n) / ratioByLags(phi, 1);
  const likeness = (ratio: number) => Math.min(0.6, Math.max(0, 1 - ratio));
  return Math.max(1, growth(likeness(first)) / growth(likeness(foreseen)));
}

/** The ratio of AR(1) noise, from Var x̄_n summed lag by lag. */
function ratioByLags(phi: number, n: number): number {
  const spread = (blocks: number) => {
    let sum = 1;
    for (let lag = 1; lag < blocks; lag += 1) sum += 2 * (1 - lag / blocks) * phi ** lag;
    return sum;
  };
  return 2 * spread(n) - spread(2 * n);
}
