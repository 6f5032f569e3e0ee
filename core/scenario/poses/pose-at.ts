import type { ScenarioFeed } from "../../contract/types.ts";
import { expDeg, logDeg, multiply, type Quaternion, type Vector3 } from "../../scoring/numeric/quaternion.ts";
import { driftDeg } from "../drift/drift-formulas.ts";

type ScenarioSensor = ScenarioFeed["parameters"]["initial_drift_state"]["sensors"][number];
export type Pose = ScenarioSensor["baseline"];

/** How a sensor stands at a time of the scenario. */
export interface SensorState {
  /** In the vehicle's frame: baseline ∘ Δ. */
  readonly pose: Pose;
  /** In the sensor's own frame at its baseline. */
  readonly delta: Pose;
  /** Null for sensors that are no radar. */
  readonly rangeBiasM: number | null;
  /** Null for sensors that are no lidar. */
  readonly registrationErrorM: number | null;
}

/**
 * d(t) of a feed, for any time, in any order. Of a formula it is computed; a replay's is what was received, on a straight
 * line between two samples.
 */
export function driftOf({ parameters, provenance, seed }: ScenarioFeed): (tS: number) => number {
  const { drift_model: model, trajectory } = parameters;
  if (provenance.kind !== "replay") return driftDeg(model.type, model.params, seed);
  const { dt_s: dtS, drift_deg: samples } = trajectory;
  return (tS) => {
    const place = Math.min(Math.max(tS / dtS, 0), samples.length - 1);
    const before = samples[Math.floor(place)] ?? 0;
    const after = samples[Math.ceil(place)] ?? before;
    return before + (after - before) * (place - Math.floor(place));
  };
}

/** The sensor's state when the drift is at `driftDegNow`, which is `driftOf(feed)(tS)`. */
export function sensorStateAt(feed: ScenarioFeed, sensor: ScenarioSensor, driftDegNow: number): SensorState {
  const moved = feed.parameters.drift_model.sensors.find(({ id }) => id === sensor.id);
  const initial = deltaBetween(sensor.baseline, sensor.now);
  const delta = moved === undefined ? initial : movedBy(initial, moved, driftDegNow);
  const { range_bias_m: bias, registration_error_m: error } = sensor;
  const [forward = 0] = moved?.translation_m_per_deg ?? [];
  const rise = Math.abs(driftDegNow) * (moved?.registration_error_m_per_deg ?? 0);
  return {
    pose: compose(sensor.baseline, delta),
    delta,
    rangeBiasM: bias === null ? null : bias - forward * driftDegNow,
    registrationErrorM: error === null ? null : error + rise,
  };
}

/** Δ in now = baseline ∘ Δ. */
export function deltaBetween(baseline: Pose, now: Pose): Pose {
  const back = conjugate(quaternionOf(baseline));
  const [x, y, z] = vectorOf(now.xyz_m);
  const [a, b, c] = vectorOf(baseline.xyz_m);
  return poseOf(rotated(back, [x - a, y - b, z - c]), multiply(back, quaternionOf(now)));
}

/** First the second pose, then the first: a ∘ b. */
export function compose(a: Pose, b: Pose): Pose {
  const turn = quaternionOf(a);
  const [x, y, z] = rotated(turn, vectorOf(b.xyz_m));
  const [fromX, fromY, fromZ] = vectorOf(a.xyz_m);
  return poseOf([fromX + x, fromY + y, fromZ + z], multiply(turn, quaternionOf(b)));
}

/** The angle of a pose's rotation, degrees. */
export function angleDegOf(pose: Pose): number {
  return Math.hypot(...logDeg(quaternionOf(pose)));
}

/** Rotation vector of a pose, degrees: about x, y and z. */
export function rotationVectorDegOf(pose: Pose): Vector3 {
  return logDeg(quaternionOf(pose));
}

/**
 * A camera's drift is measured in its optical frame (x right, y down, z forward); poses are given in frames whose x
 * points along the line of sight, y left, z up. The one place where one becomes the other.
 */
export function fromOptical([right, down, forward]: Vector3): Vector3 {
  // Adding zero turns −0 into 0.
  return [forward + 0, -right + 0, -down + 0];
}

export function toOptical([forward, left, up]: Vector3): Vector3 {
  return [-left + 0, -up + 0, forward + 0];
}

/** Both directions of a rotation are one; the one with w ≥ 0 is written. */
export function poseOf(xyzM: Vector3, [w, x, y, z]: Quaternion): Pose {
  const sign = w < 0 ? -1 : 1;
  const quaternion = [x, y, z, w].map((part) => sign * part + 0);
  return { xyz_m: xyzM.map((part) => part + 0), quat_xyzw: quaternion };
}

function movedBy(
  initial: Pose,
  moved: ScenarioFeed["parameters"]["drift_model"]["sensors"][number],
  deg: number,
): Pose {
  const [ax, ay, az] = vectorOf(moved.axis);
  const turnDeg = moved.rotation_deg_per_deg * deg;
  const turn = expDeg([ax * turnDeg, ay * turnDeg, az * turnDeg]);
  const [x, y, z] = vectorOf(initial.xyz_m);
  const [mx, my, mz] = vectorOf(moved.translation_m_per_deg);
  return poseOf([x + mx * deg, y + my * deg, z + mz * deg], multiply(quaternionOf(initial), turn));
}

function quaternionOf({ quat_xyzw: [x = 0, y = 0, z = 0, w = 1] }: Pose): Quaternion {
  return [w, x, y, z];
}

function vectorOf([x = 0, y = 0, z = 0]: readonly number[]): Vector3 {
  return [x, y, z];
}

function conjugate([w, x, y, z]: Quaternion): Quaternion {
  return [w, -x, -y, -z];
}

function rotated(turn: Quaternion, [x, y, z]: Vector3): Vector3 {
  const [, rx, ry, rz] = multiply(multiply(turn, [0, x, y, z]), conjugate(turn));
  return [rx, ry, rz];
}
