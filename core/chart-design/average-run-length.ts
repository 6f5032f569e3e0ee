import type { Change, Chart, RunLength, Start } from "./chart.ts";
import { cusumKernel } from "./cusum-kernel.ts";
import { gammaTail, noncentralChiSquareProbability, normalProbability } from "./distributions.ts";
import {
  quasiStationary,
  rampRunLength,
  rampSurvival,
  runLengths,
  steadyStateRunLength,
  zeroStateRunLength,
  type Kernel,
} from "./kernel.ts";
import { inControlKernel, mcusumChart, mewmaChart, shiftedKernel } from "./radial-kernels.ts";
import { shiryaevRobertsKernel } from "./shiryaev-roberts-kernel.ts";
import { tooLong } from "./solve-linear.ts";

const nystrom = "integral equation, Nyström with Gauss–Legendre nodes";

/**
 * Average run length of a chart under a change, computed, not simulated. Frames are independent and normal with known
 * in-control mean and unit variance. Throws a RangeError where the run length cannot be distinguished from infinity.
 */
export function averageRunLength(chart: Chart, change: Change, start: Start): RunLength {
  const runLength = computeRunLength(chart, change, start);
  const isExact = chart.kind === "shewhart" || chart.kind === "t2";
  if (isExact || (runLength.frames > 0 && runLength.frames < longestRunLength)) return runLength;
  throw new RangeError(tooLong);
}

/** Beyond this the rounding of the linear system is as large as what it solves for. */
export const longestRunLength = 1e13;

function computeRunLength(chart: Chart, change: Change, start: Start): RunLength {
  switch (chart.kind) {
    case "shewhart":
      return memoryless(change, (shift) => shewhartAlarm(chart, shift));
    case "t2":
      return memoryless(change, (shift) => t2Alarm(chart, shift));
    case "sr":
      return { frames: ofKernel(shiryaevRobertsKernel(chart), change, start), method: nystrom };
    case "cusum":
      return chart.sides === 1
        ? { frames: ofKernel(cusumKernel(chart), change, start), method: nystrom }
        : twoSidedCusum(chart, change, start);
    case "mcusum":
      return radialRunLength(mcusumChart(chart), change, start);
    case "mewma":
      return radialRunLength(mewmaChart(chart), change, start);
  }
}

function radialRunLength(chart: ReturnType<typeof mcusumChart>, change: Change, start: Start): RunLength {
  const isStill = change.kind === "shift" && change.size === 0;
  const kernel = isStill ? inControlKernel(chart) : shiftedKernel(chart);
  return {
    frames: ofKernel(kernel, change, start),
    method: isStill ? nystrom : `${nystrom} in polar coordinates`,
  };
}

function ofKernel(kernel: Kernel, change: Change, start: Start): number {
  if (change.kind === "slope") return rampRunLength(kernel, { slope: change.perFrame, start });
  return start === "zero-state"
    ? zeroStateRunLength(kernel, change.size)
    : steadyStateRunLength(kernel, change.size);
}

/**
 * Both sides of a tabular CUSUM. For a step the sides combine exactly: with L⁺(s), L⁻(s) from start s,
 * L = (L⁺(s)L⁻(0) + L⁻(s)L⁺(0) − L⁺(0)L⁻(0)) / (L⁺(0) + L⁻(0)) (Lucas & Crosier 1982, Technometrics 24). For a ramp the
 * sides' survival is multiplied, which adds their hazards: the side the ramp leaves alone hardly ever alarms.
 */
function twoSidedCusum(chart: Extract<Chart, { kind: "cusum" }>, change: Change, start: Start): RunLength {
  const kernel = cusumKernel(chart);
  if (change.kind === "slope") {
    const upper = rampSurvival(kernel, { slope: change.perFrame, start });
    const lower = rampSurvivalAtLeast(kernel, { slope: -change.perFrame, start, frames: upper.length });
    const frames = upper.reduce((total, survives, frame) => total + survives * lower[frame]!, 0);
    return { frames, method: `${nystrom}; the two sides' hazards are added` };
  }
  const upper = sideRunLengths(chart, change.size, start);
  const lower = sideRunLengths(chart, -change.size, start);
  const frames =
    (upper.fromStart * lower.fromZero + lower.fromStart * upper.fromZero - upper.fromZero * lower.fromZero) /
    (upper.fromZero + lower.fromZero);
  return { frames, method: nystrom };
}

function sideRunLengths(
  chart: Extract<Chart, { kind: "cusum" }>,
  shift: number,
  start: Start,
): { fromZero: number; fromStart: number } {
  const kernel = cusumKernel(chart);
  const lengths = runLengths(kernel, shift);
  const fromStart =
    start === "zero-state"
      ? zeroStateRunLength(kernel, shift)
      : quasiStationary(kernel).reduce((total, weight, i) => total + weight * lengths[i]!, 0);
  return { fromZero: lengths[0]!, fromStart };
}

/** The side a ramp moves away from keeps surviving: only the frames the other side needs are computed. */
function rampSurvivalAtLeast(
  kernel: Kernel,
  { slope, start, frames }: { slope: number; start: Start; frames: number },
): number[] {
  const away = rampSurvival(limitFrames(kernel, frames), { slope, start });
  while (away.length < frames) away.push(away.at(-1)!);
  return away;
}

/** Empties the kernel after `frames` frames, so that a survival curve that never falls still ends. */
function limitFrames(kernel: Kernel, frames: number): Kernel {
  let asked = 0;
  return {
    size: kernel.size,
    fromStart: (shift) => kernel.fromStart(shift),
    matrix: (shift) => {
      asked++;
      return asked > frames + 1 ? new Float64Array(kernel.size * kernel.size) : kernel.matrix(shift);
    },
  };
}

/** Charts without memory: every frame alarms or not by itself, so zero state and steady state are the same. */
function memoryless(change: Change, alarm: (shift: number) => number): RunLength {
  const method = "closed form: frames alarm independently";
  if (change.kind === "shift") return { frames: 1 / alarm(change.size), method };
  let survives = 1;
  let frames = 0;
  for (let frame = 1; survives > 1e-15 && frame < 10_000_000; frame++) {
    frames += survives;
    survives *= 1 - alarm(change.perFrame * frame);
  }
  return { frames, method };
}

function shewhartAlarm({ h, sides }: { h: number; sides: 1 | 2 }, shift: number): number {
  const upper = normalProbability(shift - h);
  return sides === 1 ? upper : upper + normalProbability(-h - shift);
}

function t2Alarm({ h, dimension }: { h: number; dimension: number }, shift: number): number {
  if (shift === 0) return gammaTail(dimension / 2, h / 2);
  return 1 - noncentralChiSquareProbability(h, dimension, Math.abs(shift));
}
