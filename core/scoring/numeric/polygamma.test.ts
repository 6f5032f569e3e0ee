import { expect, test } from "vitest";
import { digamma, inverseTrigamma, trigamma } from "./polygamma.ts";

// scipy.special.digamma and polygamma(1, ·), version 1.
test.each([
  [0.25, -4.2274535333762655, 17.197329154507113],
  [0.5, -1.9635100260214235, 4.93480220054468],
  [1, -0.5772156649015329, 1.6449340668482266],
  [2.75, 0.8189010249754325, 0.4375712576489307],
  [9.25, 2.1695966825786157, 0.11416188455670627],
  [60, 4.085988081383538, 0.01680632711763539],
])("at %d digamma and trigamma are what scipy says", (x, psi, psiPrime) => {
  expect(Math.abs(digamma(x) - psi)).toBeLessThan(1e-11);
  expect(Math.abs(trigamma(x) / psiPrime - 1)).toBeLessThan(1e-11);
  expect(inverseTrigamma(psiPrime)).toBeCloseTo(x, 8);
});
