import { expect, test } from "vitest";
import { normalProbability } from "./distributions.ts";
import { gaussLegendre } from "./gauss-legendre.ts";
import { zeroStateRunLength } from "./kernel.ts";
import { shiryaevRobertsKernel } from "./shiryaev-roberts-kernel.ts";

const [k, h] = [0.4, Math.log(200)];
const kernel = shiryaevRobertsKernel({ k, h });
/** R at the nodes, which lie evenly in ln(1 + R). */
const logs = gaussLegendre(kernel.size, 0, Math.log1p(Math.exp(h))).nodes;

test.each([0, 1, -0.5])(
  "from R = 0 it goes on unless one likelihood ratio reaches A, with a shift of %f",
  (shift) => {
    const mass = kernel.fromStart(shift).reduce((sum, weight) => sum + weight, 0);
    expect(mass).toBeCloseTo(normalProbability(h / (2 * k) + k - shift), 6);
  },
);

test("from a node it goes on unless (1 + R) times the likelihood ratio reaches A", () => {
  const matrix = kernel.matrix(0.4);
  logs.forEach((from, i) => {
    const row = matrix.subarray(i * kernel.size, (i + 1) * kernel.size);
    const mass = row.reduce((sum, weight) => sum + weight, 0);
    expect(mass).toBeCloseTo(normalProbability((h - from) / (2 * k) + k - 0.4), 5);
  });
});

test("the likelihood ratio that does not alarm has in control the mean of the normal distribution moved by the shift", () => {
  const mean = kernel.fromStart(0).reduce((sum, weight, at) => sum + weight * Math.expm1(logs[at]!), 0);
  expect(mean).toBeCloseTo(normalProbability(h / (2 * k) + k - 2 * k), 6);
});

test("R − n is a martingale: in control the run is longer than the limit A", () => {
  // E[R at the alarm] = E[frames], and R at the alarm is at least A.
  expect(zeroStateRunLength(kernel, 0)).toBeGreaterThan(200);
  // The overshoot is about e^(0.583 · 2k) (Pollak 1987, Annals of Statistics 15).
  expect(zeroStateRunLength(kernel, 0) / 200 / Math.exp(0.583 * 2 * k)).toBeCloseTo(1, 1);
});

test("a smaller design shift, for which the kernel is narrower, is given more nodes, up to 1,200", () => {
  const sizeOf = (half: number) => shiryaevRobertsKernel({ k: half, h: Math.log(1e4) }).size;
  expect(sizeOf(1)).toBe(120);
  expect(sizeOf(0.25)).toBe(Math.ceil((14 * Math.log(10_001)) / 0.5));
  expect(sizeOf(0.001)).toBe(1200);
});
