import { describe, expect, test } from "vitest";
import { noncentralChiSquareProbability } from "./distributions.ts";
import { gaussLegendre } from "./gauss-legendre.ts";
import type { Kernel } from "./kernel.ts";
import { zeroStateRunLength } from "./kernel.ts";
import { inControlKernel, mcusumChart, mewmaChart, shiftedKernel } from "./radial-kernels.ts";

const sum = (row: Float64Array) => row.reduce((total, value) => total + value, 0);

test("the multivariate EWMA alarms where T² = ‖z‖²(2 − λ)/λ exceeds its limit, in units of λ", () => {
  const { limit, keep, shrink } = mewmaChart({ lambda: 0.1, h: 12, dimension: 4 });
  expect(((0.1 * limit) ** 2 * (2 - 0.1)) / 0.1).toBeCloseTo(12, 12);
  expect([keep, shrink]).toEqual([0.9, 0]);
});

describe.each([
  ["Crosier's CUSUM in 2 dimensions", mcusumChart({ k: 0.5, h: 3, dimension: 2 })],
  ["Crosier's CUSUM in 5 dimensions", mcusumChart({ k: 0.5, h: 6, dimension: 5 })],
  ["the EWMA in 4 dimensions", mewmaChart({ lambda: 0.2, h: 10, dimension: 4 })],
])("%s in control", (_name, chart) => {
  test("starts at zero and goes on from every length as often as the noncentral χ² says", () => {
    const kernel = inControlKernel(chart);
    const matrix = kernel.matrix(0);
    const lengths = [0, ...gaussLegendre(kernel.size - 1, 0, chart.limit).nodes];
    lengths.forEach((length, i) => {
      const reach = (chart.limit + chart.shrink) ** 2;
      const mass = noncentralChiSquareProbability(reach, chart.dimension, chart.keep * length);
      expect(sum(rowOf(matrix, kernel.size, i))).toBeCloseTo(mass, 10);
    });
    expect([...kernel.fromStart(0)]).toEqual([...rowOf(matrix, kernel.size, 0)]);
  });
});

test("only the CUSUM returns to zero, when the frame is no longer than k", () => {
  const atZero = (kernel: Kernel) => kernel.fromStart(0)[0];
  // P(χ² with 2 degrees of freedom ≤ k²) = 1 − e^(−k²/2).
  expect(atZero(inControlKernel(mcusumChart({ k: 0.8, h: 3, dimension: 2 })))).toBeCloseTo(
    1 - Math.exp(-0.32),
    13,
  );
  expect(atZero(inControlKernel(mewmaChart({ lambda: 0.2, h: 10, dimension: 2 })))).toBe(0);
});

test("a longer reach is given more nodes", () => {
  const sizes = [3, 30].map((h) => inControlKernel(mcusumChart({ k: 0.5, h, dimension: 2 })).size);
  expect(sizes).toEqual([61, 121]);
});

test("an EWMA that keeps nothing is the χ² chart", () => {
  const chart = mewmaChart({ lambda: 1, h: 8, dimension: 2 });
  expect(zeroStateRunLength(inControlKernel(chart), 0)).toBeCloseTo(Math.exp(4), 8);
});

describe("under a shift", () => {
  const chart = mcusumChart({ k: 0.5, h: 2, dimension: 2 });
  const kernel = shiftedKernel(chart);

  test.each([0, 1, 2.5])("of %f the first frame alarms as often as the noncentral χ² says", (shift) => {
    const mass = noncentralChiSquareProbability(2.5 ** 2, 2, shift);
    expect(sum(kernel.fromStart(shift))).toBeCloseTo(mass, 10);
  });

  test.each([0, 1])("of %f a state goes on by its distance from zero once it has been shifted", (shift) => {
    const matrix = kernel.matrix(shift);
    const radii = gaussLegendre(30, 0, 2).nodes;
    const angles = gaussLegendre(30, 0, Math.PI).nodes;
    for (let i = 1; i < kernel.size; i += 41) {
      const [radius, angle] = [radii[Math.floor((i - 1) / 30)]!, angles[(i - 1) % 30]!];
      const distance = Math.hypot(radius * Math.cos(angle) + shift, radius * Math.sin(angle));
      const mass = noncentralChiSquareProbability(2.5 ** 2, 2, distance);
      expect(sum(rowOf(matrix, kernel.size, i))).toBeCloseTo(mass, 8);
    }
  });
});

function rowOf(matrix: Float64Array, size: number, i: number): Float64Array {
  return matrix.subarray(i * size, (i + 1) * size);
}
