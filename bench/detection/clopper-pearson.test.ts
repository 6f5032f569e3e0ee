import { expect, test } from "vitest";

import { clopperPearson } from "./clopper-pearson.ts";

// R 4.3, binom.test(k, n)$conf.int.
test.each([
  [0, 20, 0, 0.1684335],
  [1, 20, 0.00126509, 0.2487328],
  [10, 20, 0.2719578, 0.7280422],
  [20, 20, 0.8315665, 1],
  [3, 400, 0.0015491, 0.0217566],
])("%i of %i is between %f and %f", (hits, trials, from, to) => {
  const [low, high] = clopperPearson(hits, trials);
  expect(low).toBeCloseTo(from, 5);
  expect(high).toBeCloseTo(to, 5);
});
