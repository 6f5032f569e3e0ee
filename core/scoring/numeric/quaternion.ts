import { atan2, pi } from "./atan2.ts";

/** A rotation as a unit quaternion, scalar part first; q and −q are the same rotation. */
export type Quaternion = readonly [w: number, x: number, y: number, z: number];
export type Vector3 = readonly [number, number, number];

/** The first three of these values. */
export function asVector(values: readonly number[]): Vector3 {
  const x = values[0];
  const y = values[1];
  const z = values[2];
  if (x === undefined || y === undefined || z === undefined)
    throw new RangeError("a vector has three values");
  return [x, y, z];
}

/** First b, then a. */
export function multiply(a: Quaternion, b: Quaternion): Quaternion {
  return [
    a[0] * b[0] - a[1] * b[1] - a[2] * b[2] - a[3] * b[3],
    a[0] * b[1] + a[1] * b[0] + a[2] * b[3] - a[3] * b[2],
    a[0] * b[2] - a[1] * b[3] + a[2] * b[0] + a[3] * b[1],
    a[0] * b[3] + a[1] * b[2] - a[2] * b[1] + a[3] * b[0],
  ];
}

/** The way from one rotation to the other, in the axes of the first: from⁻¹·to. */
export function between(from: Quaternion, to: Quaternion): Quaternion {
  return multiply([from[0], -from[1], -from[2], -from[3]], to);
}

export function normalise(q: Quaternion): Quaternion {
  const length = Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  return [q[0] / length, q[1] / length, q[2] / length, q[3] / length];
}

/** Rotation vector in degrees, length 0 to 180; stable at no rotation and at half a turn. */
export function logDeg(q: Quaternion): Vector3 {
  const sign = q[0] < 0 ? -1 : 1;
  const length = vectorLength(q);
  // 2·arctan(‖v‖/w)/‖v‖ → 2(1 + ‖v‖²/6) as the vector part vanishes.
  const scale = length < 1e-6 ? 2 * (1 + (length * length) / 6) : (2 * atan2(length, sign * q[0])) / length;
  const degrees = sign * scale * (180 / pi);
  return [degrees * q[1], degrees * q[2], degrees * q[3]];
}

/**
 * The rotation of a rotation vector in degrees. The half angle is halved until the Taylor series of cosine and sine
 * ends below the last bit, and the quaternion squared as often.
 */
export function expDeg(vector: Vector3): Quaternion {
  const radians = pi / 180;
  let x = (vector[0] * radians) / 2;
  let y = (vector[1] * radians) / 2;
  let z = (vector[2] * radians) / 2;
  let halvings = 0;
  while (x * x + y * y + z * z > 1e-3) {
    x /= 2;
    y /= 2;
    z /= 2;
    halvings += 1;
  }
  const square = x * x + y * y + z * z;
  const cosine = 1 - square * (1 / 2 - square * (1 / 24 - square * (1 / 720 - square / 40320)));
  const sine = 1 - square * (1 / 6 - square * (1 / 120 - square * (1 / 5040 - square / 362880)));
  let q: Quaternion = [cosine, sine * x, sine * y, sine * z];
  for (; halvings > 0; halvings -= 1) q = multiply(q, q);
  return normalise(q);
}

/** Row-major 3×3 matrix of a unit quaternion. */
export function toMatrix(q: Quaternion): number[] {
  const [w, x, y, z] = q;
  return [
    1 - 2 * (y * y + z * z),
    2 * (x * y - w * z),
    2 * (x * z + w * y),
    2 * (x * y + w * z),
    1 - 2 * (x * x + z * z),
    2 * (y * z - w * x),
    2 * (x * z - w * y),
    2 * (y * z + w * x),
    1 - 2 * (x * x + y * y),
  ];
}

function vectorLength(q: Quaternion): number {
  return Math.sqrt(q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
}
