import { expect, test } from "vitest";

import { gaussian } from "../counter-random.ts";
import type { ScenarioType } from "../../contract/scenario-types.ts";
import { defaultParams, driftDeg, type ScenarioParams } from "../drift/drift-formulas.ts";
import { fitDrift, fittableTypes, type FitAsk } from "./fit-drift.ts";

/** Samples of a formula, every tenth of a second, with noise of 0.05. */
function measured(type: ScenarioType, params: ScenarioParams, noise = 0.05): FitAsk {
  const drift = driftDeg(type, params, 1);
  const points = Array.from({ length: 201 }, (_, at) => ({
    tS: at / 10,
    value: drift(at / 10) + noise * gaussian(7, 99, at),
  }));
  return { type, seed: 1, durationS: 20, params: defaultParams(type), points };
}
function fitted(ask: FitAsk) {
  const found = fitDrift(ask);
  if (found === null) throw new Error("nothing was fitted");
  return found;
}

test("parameters and standard errors are those of SciPy's curve_fit", () => {
  const { params, intervals, rmse } = fitted(measured("gradual_mount_loosening", { A: 0.55, T0: 9, m: 2.1 }));
  // scipy.optimize.curve_fit of the same points: popt, and the roots of the diagonal of pcov.
  const optimum = { A: 0.5387772344872962, T0: 8.822781176131599, m: 2.238414629760413 };
  const errors = { A: 0.009707730431511397, T0: 0.2179133156005956, m: 0.13174360020255407 };
  for (const name of ["A", "T0", "m"] as const) {
    expect(params[name]).toBeCloseTo(optimum[name], 5);
    expect(intervals[name]?.[1]).toBeCloseTo(optimum[name] + 1.959964 * errors[name], 5);
    expect(intervals[name]?.[0]).toBeCloseTo(optimum[name] - 1.959964 * errors[name], 5);
  }
  expect(rmse).toBeCloseTo(0.056134189335758186, 8);
});

test("with its time the fit is at least as good as SciPy's at the true time", () => {
  const ask = measured("curb_strike", { t0: 6.25, A: 0.8, keep: 0.5, td: 2 });
  const { params, intervals, rmse } = fitted(ask);
  expect(rmse ** 2 * 201).toBeLessThanOrEqual(0.6350379153707544 + 1e-9);
  expect(Math.abs((params["t0"] ?? 0) - 6.25)).toBeLessThan(0.11);
  expect(intervals["t0"]?.[0]).toBeLessThanOrEqual(6.25);
  expect(intervals["t0"]?.[1]).toBeGreaterThanOrEqual(6.2);
});

test("a step's size is the mean behind it, downwards as well", () => {
  for (const size of [0.42, -0.42]) {
    const ask = measured("bumper_repair_radar", { t0: 6.25, A: size });
    const { params, intervals } = fitted(ask);
    const behind = ask.points.filter(({ tS }) => tS >= 6.25);
    const mean = behind.reduce((sum, { value }) => sum + value, 0) / behind.length;
    expect(params["A"]).toBeCloseTo(mean, 6);
    // However clear the step, its time is known no better than the times that were tried.
    const [low = 0, high = 0] = intervals["t0"] ?? [];
    expect(high - low).toBeGreaterThan(0.04);
    expect(low <= 6.25 && high >= 6.2).toBe(true);
  }
});

test.each(fittableTypes)("%s is found again where there is no noise", (type) => {
  const truth = { ...defaultParams(type as ScenarioType), ...(type === "post_collision" && { B: 0 }) };
  const ask = measured(type as ScenarioType, truth, 0);
  expect(fitted(ask).rmse).toBeLessThan(0.02);
});

test("95 % intervals hold the truth in about 95 of 100 runs", () => {
  const held = Array.from({ length: 100 }, (_, run) => {
    const truth = { A: 0.55, T0: 9, m: 2.1 };
    const drift = driftDeg("gradual_mount_loosening", truth, 1);
    const points = Array.from({ length: 101 }, (__, at) => ({
      tS: at / 5,
      value: drift(at / 5) + 0.05 * gaussian(run, 98, at),
    }));
    const params = defaultParams("gradual_mount_loosening");
    const { intervals } = fitted({ type: "gradual_mount_loosening", seed: 1, durationS: 20, params, points });
    const [low, high] = intervals["A"] ?? [Infinity, -Infinity];
    return low <= truth.A && truth.A <= high;
  }).filter(Boolean).length;
  // Binomial(100, 0.95): outside 87 to 100 once in two thousand.
  expect(held).toBeGreaterThanOrEqual(87);
});

test("a formula that no history can show, and too few points, are not fitted", () => {
  expect(fitDrift(measured("vibration_random_walk", {}))).toBeNull();
  const ask = measured("bumper_repair_radar", {});
  expect(fitDrift({ ...ask, points: ask.points.slice(0, 5) })).toBeNull();
});

test("points that are all alike, or on one time, give numbers or nothing, never NaN", () => {
  const flat = {
    ...measured("curb_strike", {}),
    points: Array.from({ length: 50 }, (_, at) => ({ tS: at / 5, value: 0 })),
  };
  const once = { ...flat, points: flat.points.map(() => ({ tS: 3, value: 1 })) };
  for (const ask of [flat, once]) {
    const { params, intervals, rmse } = fitted(ask);
    expect([...Object.values(params), rmse].every(Number.isFinite)).toBe(true);
    expect(Object.values(intervals).every((one) => one === null || one.every(Number.isFinite))).toBe(true);
  }
});
