import { readFileSync } from "node:fs";
import { join } from "node:path";

import { sharedData } from "../shared-data.ts";

/** One recorded stream as its labels describe it. */
export interface StreamLabel {
  readonly file: string;
  readonly frames: number;
  readonly injected: readonly {
    readonly type: string;
    readonly channel: string;
    readonly magnitude?: number;
    readonly first_affected_index: number;
  }[];
  readonly natural_events: readonly unknown[];
}

export function readLabels(): readonly StreamLabel[] {
  const text = readFileSync(join(sharedData, "frames/labels.json"), "utf8");
  return (JSON.parse(text) as { files: StreamLabel[] }).files;
}

/** Camera x, y, z, radar, lidar, as for the simulated streams. */
export const residualChannels = 5;

interface RecordedFrame {
  readonly sensors: {
    readonly camera_rotation_matrix?: readonly number[];
    readonly radar_range_bias_m?: number;
    readonly lidar_registration_error_m?: number;
  };
}

/**
 * Residuals of a stream for detectors that know nothing of rotations: the rotation vector in degrees from the first rotation
 * of the stream, the radar's bias, the logarithm of the lidar's error. NaN where a sensor is silent.
 */
export function readResiduals(file: string): Float64Array {
  const frames = readFileSync(join(sharedData, "frames", file), "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as RecordedFrame);
  const first = frames.find(({ sensors }) => sensors.camera_rotation_matrix)?.sensors.camera_rotation_matrix;
  const rows = new Float64Array(frames.length * residualChannels).fill(Number.NaN);
  frames.forEach(({ sensors }, frame) => {
    const at = frame * residualChannels;
    if (sensors.camera_rotation_matrix) rows.set(turnFrom(first!, sensors.camera_rotation_matrix), at);
    if (sensors.radar_range_bias_m !== undefined) rows[at + 3] = sensors.radar_range_bias_m;
    if (sensors.lidar_registration_error_m !== undefined)
      rows[at + 4] = Math.log(sensors.lidar_registration_error_m + 0.01);
  });
  return rows;
}

/** Rotation vector of AᵀB, degrees, by the antisymmetric part; rotations here are far from half a turn. */
function turnFrom(a: readonly number[], b: readonly number[]): number[] {
  const entry = (row: number, column: number) =>
    a[row]! * b[column]! + a[3 + row]! * b[3 + column]! + a[6 + row]! * b[6 + column]!;
  const [x, y, z] = [entry(2, 1) - entry(1, 2), entry(0, 2) - entry(2, 0), entry(1, 0) - entry(0, 1)];
  const sine = Math.hypot(x, y, z) / 2;
  const angle = Math.atan2(sine, (entry(0, 0) + entry(1, 1) + entry(2, 2) - 1) / 2);
  const scale = sine < 1e-12 ? 0.5 : angle / (2 * sine);
  return [x, y, z].map((part) => (part * scale * 180) / Math.PI);
}
