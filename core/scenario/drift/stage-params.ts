import { perRefit } from "../../sensors/scenario-kinds.ts";
import type { ScenarioType } from "../../contract/scenario-types.ts";
import { defaultParams, type ScenarioParams } from "./drift-formulas.ts";

export type ParamRanges = Readonly<Record<string, readonly [low: number, high: number]>>;

/**
 * Within what each parameter is plausible, for a scenario of the usual length. Judgement, not measurement: sizes reach
 * from half the CAUTION limit to what a driver would notice; times leave the story room on both sides. Where nothing is
 * out of true, what the frames seem to say stays below the CAUTION limit at every corner.
 */
export const paramRanges: Readonly<Record<ScenarioType, ParamRanges>> = {
  nominal_control: {},
  post_collision: { t0: [2, 10], A: [0.3, 3], ts: [0.05, 0.5], B: [0, 1], td: [0.2, 2], f: [4, 15] },
  pothole_impact: { T: [10, 20], n: [1, 12], A: [0.05, 0.6], keep: [0, 0.6], td: [0.1, 1], f: [6, 18] },
  curb_strike: { t0: [2, 10], A: [0.2, 2], keep: [0.2, 1], td: [0.3, 4] },
  windshield_replacement: {
    t0: [1, 6],
    t1: [6, 12],
    pre: [0, 0.1],
    A: [0.2, 2],
    res: [0, 0.15],
    v: [1, 20],
    L: [20, 60],
  },
  ...perRefit(({ ranges }) => ranges),
  thermal_cycle: { alpha: [0.0005, 0.004], dT: [5, 40], tau: [0.5, 6], period: [10, 40] },
  gradual_mount_loosening: { A: [0.2, 2], T0: [6, 20], m: [1, 3] },
  vibration_random_walk: { sigma: [0.03, 0.3], lambda: [0.01, 0.2], dt: [0.1, 0.1] },
  car_wash: { t0: [2, 8], A: [0.2, 1.2], w: [3, 10], keep: [0, 0.6] },
  load_change: { t0: [2, 10], A: [0.4, 2], kg: [50, 800], m0: [150, 400], ts: [0.2, 1.5], f: [1, 2] },
  ride_height_change: { t0: [2, 10], A: [0.1, 1.2] },
  wheel_alignment_thrust: { t0: [2, 8], A: [0.1, 1], ramp: [2, 12] },
  sensor_replacement: { t0: [2, 10], sd: [0.2, 1.2] },
  mirror_fold_nonreturn: { sd: [0.1, 0.8], every: [3, 10] },
  occlusion_false_drift: { t0: [2, 10], factor: [1.2, 5], missing: [0.1, 0.9] },
  intrinsics_shift: { t0: [2, 10], ramp: [1, 10], epsilon: [0.002, 0.03] },
  imu_bias: { b: [0.005, 0.05], tau: [5, 40] },
  time_slip: { t0: [2, 8], omega: [4, 30], f: [0.05, 0.2], slip: [0.001, 0.006], ramp: [2, 12] },
  highway_weave: { roll: [0.5, 3], yaw: [1, 8], f: [0.05, 0.3] },
  data_dropout: { t0: [2, 8], t1: [8, 18], p: [0.2, 1] },
};

/** The length the default parameters are made for, seconds. */
export const usualDurationS = 20;

/** Parameters that say when something happens, as opposed to how fast a thing swings or settles. */
const stagedParams = new Set(["t0", "t1", "T", "T0", "w", "ramp", "every", "period"]);

/** The scenario's parameters, its stages stretched so that the whole story fits the duration. */
export function stageParams(type: ScenarioType, durationS: number): ScenarioParams {
  const stretch = durationS / usualDurationS;
  return stretched(defaultParams(type), (value, by) => value * by, stretch);
}

/** Within what the same parameters are plausible. */
export function stageRanges(type: ScenarioType, durationS: number): ParamRanges {
  const stretch = durationS / usualDurationS;
  return stretched(paramRanges[type], ([low, high], by) => [low * by, high * by], stretch);
}

function stretched<Value>(
  values: Readonly<Record<string, Value>>,
  times: (value: Value, by: number) => Value,
  stretch: number,
): Record<string, Value> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      stagedParams.has(name) ? times(value, stretch) : value,
    ]),
  );
}
