import { solveLinear } from "./solve-linear.ts";

/**
 * A chart as a Markov kernel on quadrature nodes, with an atom at the start state (state 0): `at(i, j, shift)` is the
 * probability weight of going from node i to node j in one frame whose mean is shifted. Rows lose mass: what is missing is
 * the alarm. Nyström's method; see Knoth (2005), "Fast initial response features for EWMA control charts", and
 * Rigdon (1995), "An integral equation for the in-control average run length of a multivariate EWMA".
 */
export interface Kernel {
  readonly size: number;
  /** The whole matrix for one shift, row-major. */
  matrix(shift: number): Float64Array;
  /** Probability weights of the next state from the chart's own start, for one shift. */
  fromStart(shift: number): Float64Array;
}

/** Average run length from every node under a constant shift: (I − K)·L = 1. */
export function runLengths(kernel: Kernel, shift: number): Float64Array {
  const { size } = kernel;
  const system = kernel.matrix(shift);
  for (let i = 0; i < system.length; i++) system[i] = -system[i]!;
  for (let i = 0; i < size; i++) system[i * size + i]! += 1;
  return solveLinear(system, new Float64Array(size).fill(1));
}

/** ARL of a chart that begins at its start state. */
export function zeroStateRunLength(kernel: Kernel, shift: number): number {
  return 1 + dot(kernel.fromStart(shift), runLengths(kernel, shift));
}

/** ARL of a chart that has run in control for long: the quasi-stationary distribution against the run lengths. */
export function steadyStateRunLength(kernel: Kernel, shift: number): number {
  return dot(quasiStationary(kernel), runLengths(kernel, shift));
}

/** Left Perron vector of the in-control kernel, summing to one: where a chart stands that has not yet alarmed. */
export function quasiStationary(kernel: Kernel): Float64Array {
  const matrix = kernel.matrix(0);
  let weights = kernel.fromStart(0);
  normalise(weights);
  for (let step = 0; step < maxPowerSteps; step++) {
    const next = pushForward(weights, matrix);
    normalise(next);
    const change = largestDifference(weights, next);
    weights = next;
    if (change < 1e-14) break;
  }
  return weights;
}

const maxPowerSteps = 100_000;

/** ARL of a ramp: the surviving mass summed over time, E[T] = Σ P(T > t). The n-th frame is shifted by n · slope. */
export function rampRunLength(
  kernel: Kernel,
  { slope, start }: { slope: number; start: "zero-state" | "steady-state" },
): number {
  return sum(rampSurvival(kernel, { slope, start }));
}

/** P(T > t) for t = 0, 1, 2, … until it no longer counts. */
export function rampSurvival(
  kernel: Kernel,
  { slope, start }: { slope: number; start: "zero-state" | "steady-state" },
): number[] {
  const survival = [1];
  let weights =
    start === "steady-state"
      ? pushForward(quasiStationary(kernel), kernel.matrix(slope))
      : kernel.fromStart(slope);
  for (let frame = 2; frame < maxRampFrames; frame++) {
    const mass = sum(weights);
    survival.push(mass);
    if (mass < 1e-13) return survival;
    weights = pushForward(weights, kernel.matrix(slope * frame));
  }
  throw new Error(`the ramp is too slow: mass is left after ${maxRampFrames} frames`);
}

const maxRampFrames = 20_000;

function pushForward(weights: Float64Array, matrix: Float64Array): Float64Array {
  const size = weights.length;
  const next = new Float64Array(size);
  for (let i = 0; i < size; i++) {
    const weight = weights[i]!;
    if (weight === 0) continue;
    for (let j = 0; j < size; j++) next[j]! += weight * matrix[i * size + j]!;
  }
  return next;
}

function normalise(weights: Float64Array): void {
  const total = sum(weights);
  for (let i = 0; i < weights.length; i++) weights[i]! /= total;
}

function largestDifference(a: Float64Array, b: Float64Array): number {
  let largest = 0;
  for (let i = 0; i < a.length; i++) largest = Math.max(largest, Math.abs(a[i]! - b[i]!));
  return largest;
}

function dot(a: Float64Array, b: Float64Array): number {
  let total = 0;
  for (let i = 0; i < a.length; i++) total += a[i]! * b[i]!;
  return total;
}

function sum(values: ArrayLike<number>): number {
  let total = 0;
  for (let i = 0; i < values.length; i++) total += values[i]!;
  return total;
}
