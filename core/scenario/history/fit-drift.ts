import { perRefit } from "../../sensors/scenario-kinds.ts";
import type { ScenarioType } from "../../contract/scenario-types.ts";
import { driftDeg, type ScenarioParams } from "../drift/drift-formulas.ts";

/** Solves A·x = b for a symmetric, positive definite A by Cholesky's method; null where it is not, to working precision. */
export function solveNormalEquations(
  matrix: readonly (readonly number[])[],
  right: readonly number[],
): readonly number[] | null {
  const lower = choleskyOf(matrix);
  if (lower === null) return null;
  const between = substituted(lower, right);
  const upper = lower.map((_, row) => lower.map((__, column) => lower[column]![row]!)).toReversed();
  const turned = upper.map((row) => row.toReversed());
  return substituted(turned, between.toReversed()).toReversed();
}

function choleskyOf(matrix: readonly (readonly number[])[]): readonly (readonly number[])[] | null {
  const lower = matrix.map((row) => row.map(() => 0));
  for (const [row, own] of lower.entries()) {
    for (let column = 0; column <= row; column += 1) {
      const other = lower[column]!;
      const sum = matrix[row]![column]! - own.reduce((total, entry, at) => total + entry * other[at]!, 0);
      // Below this share of what it was, a pivot is what rounding left.
      if (row === column && !(sum > 1e-14 * matrix[row]![row]!)) return null;
      own[column] = row === column ? Math.sqrt(sum) : sum / other[column]!;
    }
  }
  return lower;
}

/** Forward, with a lower triangle. */
function substituted(lower: readonly (readonly number[])[], right: readonly number[]): readonly number[] {
  const solved: number[] = [];
  for (const [row, entries] of lower.entries()) {
    const sum = solved.reduce((total, value, at) => total + entries[at]! * value, 0);
    solved.push((right[row]! - sum) / entries[row]!);
  }
  return solved;
}

export interface Point {
  readonly tS: number;
  readonly value: number;
}

export interface FittedDrift {
  readonly params: ScenarioParams;
  /** Of the free parameters: 95 % intervals, null where these points tell nothing of one. */
  readonly intervals: Readonly<Record<string, readonly [low: number, high: number] | null>>;
  /** Root mean square of what the formula leaves. */
  readonly rmse: number;
}

/** What is fitted of each formula; the rest keeps its default, but for what no series of minutes can show. */
const fittable: Readonly<
  Partial<Record<ScenarioType, { readonly free: readonly string[]; readonly fixed?: ScenarioParams }>>
> = {
  post_collision: { free: ["t0", "A", "ts"], fixed: { B: 0 } },
  curb_strike: { free: ["t0", "A", "keep", "td"] },
  ...perRefit(() => ({ free: ["t0", "A"] })),
  gradual_mount_loosening: { free: ["A", "T0", "m"] },
  car_wash: { free: ["t0", "A", "w", "keep"] },
  sensor_replacement: { free: ["t0", "sd"] },
};

/** Scenarios whose formula can be fitted. */
export const fittableTypes: readonly string[] = Object.keys(fittable);

export interface FitAsk {
  readonly type: ScenarioType;
  readonly seed: number;
  readonly durationS: number;
  /** Where the fit begins: of a scenario of this length. */
  readonly params: ScenarioParams;
  readonly points: readonly Point[];
}

/**
 * Least squares of a scenario's formula to what was measured. Steps have no derivative in their time, so the time is
 * searched: a grid of times, for each the other parameters by Levenberg and Marquardt's method, then a finer grid. The
 * intervals are those of the linearised formula, ±1.96 standard errors; of a step's time, the times that
 * raise the sum of squares by less than 1.96² residual variances. Null for a type that is not fitted, and too few points.
 */
export function fitDrift(ask: FitAsk): FittedDrift | null {
  const plan = fittable[ask.type];
  if (plan === undefined || ask.points.length < 2 * plan.free.length + 2) return null;
  const start = { ...ask.params, ...plan.fixed };
  const others = plan.free.filter((name) => name !== "t0");
  const fitAt = (t0: number | null): Fit => fitOthers(ask, others, t0 === null ? start : { ...start, t0 });
  if (!plan.free.includes("t0")) return reported(ask, fitAt(null), { others, timeFits: [] });
  const coarse = grid(0, ask.durationS, coarseTimes).map((t0) => ({ t0, fit: fitAt(t0) }));
  const near = bestOf(coarse).t0;
  const step = ask.durationS / coarseTimes;
  const fine = grid(Math.max(0, near - step), Math.min(ask.durationS, near + step), fineTimes).map((t0) => ({
    t0,
    fit: fitAt(t0),
  }));
  const timeFits = [...coarse, ...fine];
  return reported(ask, bestOf(timeFits).fit, { others, timeFits });
}

const coarseTimes = 40;
const fineTimes = 40;
const iterations = 60;
/** Of a normal distribution, 95 % on both sides. */
const z95 = 1.959964;

interface Fit {
  readonly params: ScenarioParams;
  readonly squares: number;
  /** Jacobian of the free parameters but the time, a row a point. */
  readonly slopes: readonly (readonly number[])[];
}

interface TimeFit {
  readonly t0: number;
  readonly fit: Fit;
}

function fitOthers(ask: FitAsk, names: readonly string[], start: ScenarioParams): Fit {
  let params = withAmplitude(ask, names, start);
  let squares = squaresOf(ask, params);
  let damping = 1e-3;
  for (let round = 0; round < iterations; round += 1) {
    const slopes = slopesOf(ask, names, params);
    const step = dampedStep(ask, { params, slopes, damping });
    if (step === null) break;
    const tried = moved(params, names, step);
    const left = squaresOf(ask, tried);
    if (left < squares) {
      const gain = (squares - left) / squares;
      params = tried;
      squares = left;
      damping = Math.max(damping / 5, 1e-12);
      if (gain < 1e-12) break;
    } else {
      damping *= 5;
      if (damping > 1e12) break;
    }
  }
  return { params, squares, slopes: slopesOf(ask, names, params) };
}

/** The size that the last quarter of the points has: everything else is easier from there. */
function withAmplitude({ points }: FitAsk, names: readonly string[], start: ScenarioParams): ScenarioParams {
  const size = names.find((name) => name === "A" || name === "sd");
  if (size === undefined) return start;
  const late = points.slice(-Math.max(1, Math.floor(points.length / 4)));
  const level = late.reduce((sum, { value }) => sum + value, 0) / late.length;
  return { ...start, [size]: level === 0 ? (start[size] ?? 1) : level };
}

function residualsOf({ type, seed, points }: FitAsk, params: ScenarioParams): readonly number[] {
  const drift = driftDeg(type, params, seed);
  return points.map(({ tS, value }) => value - drift(tS));
}

function squaresOf(ask: FitAsk, params: ScenarioParams): number {
  const sum = residualsOf(ask, params).reduce((total, residual) => total + residual * residual, 0);
  return Number.isFinite(sum) ? sum : Infinity;
}

/** Central differences. */
function slopesOf(ask: FitAsk, names: readonly string[], params: ScenarioParams): number[][] {
  const columns = names.map((name) => {
    const value = params[name] ?? 0;
    const by = 1e-6 * Math.max(1e-3, Math.abs(value));
    const up = residualsOf(ask, { ...params, [name]: value + by });
    const down = residualsOf(ask, { ...params, [name]: value - by });
    return up.map((residual, at) => (down[at]! - residual) / (2 * by));
  });
  return ask.points.map((_, at) => columns.map((column) => column[at]!));
}

function dampedStep(
  ask: FitAsk,
  at: {
    readonly params: ScenarioParams;
    readonly slopes: readonly (readonly number[])[];
    readonly damping: number;
  },
): readonly number[] | null {
  const residuals = residualsOf(ask, at.params);
  const normal = normalOf(at.slopes);
  const right = normal.map((_, row) =>
    at.slopes.reduce((sum, slope, point) => sum + slope[row]! * residuals[point]!, 0),
  );
  const damped = normal.map((row, from) =>
    row.map((entry, to) => (from === to ? entry * (1 + at.damping) : entry)),
  );
  return solveNormalEquations(damped, right);
}

function normalOf(slopes: readonly (readonly number[])[]): number[][] {
  const size = slopes[0]?.length ?? 0;
  return Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (__, column) =>
      slopes.reduce((sum, slope) => sum + slope[row]! * slope[column]!, 0),
    ),
  );
}

function moved(params: ScenarioParams, names: readonly string[], step: readonly number[]): ScenarioParams {
  const next: Record<string, number> = { ...params };
  for (const [at, name] of names.entries()) {
    const value = (params[name] ?? 0) + step[at]!;
    next[name] = times.has(name)
      ? Math.max(1e-3, value)
      : shares.has(name)
        ? Math.min(1, Math.max(0, value))
        : value;
  }
  return next;
}

const times = new Set(["ts", "td", "T0", "w", "m"]);
const shares = new Set(["keep"]);

function reported(
  { points, durationS }: FitAsk,
  { params, squares, slopes }: Fit,
  { others, timeFits }: { readonly others: readonly string[]; readonly timeFits: readonly TimeFit[] },
): FittedDrift {
  const free = others.length + (timeFits.length > 0 ? 1 : 0);
  const variance = squares / (points.length - free);
  const intervals: Record<string, readonly [number, number] | null> = {};
  const normal = normalOf(slopes);
  for (const [at, name] of others.entries()) {
    const unit = others.map((_, row) => (row === at ? 1 : 0));
    const spread = solveNormalEquations(normal, unit)?.[at] ?? Number.NaN;
    const error = z95 * Math.sqrt(variance * spread);
    const value = params[name] ?? 0;
    intervals[name] = Number.isFinite(error) ? [value - error, value + error] : null;
  }
  if (timeFits.length > 0) {
    const likely = timeFits
      .filter(({ fit }) => fit.squares - squares <= z95 * z95 * variance)
      .map(({ t0 }) => t0);
    // No finer than the times that were tried.
    const grain = (2 * durationS) / coarseTimes / fineTimes;
    const [low, high] = [Math.min(...likely) - grain, Math.max(...likely) + grain];
    intervals["t0"] = low <= 0 && high >= durationS ? null : [low, high];
  }
  return { params, intervals, rmse: Math.sqrt(squares / points.length) };
}

function grid(from: number, to: number, steps: number): readonly number[] {
  return Array.from({ length: steps + 1 }, (_, at) => from + ((to - from) * at) / steps);
}

function bestOf(fits: readonly TimeFit[]): TimeFit {
  return fits.reduce((best, one) => (one.fit.squares < best.fit.squares ? one : best));
}
