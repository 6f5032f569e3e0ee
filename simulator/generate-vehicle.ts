import { sensors, type Sensor } from "../core/sensors/sensor-lists.ts";
import type { TelemetryFrame } from "../core/contract/types.ts";
import { gaussian, uniform } from "../core/scenario/counter-random.ts";
import { multiply, rotationFromVectorDeg, uniformRotation } from "./rotation.ts";
import type { Rotation, Vector3 } from "./rotation.ts";
import { apparentDegPerFocalScale, effectsOf } from "../core/scenario/drift/sensor-effects.ts";
import type { SensorEffects } from "../core/scenario/drift/sensor-effects.ts";
import { defaultParams, driftDeg, scenariosThatMustNotAlarm } from "../core/scenario/drift/drift-formulas.ts";
import type { ScenarioType } from "../core/contract/scenario-types.ts";
import { isFrameLost } from "../core/scenario/drift/missing-frames.ts";
import type { VehicleDescription } from "./describe-vehicle.ts";

/** The noise of a fleet. Each vehicle's own σ is drawn around the typical one. */
export interface NoisePlan {
  /** Standard deviation of ln σ between vehicles. */
  readonly spread: number;
  /** Correlation between successive frames, 0 to 0.95. */
  readonly arPhi: number;
  /** Degrees of freedom of the noise; Infinity is normal, 3 and 5 are heavy-tailed. */
  readonly tailDegreesOfFreedom: number;
  /** Share of the frames in which a sensor is silent for no reason worth naming. */
  readonly missingShare: number;
}

export const ordinaryNoise: NoisePlan = {
  spread: 0.3,
  arPhi: 0,
  tailDegreesOfFreedom: Infinity,
  missingShare: 0.02,
};

export interface VehiclePlan {
  readonly vehicleId: string;
  readonly fleetId: string;
  readonly region: string;
  readonly seed: number;
  /** Capture time of the first frame, microseconds since 1970. */
  readonly startUs: number;
  readonly periodS: number;
  readonly scenario: ScenarioType;
  /** Seconds after the first frame at which the scenario begins. */
  readonly onsetS: number;
  readonly noise: NoisePlan;
  /** Left out: its frames say fleet and region only. */
  readonly description?: VehicleDescription;
}

/** What a detector is asked to find in a stream, known because it was put there. */
export interface VehicleTruth {
  readonly vehicle_id: string;
  readonly fleet_id: string;
  readonly region: string;
  readonly seed: number;
  readonly scenario: ScenarioType;
  /**
   * `alarm`: a breach has to open after the onset. `quiet`: no breach and no calibration, though dirt may be worth an
   * inspection. `either`: what is out of true stays too small or comes too late in these frames to demand an alarm.
   */
  readonly expected: "alarm" | "quiet" | "either";
  /** When the scenario begins; null where nothing begins at all. */
  readonly onset: string | null;
  readonly affects: readonly Sensor[];
  readonly fault_source: Sensor | "multi_modal" | "none";
  /** Largest departure from true in these frames. */
  readonly peak: { readonly camera_deg: number; readonly radar_m: number; readonly lidar_m: number };
  readonly period_s: number;
  readonly frames: number;
}

/** One vehicle whose every frame can be asked for by number, in any order, with the same answer. */
export interface SimulatedVehicle {
  readonly plan: VehiclePlan;
  /** Null when the vehicle sends nothing at that step. */
  frameAt(step: number): TelemetryFrame | null;
  /** The truth about the first `frames` steps. */
  truth(frames: number): VehicleTruth;
}

/** Typical σ of one frame: degrees an axis, metres, and ln(metres + 0.01) for the lidar, whose errors are skewed. */
const typicalSigma = { camera: 0.05, radar: 0.05, lidar: 0.25 } as const;
const biasSdM = 0.03;
const typicalLidarErrorM = 0.04;
const typicalConfidenceLogit = 2.4;

/** Streams of the counter generator; vehicles differ by seed. */
const stream = {
  mount: 1,
  bias: 4,
  sigma: 10,
  silence: 20,
  confidence: 25,
  jitter: 26,
  noise: 30,
} as const;

export function generateVehicle(plan: VehiclePlan): SimulatedVehicle {
  const vehicle = drawVehicle(plan);
  const effects = effectsOf(plan.scenario);
  const drift = departureOf(plan, effects);
  const isSilent = silenceOf(plan, effects);
  const noiseAt = noiseOf(plan);

  return {
    plan,
    frameAt(step) {
      const elapsedS = step * plan.periodS;
      const begun = elapsedS >= plan.onsetS;
      const factor = (sensor: Sensor) => vehicle.sigma[sensor] * (begun ? effects.noiseFactor[sensor] : 1);
      const departure = drift(elapsedS);

      const reported: TelemetryFrame["sensors"] = {};
      if (!isSilent("camera", step)) {
        const [x, y, z] = departure.cameraVectorDeg;
        const sigma = factor("camera");
        const wobble: Vector3 = [
          x + sigma * noiseAt(0, step),
          y + sigma * noiseAt(1, step),
          z + sigma * noiseAt(2, step),
        ];
        reported.camera_rotation_matrix = multiply(vehicle.mount, rotationFromVectorDeg(wobble)).map(
          (entry) => rounded(entry, 7),
        );
      }
      if (!isSilent("radar", step)) {
        const biasM = vehicle.radarBiasM + departure.radarM + factor("radar") * noiseAt(3, step);
        reported.radar_range_bias_m = rounded(biasM, 4);
      }
      if (!isSilent("lidar", step)) {
        const skewed = (vehicle.lidarErrorM + 0.01) * Math.exp(factor("lidar") * noiseAt(4, step)) - 0.01;
        reported.lidar_registration_error_m = rounded(Math.max(0, skewed + departure.lidarM), 4);
        const logit = typicalConfidenceLogit + (begun ? effects.confidenceLogit : 0);
        const share = 1 / (1 + Math.exp(-logit - 0.3 * gaussian(plan.seed, stream.confidence, step)));
        reported.lidar_confidence = rounded(share, 3);
      }
      if (Object.keys(reported).length === 0) return null;
      return {
        vehicle_id: plan.vehicleId,
        timestamp: isoTime(
          dueMs(plan, step) + jitterShare * plan.periodS * 1000 * uniform(plan.seed, stream.jitter, step),
        ),
        sensors: reported,
        metadata: {
          fleet_id: plan.fleetId,
          region: plan.region,
          ...plan.description?.metadata,
          ...plan.description?.positionAt(elapsedS),
        },
      };
    },
    truth: (frames) =>
      truthOf(
        plan,
        effects,
        Array.from({ length: frames }, (_, step) => drift(step * plan.periodS)),
      ),
  };
}

/** Frames are captured up to this share of the period late: never in perfect step, never out of order. */
const jitterShare = 0.02;

/** Due time of a step; its frame carries a time up to 2 % of the period later. */
function dueMs(plan: VehiclePlan, step: number): number {
  return plan.startUs / 1000 + step * plan.periodS * 1000;
}

interface Vehicle {
  readonly mount: Rotation;
  readonly radarBiasM: number;
  readonly lidarErrorM: number;
  readonly sigma: Readonly<Record<Sensor, number>>;
}

function drawVehicle({ seed, noise }: VehiclePlan): Vehicle {
  const draw = (index: number) => uniform(seed, stream.mount, index);
  const spread = (sensor: number) => Math.exp(noise.spread * gaussian(seed, stream.sigma, sensor));
  return {
    mount: uniformRotation(draw(0), draw(1), draw(2)),
    radarBiasM: biasSdM * gaussian(seed, stream.bias, 0),
    lidarErrorM: typicalLidarErrorM * Math.exp(0.2 * gaussian(seed, stream.bias, 1)),
    sigma: {
      camera: typicalSigma.camera * spread(0),
      radar: typicalSigma.radar * spread(1),
      lidar: typicalSigma.lidar * spread(2),
    },
  };
}

interface Departure {
  readonly cameraVectorDeg: Vector3;
  readonly radarM: number;
  readonly lidarM: number;
}

function departureOf(plan: VehiclePlan, effects: SensorEffects): (elapsedS: number) => Departure {
  const drift = driftDeg(plan.scenario, effects.params, plan.seed);
  const { cameraDegPerDeg, radarMPerDeg, lidarMPerDeg, cameraAxis } = effects;
  return (elapsedS) => {
    const sinceOnsetS = elapsedS - plan.onsetS;
    const begun = sinceOnsetS >= 0;
    const deg = begun ? drift(sinceOnsetS) : 0;
    const cameraDeg =
      deg * cameraDegPerDeg + (begun ? apparentCameraDeg(plan.scenario, effects, sinceOnsetS) : 0);
    return {
      cameraVectorDeg: [cameraAxis[0] * cameraDeg, cameraAxis[1] * cameraDeg, cameraAxis[2] * cameraDeg],
      radarM: deg * radarMPerDeg,
      // A registration error has no sign: whichever way the mount moved, the points fit worse.
      lidarM: Math.abs(deg) * lidarMPerDeg,
    };
  };
}

/** A changed focal length is no rotation, but an estimator that trusts the old one sees a rotation. */
function apparentCameraDeg(scenario: ScenarioType, { params }: SensorEffects, sinceOnsetS: number): number {
  if (scenario !== "intrinsics_shift") return 0;
  const { epsilon = 0, ramp = 1 } = { ...defaultParams(scenario), ...params };
  return epsilon * apparentDegPerFocalScale * Math.min(1, sinceOnsetS / ramp);
}

function silenceOf(plan: VehiclePlan, effects: SensorEffects): (sensor: Sensor, step: number) => boolean {
  const isLost = isFrameLost(plan.scenario, effects.params, plan.seed);
  return (sensor, step) => {
    const sinceOnsetS = step * plan.periodS - plan.onsetS;
    if (isLost(step, sinceOnsetS)) return true;
    const share = plan.noise.missingShare + (sinceOnsetS >= 0 ? effects.missingShare[sensor] : 0);
    return uniform(plan.seed, stream.silence + sensors.indexOf(sensor), step) < share;
  };
}

/**
 * Noise of unit variance for channel and step. The correlation is a moving sum over the steps before, cut where less
 * than a thousandth is left, so that any step can be asked for without its history.
 */
function noiseOf({ seed, noise }: VehiclePlan): (channel: number, step: number) => number {
  const { arPhi, tailDegreesOfFreedom } = noise;
  if (arPhi < 0 || arPhi > 0.95) throw new RangeError(`arPhi is ${arPhi}; it has to be between 0 and 0.95`);
  const lags = arPhi === 0 ? 1 : Math.ceil(Math.log(1e-3) / Math.log(arPhi));
  const weights = Array.from({ length: lags }, (_, lag) => arPhi ** lag);
  const norm = Math.hypot(...weights);
  const shock = shockOf(seed, tailDegreesOfFreedom);
  return (channel, step) => {
    let sum = 0;
    // Shifted so that the steps before the first one have numbers of their own, none of them negative.
    weights.forEach((weight, lag) => (sum += weight * shock(channel, step + lags - lag)));
    return sum / norm;
  };
}

/** Student's t by its definition, a normal over the root of a mean of squares, scaled to unit variance. */
function shockOf(seed: number, degreesOfFreedom: number): (channel: number, step: number) => number {
  if (degreesOfFreedom === Infinity) {
    return (channel, step) => gaussian(seed, stream.noise + channel, step);
  }
  if (!Number.isInteger(degreesOfFreedom) || degreesOfFreedom < 3) {
    throw new RangeError(
      `tailDegreesOfFreedom is ${degreesOfFreedom}; it has to be a whole number of at least 3`,
    );
  }
  const unitVariance = Math.sqrt((degreesOfFreedom - 2) / degreesOfFreedom);
  return (channel, step) => {
    const draw = (which: number) =>
      gaussian(seed, stream.noise + channel, step * (degreesOfFreedom + 1) + which);
    let squares = 0;
    for (let which = 1; which <= degreesOfFreedom; which += 1) squares += draw(which) ** 2;
    return (draw(0) / Math.sqrt(squares / degreesOfFreedom)) * unitVariance;
  };
}

/** A fault has to stay beyond these for half an hour before a detector is asked to have found it. */
const demandedFrom = { cameraDeg: 0.25, radarM: 0.25, lidarM: 0.12 } as const;
const demandedForS = 1800;

function truthOf(plan: VehiclePlan, effects: SensorEffects, departures: readonly Departure[]): VehicleTruth {
  const cameraDegs = departures.map((departure) => Math.hypot(...departure.cameraVectorDeg));
  const beyond = departures.filter(
    (departure, step) =>
      (cameraDegs[step] ?? 0) >= demandedFrom.cameraDeg ||
      Math.abs(departure.radarM) >= demandedFrom.radarM ||
      departure.lidarM >= demandedFrom.lidarM,
  );
  const demanded = beyond.length * plan.periodS >= demandedForS;
  const mustStayQuiet = scenariosThatMustNotAlarm.has(plan.scenario);
  return {
    vehicle_id: plan.vehicleId,
    fleet_id: plan.fleetId,
    region: plan.region,
    seed: plan.seed,
    scenario: plan.scenario,
    expected: mustStayQuiet ? "quiet" : demanded ? "alarm" : "either",
    onset: plan.scenario === "nominal_control" ? null : isoTime(dueMs(plan, plan.onsetS / plan.periodS)),
    affects: effects.affects,
    fault_source: effects.affects.length > 1 ? "multi_modal" : (effects.affects[0] ?? "none"),
    peak: {
      camera_deg: rounded(largest(cameraDegs), 3),
      radar_m: rounded(largest(departures.map((departure) => Math.abs(departure.radarM))), 3),
      lidar_m: rounded(largest(departures.map((departure) => departure.lidarM)), 3),
    },
    period_s: plan.periodS,
    frames: departures.length,
  };
}

function largest(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, value), 0);
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

function rounded(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  // Adding zero turns −0 into 0.
  return Math.round(value * scale) / scale + 0;
}
