import { expect, test } from "vitest";
import { cusumKernel } from "./cusum-kernel.ts";
import { normalProbability } from "./distributions.ts";
import { gaussLegendre } from "./gauss-legendre.ts";
import { zeroStateRunLength } from "./kernel.ts";

const sum = (row: Float64Array) => row.reduce((total, value) => total + value, 0);

test.each([0, 0.7, -1])(
  "from every node the chart goes on unless C + x − k exceeds h, with a shift of %f",
  (shift) => {
    const [k, h] = [0.5, 4];
    const kernel = cusumKernel({ k, h, headStart: 0 });
    const matrix = kernel.matrix(shift);
    const places = [0, ...gaussLegendre(kernel.size - 1, 0, h).nodes];
    places.forEach((from, i) => {
      const row = matrix.subarray(i * kernel.size, (i + 1) * kernel.size);
      expect(row[0]).toBeCloseTo(normalProbability(k - from - shift), 14);
      expect(sum(row)).toBeCloseTo(normalProbability(h + k - from - shift), 12);
    });
  },
);

test("it starts at its head start, from zero without one", () => {
  const [k, h, headStart] = [0.5, 5, 2.5];
  const atZero = cusumKernel({ k, h, headStart: 0 });
  expect([...atZero.fromStart(0.3)]).toEqual([...atZero.matrix(0.3).subarray(0, atZero.size)]);
  const row = cusumKernel({ k, h, headStart }).fromStart(0.3);
  expect(sum(row)).toBeCloseTo(normalProbability(h + k - headStart - 0.3), 12);
});

test("with no room to gather anything it is Shewhart's chart with the limit k", () => {
  const shewhart = 1 / (1 - normalProbability(2));
  expect(zeroStateRunLength(cusumKernel({ k: 2, h: 1e-9, headStart: 0 }), 0)).toBeCloseTo(shewhart, 6);
});

test("a longer interval is given more nodes", () => {
  expect(cusumKernel({ k: 0.5, h: 4, headStart: 0 }).size).toBe(61);
  expect(cusumKernel({ k: 0.5, h: 30, headStart: 0 }).size).toBe(121);
});
