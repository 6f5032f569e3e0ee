import { expect, test } from "vitest";

import { adjustForMany } from "./many-comparisons.ts";

/** The 25 p-values of Benjamini & Hochberg's procedure in McDonald, "Handbook of Biological Statistics", and statsmodels' fdr_bh of them. */
const pValues = [
  0.001, 0.008, 0.039, 0.041, 0.042, 0.06, 0.074, 0.205, 0.212, 0.216, 0.222, 0.251, 0.269, 0.275, 0.34,
  0.341, 0.384, 0.569, 0.594, 0.696, 0.762, 0.94, 0.942, 0.975, 0.986,
];
const rates = [
  0.025, 0.1, 0.21, 0.21, 0.21, 0.25, 0.2642857142857, 0.4910714285714, 0.4910714285714, 0.4910714285714,
  0.4910714285714, 0.4910714285714, 0.4910714285714, 0.4910714285714, 0.5328125, 0.5328125, 0.5647058823529,
  0.7815789473684, 0.7815789473684, 0.87, 0.9071428571428, 0.986, 0.986, 0.986, 0.986,
];

test("false discovery rates are those of statsmodels, whatever the order", () => {
  const found = adjustForMany(pValues.toReversed()).toReversed();
  for (const [at, { falseDiscoveryRate }] of found.entries()) {
    expect(falseDiscoveryRate).toBeCloseTo(rates[at]!, 10);
  }
});

test("the familywise value is the p-value times the comparisons, and at most 1", () => {
  const [first, second] = adjustForMany([0.01, 0.6]);
  expect(first).toMatchObject({ familywise: 0.02, expectedByChance: 0.02 });
  expect(second).toMatchObject({ familywise: 1, expectedByChance: 1.2 });
});

test("no comparisons are no findings, and one is what it is", () => {
  expect(adjustForMany([])).toEqual([]);
  expect(adjustForMany([0.03])).toEqual([
    { falseDiscoveryRate: 0.03, familywise: 0.03, expectedByChance: 0.03 },
  ]);
});
