import { between, logDeg, multiply, normalise } from "../numeric/quaternion.ts";
import type { Quaternion, Vector3 } from "../numeric/quaternion.ts";
import { median } from "../numeric/robust.ts";
import { pi } from "../numeric/atan2.ts";

/**
 * The robust mean rotation: Karcher mean, with Huber weights min(1, 2.5/‖z‖) where z is the distance in units of the
 * median distance's normal equivalent. Steps that fall below 10⁻¹² rad end it; weights settle in two passes.
 */
export function meanRotation(rotations: readonly Quaternion[]): Quaternion {
  let mean = karcherMean(
    rotations,
    rotations.map(() => 1),
    rotations[0]!,
  );
  for (let pass = 0; pass < 2; pass += 1) mean = karcherMean(rotations, huberWeights(rotations, mean), mean);
  return mean;
}

function karcherMean(
  rotations: readonly Quaternion[],
  weights: readonly number[],
  start: Quaternion,
): Quaternion {
  let mean = start;
  for (let step = 0; step < maximumSteps; step += 1) {
    const [x, y, z] = weightedTangent(rotations, weights, mean);
    // (1, v/2) and Exp(v) are the same rotation to third order, and the fixed point is the same.
    mean = normalise(multiply(mean, [1, x / 2, y / 2, z / 2]));
    if (x * x + y * y + z * z < 1e-24) break;
  }
  return mean;
}

/** Far-apart rotations need a few more steps than the two or three of a steady mount. */
const maximumSteps = 30;

/** Weighted mean of the rotation vectors from the mean, radians. */
function weightedTangent(
  rotations: readonly Quaternion[],
  weights: readonly number[],
  mean: Quaternion,
): Vector3 {
  const sum = [0, 0, 0];
  let total = 0;
  rotations.forEach((rotation, at) => {
    const vector = logDeg(between(mean, rotation));
    for (let axis = 0; axis < 3; axis += 1) sum[axis]! += weights[at]! * vector[axis]!;
    total += weights[at]!;
  });
  const scale = pi / 180 / total;
  return [sum[0]! * scale, sum[1]! * scale, sum[2]! * scale];
}

function huberWeights(rotations: readonly Quaternion[], mean: Quaternion): number[] {
  const distances = rotations.map((rotation) => {
    const [x, y, z] = logDeg(between(mean, rotation));
    return Math.sqrt(x * x + y * y + z * z);
  });
  // The median length of a 3-D normal vector is 1.538 σ.
  const sigma = median(distances) / 1.538;
  return distances.map((distance) => (distance <= 2.5 * sigma ? 1 : (2.5 * sigma) / distance));
}
