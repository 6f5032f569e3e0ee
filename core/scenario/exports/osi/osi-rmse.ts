import type { ScenarioSensor } from "../scenario-frames.ts";

type Matrix3 = readonly (readonly number[])[];

/**
 * The covariance of Δ as root mean squared errors along and about the vehicle's axes, in which OSI states poses. The
 * baseline turns it from the sensor's axes: R·Σ·Rᵀ.
 */
export function rmseOf({ baseline, covariance_6x6: covariance }: ScenarioSensor): object {
  const turn = matrixOf(baseline.quat_xyzw);
  const [x, y, z] = spreads(turn, blockOf(covariance, 0));
  const [roll, pitch, yaw] = spreads(turn, blockOf(covariance, 3));
  return { position: { x, y, z }, orientation: { roll, pitch, yaw } };
}

function blockOf(covariance: readonly number[], from: 0 | 3): Matrix3 {
  return [0, 1, 2].map((row) => [0, 1, 2].map((column) => covariance[(from + row) * 6 + from + column]!));
}

function spreads(turn: Matrix3, block: Matrix3): number[] {
  return turn.map((row) => {
    const variance = row.reduce(
      (sum, a, i) => sum + row.reduce((inner, b, j) => inner + a * b * block[i]![j]!, 0),
      0,
    );
    return Math.sqrt(Math.max(0, variance));
  });
}

function matrixOf([x = 0, y = 0, z = 0, w = 1]: readonly number[]): Matrix3 {
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ];
}
