import { describe, expect, test } from "vitest";
import {
  independentProbability,
  kindRatios,
  likelyKinds,
  mostResemblance,
  ratiosOfCorrelated,
  scales,
  wanderingCorrelations,
  wanderingShares,
} from "./noise-family.ts";

const everyScale = Array.from({ length: scales }, (_, scale) => scale);
const nothing = everyScale.map(() => 0);
/** The register's kinds, each with its ratios. */
function kindsOf(sums: readonly number[], counts: readonly number[]) {
  const { count, kinds, probabilities } = likelyKinds(sums, counts);
  return Array.from({ length: count }, (_, at) => ({
    ratios: Array.from(kindRatios.subarray(scales * kinds[at]!, scales * (kinds[at]! + 1))),
    probability: probabilities[at]!,
  }));
}
/** The kinds by the numbers of the page, with the sum over lags in place of the closed form. */
const others = wanderingShares.flatMap((share) =>
  wanderingCorrelations
    .filter((phi) => share * phi <= mostResemblance)
    .map((phi) => {
      const inflation = (n: number) => inflationByLags((lag) => share * phi ** lag, n);
      return {
        ratios: everyScale.map((scale) => 2 * inflation(2 ** scale) - inflation(2 ** (scale + 1))),
        weight: inflation(64) ** -0.5,
      };
    }),
);

describe("the kinds of noise", () => {
  test("are fifteen: independent blocks, and fourteen that wander, the rarer the more", () => {
    const kinds = kindsOf(nothing, nothing);
    expect(kinds).toHaveLength(15);
    expect(kinds[0]!.ratios).toEqual(everyScale.map(() => 1));
    expect(kinds[0]!.probability).toBeCloseTo(independentProbability, 12);
    const total = others.reduce((sum, { weight }) => sum + weight, 0);
    kinds.slice(1).forEach(({ ratios, probability }, at) => {
      const expected = others[at]!;
      expect(probability / (((1 - independentProbability) * expected.weight) / total)).toBeCloseTo(1, 9);
      ratios.forEach((ratio, scale) => expect(ratio / expected.ratios[scale]!).toBeCloseTo(1, 6));
    });
  });

  test.each([0, 3, 8, 13])("that made them are found in many samples: kind %i", (at) => {
    const { ratios } = [{ ratios: everyScale.map(() => 1) }, ...others][at]!;
    const samples = 5000;
    const kinds = kindsOf(
      ratios.map((ratio) => samples * ratio),
      ratios.map(() => samples),
    );
    const likeliest = kinds.reduce((one, other) => (other.probability > one.probability ? other : one));
    expect(likeliest.probability).toBeGreaterThan(0.99);
    likeliest.ratios.forEach((ratio, scale) => expect(ratio / ratios[scale]!).toBeCloseTo(1, 6));
  });

  test("are weighed by the densities of χ² that their samples have", () => {
    const [sums, counts] = [everyScale.map((scale) => 3 + scale), everyScale.map((scale) => 9 - 0.5 * scale)];
    const density = (ratios: readonly number[]) =>
      // Gamma with shape c/2 and scale 2·ratio, but for what all kinds have in common.
      everyScale.reduce(
        (product, scale) =>
          product * ratios[scale]! ** (-counts[scale]! / 2) * Math.exp(-sums[scale]! / (2 * ratios[scale]!)),
        1,
      );
    const before = kindsOf(nothing, nothing);
    const weights = before.map(({ ratios, probability }) => probability * density(ratios));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    kindsOf(sums, counts).forEach(({ probability }, at) =>
      expect(probability / (weights[at]! / total)).toBeCloseTo(1, 6),
    );
  });

  test("that are a billion times less likely than the likeliest are left out, and the rest add up to one", () => {
    const white = kindsOf(
      everyScale.map(() => 200),
      everyScale.map(() => 200),
    );
    expect(white.length).toBeLessThan(10);
    expect(white.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 12);
    for (const { probability } of white) expect(probability).toBeGreaterThan(1e-9 * white[0]!.probability);
  });

  test("stay finite whatever was heard", () => {
    for (const [sum, count] of [
      [0, 1e6],
      [1e12, 1],
      [1e12, 1e6],
    ] as const) {
      const kinds = kindsOf(
        everyScale.map(() => sum),
        everyScale.map(() => count),
      );
      expect(kinds.length).toBeGreaterThan(0);
      for (const { probability } of kinds) expect(probability).toBeLessThanOrEqual(1);
      expect(kinds.reduce((total, { probability }) => total + probability, 0)).toBeCloseTo(1, 12);
    }
  });
});

describe("the ratios of noise whose blocks are correlated by φ^lag", () => {
  test("are 1 at every scale when they are not", () => {
    expect(ratiosOfCorrelated(0)).toEqual(everyScale.map(() => 1));
  });

  test.each([0.1, 0.3, 0.6, 0.9, 0.97, 0.995])("of %d are what all pairs of blocks add up to", (phi) => {
    const inflation = (n: number) => inflationByLags((lag) => phi ** lag, n);
    ratiosOfCorrelated(phi).forEach((ratio, scale) =>
      expect(ratio / (2 * inflation(2 ** scale) - inflation(2 ** (scale + 1)))).toBeCloseTo(1, 6),
    );
  });

  test("tend to (1 + φ)/(1 − φ)", () => {
    expect(ratiosOfCorrelated(0.5).at(-1)).toBeCloseTo(3, 1);
    expect(ratiosOfCorrelated(0.9).at(-1)! / 19).toBeCloseTo(1, 1);
  });
});

/** n·Var(mean of n blocks) over the variance of one, from how alike blocks a lag apart are. */
function inflationByLags(correlation: (lag: number) => number, n: number): number {
  let sum = 1;
  for (let lag = 1; lag < n; lag += 1) sum += 2 * (1 - lag / n) * correlation(lag);
  return sum;
}
