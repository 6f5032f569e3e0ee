import { expect, test } from "vitest";

import { poissonRate } from "./poisson-rate.ts";

/** Events, exposure, and the rate with its limits by scipy.stats.chi2.ppf (Garwood's relation with chi-square). */
test.each([
  [0, 1, 0, 0, 3.6888794541139354],
  [0, 12.5, 0, 0, 0.2951103563291148],
  [1, 1, 1, 0.025317807984289876, 5.571643390938898],
  [3, 100, 0.03, 0.006186721228956014, 0.08767273069742323],
  [10, 2.5, 4, 1.9181554784529733, 7.356142416807112],
  [57, 1000, 0.057, 0.043171243362924744, 0.07385011140296281],
  [1234, 500, 2.468, 2.3322034370350986, 2.609640741057845],
  [25000, 1e6, 0.025, 0.024691050721637513, 0.02531184977670511],
])("%d events in %d units: the exact limits", (...[events, exposure, value, low, high]) => {
  const rate = poissonRate(events, exposure)!;
  expect(rate.value).toBeCloseTo(value, 12);
  expect(rate.low).toBeCloseTo(low, 9);
  expect(rate.high / high).toBeCloseTo(1, 9);
});

test("without exposure nothing is known of a rate", () => {
  expect(poissonRate(0, 0)).toBeNull();
  expect(poissonRate(3, Number.NaN)).toBeNull();
});
