import {
  between,
  expDeg,
  logDeg,
  multiply,
  type Quaternion,
  type Vector3,
} from "../../core/scoring/numeric/quaternion.ts";

/** Metres, in the vehicle's frame unless said otherwise: x forward, y left, z up, from the ground under the rear axle (ISO 8855). */
export type Vector = Vector3;

/** Where a sensor sits and where it looks: along +x of its own frame, with +y to its left and +z up. */
export interface Pose {
  readonly at: Vector;
  readonly turn: Quaternion;
}

export const unturned: Quaternion = [1, 0, 0, 0];

export function turned([w, x, y, z]: Quaternion, [vx, vy, vz]: Vector): Vector {
  const tx = 2 * (y * vz - z * vy);
  const ty = 2 * (z * vx - x * vz);
  const tz = 2 * (x * vy - y * vx);
  return [vx + w * tx + y * tz - z * ty, vy + w * ty + z * tx - x * tz, vz + w * tz + x * ty - y * tx];
}

/** A point of the sensor's frame in the vehicle's. */
export function placed({ at, turn }: Pose, point: Vector): Vector {
  return plus(at, turned(turn, point));
}

/** What moved, in the sensor's own baseline frame: `now = baseline ∘ Δ`. */
export function movedBetween(baseline: Pose, now: Pose): Pose {
  const [w, x, y, z] = baseline.turn;
  const [bx, by, bz] = baseline.at;
  const [nx, ny, nz] = now.at;
  return {
    at: turned([w, -x, -y, -z], [nx - bx, ny - by, nz - bz]),
    turn: between(baseline.turn, now.turn),
  };
}

/** The present pose with its distance from the baseline multiplied, so that a small drift can be seen. */
export function exaggerated(baseline: Pose, now: Pose, factor: number): Pose {
  const moved = movedBetween(baseline, now);
  return {
    at: plus(baseline.at, turned(baseline.turn, times(moved.at, factor))),
    turn: multiply(baseline.turn, expDeg(times(logDeg(moved.turn), factor))),
  };
}

export function plus([ax, ay, az]: Vector, [bx, by, bz]: Vector): Vector {
  return [ax + bx, ay + by, az + bz];
}

export function times([x, y, z]: Vector, factor: number): Vector {
  return [x * factor, y * factor, z * factor];
}
