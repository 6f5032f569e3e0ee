import { expect, test } from "vitest";

import { compareShares } from "./compare-shares.ts";

/**
 * Cells of the table, scipy.stats.fisher_exact's p-value, and odds ratio with interval of statsmodels' Table2x2 of the cells
 * with a half added (scipy 1.18, statsmodels 0.14).
 */
const computedElsewhere = [
  [31, 6, 77, 886, 2.0958678536881452e-26, 55.433746898263024, 23.09212286947606, 133.07136431542824],
  [0, 5, 10, 100, 1, 0.8701298701298701, 0.04490808971646293, 16.85945662958514],
  [5, 0, 0, 7, 0.0012626262626262623, 165, 2.8137651705339213, 9675.647522083016],
  [3, 1, 1, 3, 0.48571428571428565, 5.444444444444445, 0.364069110341885, 81.41853969551796],
  [10, 2, 3, 15, 0.0005367241191434357, 18.6, 3.0678813495784003, 112.76837679773467],
  [2, 35, 60, 903, 1, 1.0516819927831451, 0.2841508682484007, 3.8924217292112835],
  [120, 80, 40000, 59800, 1.7687659434206784e-8, 2.237847880938755, 1.6872453722832461, 2.9681297222615006],
  [1, 0, 0, 0, 1, 3, 0.019025160122224473, 473.05777939217097],
  [7, 93, 700, 9200, 1, 1.0535446415280147, 0.49876324341416617, 2.2254172221963424],
  [0, 10, 0, 20, 1, 1.9523809523809523, 0.03612312125236345, 105.52220436849876],
  [12, 0, 500, 488, 0.00047457574921134507, 24.4005994005994, 1.4407447377897376, 413.2510329497549],
] as const;

test.each(computedElsewhere)(
  "%d of cases with, %d without, %d of others with, %d without: as scipy and statsmodels say",
  (...[a, b, c, d, pValue, oddsRatio, low, high]) => {
    const found = compareShares({ cases: a + b, casesHaving: a, others: c + d, othersHaving: c });
    expect(found.pValue / pValue).toBeCloseTo(1, 7);
    expect(found.oddsRatio / oddsRatio).toBeCloseTo(1, 12);
    expect(found.oddsRatioLow / low).toBeCloseTo(1, 9);
    expect(found.oddsRatioHigh / high).toBeCloseTo(1, 9);
  },
);

test("the p-value does not depend on which group is called the cases", () => {
  const one = compareShares({ cases: 30, casesHaving: 20, others: 90, othersHaving: 40 });
  const other = compareShares({ cases: 90, casesHaving: 40, others: 30, othersHaving: 20 });
  expect(other.pValue).toBeCloseTo(one.pValue, 12);
  expect(other.oddsRatio * one.oddsRatio).toBeCloseTo(1, 12);
});

test("nothing to compare is no finding", () => {
  for (const shares of [
    { cases: 0, casesHaving: 0, others: 10, othersHaving: 5 },
    { cases: 10, casesHaving: 5, others: 0, othersHaving: 0 },
    { cases: 4, casesHaving: 4, others: 9, othersHaving: 9 },
  ]) {
    expect(compareShares(shares).pValue).toBeCloseTo(1, 9);
  }
});
