import { expect, test } from "vitest";

import { binsOfAges, countBins, HazardCounts } from "./piecewise-hazard.ts";
import { poissonRate } from "./poisson-rate.ts";

/**
 * Twelve lives, some of which were not watched from the beginning, and what others make of them:
 * lifelines 0.30.0, `PiecewiseExponentialFitter([10, 20, 40]).fit(T, E, entry=entry)`, hazards `1 / params_`;
 * scipy 1.17.1, `chi2.ppf(.025, 2 * d) / 2` and `chi2.ppf(.975, 2 * d + 2) / 2` over the time watched.
 */
const lives = [
  [0, 12, true],
  [3, 25, false],
  [5, 8, true],
  [0, 40, false],
  [18, 33, true],
  [21, 22, true],
  [2, 55, false],
  [30, 48, true],
  [10, 10.5, true],
  [0, 9, false],
  [7, 61, false],
  [26, 44, true],
] as const;
const lifelines = [0.01999997939562178, 0.0449438212496943, 0.0194174549161272, 0.041666705088805954];
const scipy = [
  [0.0005063561596857975, 0.11143286781877797],
  [0.005442905135819437, 0.1623525318589654],
  [0.0023515463936307278, 0.0701425987157666],
  [0.005046026636332603, 0.15051432641091583],
];

test("hazards and intervals are those of lifelines and scipy, with late entries and an open last stretch", () => {
  const counts = new HazardCounts({ edges: [0, 10, 20, 40], isOpen: true });
  for (const [from, to, happened] of lives) counts.add({ from, to, happened });
  expect([...counts.happened]).toEqual([1, 2, 2, 2]);
  expect([...counts.exposure]).toEqual([50, 44.5, 103, 48]);
  for (const [bin, hazard] of lifelines.entries()) {
    const rate = poissonRate(counts.happened[bin]!, counts.exposure[bin]!)!;
    // lifelines maximises by iteration, to six digits.
    expect(rate.value / hazard).toBeCloseTo(1, 5);
    expect(rate.low).toBeCloseTo(scipy[bin]![0]!, 9);
    expect(rate.high).toBeCloseTo(scipy[bin]![1]!, 9);
  }
});

test("what happens at an edge belongs to the stretch before it, and time is counted once", () => {
  const counts = new HazardCounts({ edges: [0, 10, 20], isOpen: false });
  counts.add({ from: 0, to: 10, happened: true });
  counts.add({ from: 10, to: 20, happened: true });
  expect([...counts.happened]).toEqual([1, 1]);
  expect([...counts.exposure]).toEqual([10, 10]);
});

test("a life without length has no time, and one that ends before it begins takes none away", () => {
  const counts = new HazardCounts({ edges: [0, 10], isOpen: true });
  counts.add({ from: 5, to: 5, happened: false });
  counts.add({ from: 9, to: 3, happened: false });
  expect([...counts.exposure]).toEqual([0, 0]);
});

test.each<[readonly number[], readonly number[], boolean]>([
  [[], [], false],
  [[0, 0], [], false],
  [[7], [0, 1, 2, 3, 4, 5, 6, 7], false],
  [[99_500], [0, 10_000, 20_000, 30_000, 40_000, 50_000, 60_000, 70_000, 80_000, 90_000, 100_000], false],
  [[0.02], [0, 0.1], false],
  [[30, 12], [0, 5, 10, 15, 20, 25, 30], false],
])("ages %o have stretches %o", (ages, edges, isOpen) => {
  const bins = binsOfAges(ages);
  expect(bins.edges.map((edge) => Number(edge.toFixed(9)))).toEqual(edges);
  expect(bins.isOpen).toBe(isOpen);
  expect(countBins(bins)).toBe(Math.max(0, edges.length - 1));
});

test("one wild odometer among two hundred does not leave all others in the first stretch", () => {
  const ages = [...Array.from({ length: 199 }, (_, at) => 400 + at), 9_999_999];
  const bins = binsOfAges(ages);
  expect(bins).toEqual({ edges: [0, 100, 200, 300, 400, 500, 600], isOpen: true });
  expect(countBins(bins)).toBe(7);
});
