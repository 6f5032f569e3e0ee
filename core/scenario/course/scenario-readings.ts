import type { ScenarioFeed } from "../../contract/types.ts";
import type { SensorReading } from "../../scoring/model/journal-entry.ts";
import { expDeg, multiply, toMatrix, type Vector3 } from "../../scoring/numeric/quaternion.ts";
import { gaussian, uniform } from "../counter-random.ts";
import { defaultParams } from "../drift/drift-formulas.ts";
import {
  apparentDegPerFocalScale,
  effectsOf,
  type Sensor,
  type SensorEffects,
} from "../drift/sensor-effects.ts";
import { rotationVectorDegOf, sensorStateAt } from "../poses/pose-at.ts";
import { fromOptical } from "../poses/sensor-axes.ts";

/** How far each sensor is from its baseline; what a detector is asked to find. */
export interface Departures {
  /** Rotation vector in the camera's own frame (x ahead, y left, z up), degrees. */
  readonly cameraDeg: Vector3;
  readonly radarM: number;
  readonly lidarM: number;
}

export const noDepartures: Departures = { cameraDeg: [0, 0, 0], radarM: 0, lidarM: 0 };

/** Where the sensors of the scenario really stand when its trajectory is at this angle. */
export function departuresAt(feed: ScenarioFeed, driftDegNow: number): Departures {
  const states = feed.parameters.initial_drift_state.sensors.map((sensor) => ({
    kind: sensor.kind,
    state: sensorStateAt(feed, sensor, driftDegNow),
  }));
  const of = (kind: Sensor) => states.find((one) => one.kind === kind)?.state;
  const camera = of("camera");
  return {
    cameraDeg: camera === undefined ? [0, 0, 0] : rotationVectorDegOf(camera.delta),
    radarM: of("radar")?.rangeBiasM ?? 0,
    lidarM: of("lidar")?.registrationErrorM ?? 0,
  };
}

/**
 * What nothing moved for and the frames say all the same: a body that pitches, a reference that turns, a clock that is
 * late, a lens out of focus. An estimate of sensor against body takes most of it out; this is what stays.
 */
export function apparentAt(feed: ScenarioFeed, driftDegNow: number, tS: number): Departures {
  const { type, moves, params } = feed.parameters.drift_model;
  if (moves === "mount" || moves === "nothing") return noDepartures;
  const effects = effectsOf(type);
  const { t0 = 0, ramp = 1, epsilon = 0 } = { ...defaultParams(type), ...params };
  const focus = moves === "optics" ? epsilon * apparentDegPerFocalScale * share((tS - t0) / ramp) : 0;
  const [x, y, z] = fromOptical(effects.cameraAxis);
  const deg = driftDegNow * effects.cameraDegPerDeg + focus;
  return {
    cameraDeg: [x * deg, y * deg, z * deg],
    radarM: driftDegNow * effects.radarMPerDeg,
    lidarM: Math.abs(driftDegNow) * effects.lidarMPerDeg,
  };
}

/** Noise of one frame, as the simulator's vehicles have it: degrees an axis, metres, and ln(metres + 0.01) for the lidar. */
const noise = { cameraDeg: 0.05, radarM: 0.05, lidarLog: 0.25 } as const;
const usualLidarErrorM = 0.04;
const usualConfidence = 0.91;

/** Streams of the counter generator, apart from those of formulas and streets. */
const stream = { camera: 201, radar: 204, lidar: 205, silence: 206 } as const;

/** What a vehicle with these departures sends as its frame of this number, with noise and silence of the scenario's. */
export function readingAt(
  feed: ScenarioFeed,
  frame: { readonly number: number; readonly timestampUs: number; readonly hasBegun: boolean },
  departures: readonly Departures[],
): SensorReading {
  const { seed, scenario_type: type } = feed;
  const { noiseFactor, missingShare, confidenceLogit } = { ...effectsOf(type), ...saidBy(feed) };
  const factor = (sensor: Sensor) => (frame.hasBegun ? noiseFactor[sensor] : 1);
  const draw = (one: number) => gaussian(seed, one, frame.number);
  const isHeard = (sensor: Sensor, at: number) =>
    feed.parameters.initial_drift_state.sensors.some(({ kind }) => kind === sensor) &&
    (!frame.hasBegun || uniform(seed, stream.silence + at, frame.number) >= missingShare[sensor]);

  const wobble = [0, 1, 2].map((axis) => noise.cameraDeg * factor("camera") * draw(stream.camera + axis));
  const turns = [...departures.map(({ cameraDeg }) => cameraDeg), wobble as unknown as Vector3];
  const turn = turns.map((vector) => expDeg(vector)).reduce((one, next) => multiply(one, next));
  const sum = (of: (departure: Departures) => number) => departures.reduce((all, one) => all + of(one), 0);
  const skewed =
    (usualLidarErrorM + 0.01) * Math.exp(noise.lidarLog * factor("lidar") * draw(stream.lidar)) - 0.01;
  return {
    timestampUs: frame.timestampUs,
    ...(isHeard("camera", 0) && { cameraRotation: toMatrix(turn) }),
    ...(isHeard("radar", 1) && {
      radarRangeBiasM: sum(({ radarM }) => radarM) + noise.radarM * factor("radar") * draw(stream.radar),
    }),
    ...(isHeard("lidar", 2) && {
      lidarRegistrationErrorM: Math.max(0, skewed + sum(({ lidarM }) => lidarM)),
      lidarConfidence: frame.hasBegun ? confidenceAfter(confidenceLogit) : usualConfidence,
    }),
  };
}

/** Where the feed itself says how much worse and fewer detections become, that holds, and not what a fleet's usual ones do. */
function saidBy({ parameters }: ScenarioFeed): Partial<Pick<SensorEffects, "noiseFactor" | "missingShare">> {
  const { type, params } = parameters.drift_model;
  if (type !== "occlusion_false_drift") return {};
  const { factor = 1, missing = 0 } = { ...defaultParams(type), ...params };
  const usual = effectsOf(type).noiseFactor;
  const where = (sensor: Sensor, then: number, otherwise: number) => (usual[sensor] > 1 ? then : otherwise);
  const ofEach = (then: number, otherwise: number) => ({
    camera: where("camera", then, otherwise),
    radar: where("radar", then, otherwise),
    lidar: where("lidar", then, otherwise),
  });
  return { noiseFactor: ofEach(factor, 1), missingShare: ofEach(missing, 0) };
}

function confidenceAfter(logit: number): number {
  return 1 / (1 + Math.exp(-(Math.log(usualConfidence / (1 - usualConfidence)) + logit)));
}

function share(value: number): number {
  return Math.min(1, Math.max(0, value));
}
