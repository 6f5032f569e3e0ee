import { type ScenarioType, scenarioTypes } from "../../contract/scenario-types.ts";
import { perRefit } from "../../sensors/scenario-kinds.ts";
import { gaussian, uniform } from "../counter-random.ts";

export type ScenarioParams = Readonly<Record<string, number>>;

/** Scenarios that are there to be left alone: nothing is out of true in them, whatever the numbers look like. */
export const scenariosThatMustNotAlarm: ReadonlySet<ScenarioType> = new Set<ScenarioType>([
  "nominal_control",
  "thermal_cycle",
  "load_change",
  "ride_height_change",
  "wheel_alignment_thrust",
  "occlusion_false_drift",
  "imu_bias",
  "time_slip",
  "highway_weave",
  "data_dropout",
]);

export function isScenarioType(name: string): name is ScenarioType {
  return scenarioTypes.some((type) => type === name);
}

/** Parameters of a scenario as played in a visualizer of about 20 s. Magnitudes are plausible, not fitted. */
export function defaultParams(type: ScenarioType): ScenarioParams {
  return trajectories[type].defaults;
}

/**
 * Drift angle in degrees at t seconds. Parameters not given keep their defaults; a parameter the scenario does not
 * have throws, because a silent typo would play the wrong scenario.
 */
export function driftDeg(type: ScenarioType, params: ScenarioParams, seed: number): (tS: number) => number {
  const { defaults, drift } = trajectories[type];
  const unknown = Object.keys(params).find((name) => !Object.hasOwn(defaults, name));
  if (unknown !== undefined) {
    const known = Object.keys(defaults).join(", ") || "none";
    throw new RangeError(`scenario ${type} has no parameter ${unknown}; it has: ${known}`);
  }
  return drift({ ...defaults, ...params }, seed);
}

type DriftOfTime = (tS: number) => number;

interface Trajectory {
  readonly defaults: ScenarioParams;
  readonly drift: (params: ScenarioParams, seed: number) => DriftOfTime;
}

function trajectory<Name extends string>(
  defaults: Readonly<Record<Name, number>>,
  drift: (params: Readonly<Record<Name, number>>, seed: number) => DriftOfTime,
): Trajectory {
  return { defaults, drift };
}

const none = (): DriftOfTime => () => 0;

/** Streams of the counter generator, two a scenario, so that no two scenarios of one seed share their luck. */
const stream = { potholeDepth: 6, potholeTime: 7, walk: 18, replacement: 28, mirror: 30 } as const;

/**
 * The named scenarios. Each is a drift angle d(t) in degrees that is a pure function of time, parameters and seed: any
 * t may be asked for, in any order, with the same answer.
 *
 * In the formulas H is the unit step, x = t − t0, U and G the uniform and normal numbers of the counter generator.
 * Parameters: `t0`, `t1` times, `ts`, `td`, `tau`, `T`, `T0`, `w`, `ramp`, `every`, `period`, `dt` durations, all in
 * seconds; `f` in hertz; `A`, `B`, `a`, `pre`, `res`, `sd`, `roll` in degrees; shares (`keep`, `p`, `missing`) 0 to 1.
 */
const trajectories: Readonly<Record<ScenarioType, Trajectory>> = {
  nominal_control: trajectory({}, none),

  post_collision: trajectory({ t0: 5, A: 1.41, ts: 0.15, B: 0.35, td: 0.6, f: 9 }, (p) => (tS) => {
    const x = tS - p.t0;
    if (x < 0) return 0;
    return p.A * (1 - Math.exp(-x / p.ts)) + p.B * Math.exp(-x / p.td) * Math.cos(2 * Math.PI * p.f * x);
  }),

  pothole_impact: trajectory({ T: 20, n: 6, A: 0.25, keep: 0.2, td: 0.4, f: 11 }, (p, seed) => {
    const impacts = Array.from({ length: Math.trunc(p.n) }, (_, index) => ({
      atS: (p.T * (index + uniform(seed, stream.potholeTime, index))) / p.n,
      deg: p.A * (0.3 + 0.7 * uniform(seed, stream.potholeDepth, index)),
    }));
    return (tS) => {
      let drift = 0;
      for (const { atS, deg } of impacts) {
        const x = tS - atS;
        if (x < 0) break;
        drift += deg * (p.keep + (1 - p.keep) * Math.exp(-x / p.td) * Math.cos(2 * Math.PI * p.f * x));
      }
      return drift;
    };
  }),

  curb_strike: trajectory({ t0: 5, A: 0.9, keep: 0.6, td: 1.5 }, (p) => (tS) => {
    const x = tS - p.t0;
    return x < 0 ? 0 : p.A * (p.keep + (1 - p.keep) * Math.exp(-x / p.td));
  }),

  // v: kilometres driven per second of scenario time, L: kilometres after which a third of the error is left.
  windshield_replacement: trajectory(
    { t0: 3, t1: 6, pre: 0, A: 0.9, res: 0.05, v: 5, L: 35 },
    (p) => (tS) => {
      if (tS < p.t0) return p.pre;
      if (tS < p.t1) return p.A;
      return p.res + (p.A - p.res) * Math.exp((-p.v * (tS - p.t1)) / p.L);
    },
  ),

  ...perRefit(({ params }) => trajectory(params, stepOf)),

  // alpha: degrees per kelvin, dT: amplitude of the temperature in kelvin, tau: lag of the mount behind the air.
  thermal_cycle: trajectory({ alpha: 0.002, dT: 25, tau: 3, period: 20 }, (p) => {
    const omega = (2 * Math.PI) / p.period;
    const lag = omega * p.tau;
    return (tS) =>
      (p.alpha * p.dT * (Math.sin(omega * tS) - lag * Math.cos(omega * tS) + lag * Math.exp(-tS / p.tau))) /
      (1 + lag * lag);
  }),

  gradual_mount_loosening: trajectory(
    { A: 0.8, T0: 12, m: 1.6 },
    (p) => (tS) => (tS < 0 ? 0 : p.A * (1 - Math.exp(-((tS / p.T0) ** p.m)))),
  ),

  // sigma: degrees per square root of a second, lambda: pull back to true, per second.
  vibration_random_walk: trajectory({ sigma: 0.12, lambda: 0.05, dt: 0.1 }, (p, seed) => {
    // The walk is defined step after step; remembering it keeps scrubbing exact without walking again.
    const walked = [0];
    return (tS) => {
      const step = Math.max(0, Math.floor(tS / p.dt + 1e-9));
      let deg = walked.at(-1) ?? 0;
      for (let from = walked.length - 1; from < step; from += 1) {
        const kick = p.sigma * Math.sqrt(p.dt) * gaussian(seed, stream.walk, from);
        deg = deg + kick - p.lambda * deg * p.dt;
        walked.push(deg);
      }
      return walked[step] ?? deg;
    };
  }),

  car_wash: trajectory({ t0: 4, A: 0.6, w: 6, keep: 0.15 }, (p) => (tS) => {
    const x = tS - p.t0;
    if (x < 0) return 0;
    return x < p.w ? p.A * Math.sin((Math.PI * x) / p.w) : p.A * p.keep;
  }),

  load_change: trajectory({ t0: 5, A: 1.2, kg: 300, m0: 250, ts: 0.5, f: 1.4 }, (p) => (tS) => {
    const x = tS - p.t0;
    if (x < 0) return 0;
    return p.A * Math.tanh(p.kg / p.m0) * (1 - Math.exp(-x / p.ts) * Math.cos(2 * Math.PI * p.f * x));
  }),

  ride_height_change: trajectory({ t0: 5, A: 0.5 }, stepOf),

  wheel_alignment_thrust: trajectory({ t0: 5, A: 0.4, ramp: 8 }, (p) => (tS) => {
    const x = tS - p.t0;
    return x < 0 ? 0 : p.A * Math.min(1, x / p.ramp);
  }),

  sensor_replacement: trajectory({ t0: 5, sd: 0.6 }, (p, seed) => {
    const deg = p.sd * Math.abs(gaussian(seed, stream.replacement, 0));
    return (tS) => (tS < p.t0 ? 0 : deg);
  }),

  mirror_fold_nonreturn: trajectory(
    { sd: 0.4, every: 5 },
    (p, seed) => (tS) => p.sd * gaussian(seed, stream.mirror, Math.floor(tS / p.every)),
  ),

  // No drift: noise is multiplied by `factor` and a share `missing` of the detections fails from t0 on.
  occlusion_false_drift: trajectory({ t0: 5, factor: 2.5, missing: 0.4 }, none),

  // No drift: the focal length is scaled by 1 + epsilon, reached over `ramp` from t0 on.
  intrinsics_shift: trajectory({ t0: 5, ramp: 4, epsilon: 0.008 }, none),

  // b: degrees per second of the reference's own gyro.
  imu_bias: trajectory(
    { b: 0.03, tau: 15 },
    (p) => (tS) => (tS < 0 ? 0 : p.b * p.tau * (1 - Math.exp(-tS / p.tau))),
  ),

  // omega: yaw rate in degrees per second, slip: clock error in seconds once it has fully grown. omega · slip stays below
  // the cautionary limit: frames that say more than that say it of a mount, too, and nobody could tell the two apart.
  time_slip: trajectory({ t0: 4, omega: 12, f: 0.1, slip: 0.005, ramp: 8 }, (p) => (tS) => {
    const grown = Math.min(1, Math.max(0, (tS - p.t0) / p.ramp));
    return p.omega * Math.sin(2 * Math.PI * p.f * tS) * p.slip * grown;
  }),

  // No drift: the body rolls by `roll` degrees and yaws at up to `yaw` degrees per second.
  highway_weave: trajectory({ roll: 1.5, yaw: 4, f: 0.12 }, none),

  // No drift: a frame between t0 and t1 is missing with probability p.
  data_dropout: trajectory({ t0: 5, t1: 12, p: 0.8 }, none),
};

function stepOf(p: { readonly t0: number; readonly A: number }): DriftOfTime {
  return (tS) => (tS < p.t0 ? 0 : p.A);
}
