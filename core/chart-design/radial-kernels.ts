import { noncentralChiDensity, noncentralChiSquareProbability, normalDensity } from "./distributions.ts";
import { gaussLegendre } from "./gauss-legendre.ts";
import type { Kernel } from "./kernel.ts";

/**
 * Charts that watch the length of a vector y ~ N(c·s + shift, I) in p dimensions, s the state before. In control only
 * the length of s matters and the kernel is one-dimensional. Under a shift the state is (along, across): its component along
 * the shift and the length of the rest, here in polar coordinates (radius, angle). Runger & Prabhu (1996), JASA 91;
 * Rigdon (1995) for the multivariate EWMA; Crosier (1988), Technometrics 30, for the multivariate CUSUM.
 */
interface RadialChart {
  readonly dimension: number;
  /** Factor on the state before the new observation is added: 1 for the CUSUM, 1 − λ for the EWMA. */
  readonly keep: number;
  /** What is taken off the length after each frame (Crosier's shrinking); 0 for the EWMA. */
  readonly shrink: number;
  /** No alarm while the shrunk length is at most this. */
  readonly limit: number;
}

export function mcusumChart({ k, h, dimension }: { k: number; h: number; dimension: number }): RadialChart {
  return { dimension, keep: 1, shrink: k, limit: h };
}

/** In units of λ: z/λ ~ N((1 − λ)·s + shift, I), alarm when T² = ‖z‖²(2 − λ)/λ exceeds h. */
export function mewmaChart({
  lambda,
  h,
  dimension,
}: {
  lambda: number;
  h: number;
  dimension: number;
}): RadialChart {
  return { dimension, keep: 1 - lambda, shrink: 0, limit: Math.sqrt(h / (lambda * (2 - lambda))) };
}

/** In control: the length alone. Node 0 is the atom at zero, which the EWMA never visits. */
export function inControlKernel(chart: RadialChart): Kernel {
  const { dimension, keep, shrink, limit } = chart;
  const { nodes, weights } = gaussLegendre(Math.max(60, Math.ceil(4 * limit)), 0, limit);
  const size = nodes.length + 1;

  function fill(row: Float64Array, from: number): void {
    row[0] = shrink === 0 ? 0 : noncentralChiSquareProbability(shrink * shrink, dimension, keep * from);
    for (let j = 1; j < size; j++) {
      row[j] = weights[j - 1]! * noncentralChiDensity(nodes[j - 1]! + shrink, dimension, keep * from);
    }
  }
  return {
    size,
    matrix() {
      const matrix = new Float64Array(size * size);
      for (let i = 0; i < size; i++)
        fill(matrix.subarray(i * size, (i + 1) * size), i === 0 ? 0 : nodes[i - 1]!);
      return matrix;
    },
    fromStart() {
      const row = new Float64Array(size);
      fill(row, 0);
      return row;
    },
  };
}

/** Under a shift: polar nodes (radius, angle to the shift), and node 0 for the atom at zero. */
export function shiftedKernel(chart: RadialChart): Kernel {
  const { dimension, keep, shrink, limit } = chart;
  const radial = gaussLegendre(Math.max(30, Math.ceil(2 * limit) + 16), 0, limit);
  const angular = gaussLegendre(Math.max(30, Math.ceil(2 * (limit + shrink)) + 16), 0, Math.PI);
  const rays = angular.nodes.length;
  const size = radial.nodes.length * rays + 1;

  const along = new Float64Array(size);
  const across = new Float64Array(size);
  const area = new Float64Array(size);
  const reachAlong = new Float64Array(size);
  const reachAcross = new Float64Array(size);
  for (let j = 1; j < size; j++) {
    const radius = radial.nodes[Math.floor((j - 1) / rays)]!;
    const angle = angular.nodes[(j - 1) % rays]!;
    along[j] = radius * Math.cos(angle);
    across[j] = radius * Math.sin(angle);
    reachAlong[j] = (radius + shrink) * Math.cos(angle);
    reachAcross[j] = (radius + shrink) * Math.sin(angle);
    area[j] =
      radial.weights[Math.floor((j - 1) / rays)]! * angular.weights[(j - 1) % rays]! * (radius + shrink);
  }

  // The part across the shift does not know the shift: computed once, used for every frame of a ramp.
  const acrossDensity = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    for (let j = 1; j < size; j++) {
      acrossDensity[i * size + j] =
        area[j]! * noncentralChiDensity(reachAcross[j]!, dimension - 1, keep * across[i]!);
    }
  }

  function fill(row: Float64Array, i: number, shift: number): void {
    const mean = keep * along[i]! + shift;
    const length = Math.hypot(mean, keep * across[i]!);
    row[0] = shrink === 0 ? 0 : noncentralChiSquareProbability(shrink * shrink, dimension, length);
    for (let j = 1; j < size; j++)
      row[j] = normalDensity(reachAlong[j]! - mean) * acrossDensity[i * size + j]!;
  }
  return {
    size,
    matrix(shift) {
      const matrix = new Float64Array(size * size);
      for (let i = 0; i < size; i++) fill(matrix.subarray(i * size, (i + 1) * size), i, shift);
      return matrix;
    },
    fromStart(shift) {
      const row = new Float64Array(size);
      fill(row, 0, shift);
      return row;
    },
  };
}
