import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { projectRotation } from "./project-rotation.ts";
import { between, logDeg } from "../numeric/quaternion.ts";
import { cholesky, forwardSolve } from "../numeric/symmetric-matrix.ts";

// Squared Mahalanobis distances that NumPy and SciPy computed from real data, without any of this project's code.
const data = new URL("../../../../shared/data/", import.meta.url);
const isAbsent = !existsSync(new URL("reference/", data));

test.skipIf(isAbsent)(
  "distances of 1,147 rows of a pump rig agree with NumPy's (skipped where ../shared/data is absent)",
  () => {
    const values = readTable("skab/data/valve1/0.csv", ";").map((row) => row.slice(1, 9).map(Number));
    const expected = readTable("reference/mahalanobis_skab_valve1_0.csv", ",").map((row) => Number(row[1]));
    const distance = mahalanobisOf(values.slice(0, 400));

    expect(values.length).toBe(expected.length);
    values.forEach((row, at) => expect(distance(row) / expected[at]!).toBeCloseTo(1, 6));
  },
);

test.skipIf(isAbsent)(
  "distances of real camera and lidar frames agree with SciPy's (skipped where ../shared/data is absent)",
  () => {
    const stream = "kitti-00-gated_cam-yaw-step-0.3";
    const baseline = JSON.parse(read("reference/mahalanobis_kitti-00-gated.json")) as Baseline;
    const reference = projectRotation(baseline.baseline.reference_rotation);
    const residuals = new Map(
      read("frames/kitti-00-gated__cam-yaw-step-0.3.ndjson")
        .trim()
        .split("\n")
        .map((line) => (JSON.parse(line) as Frame).sensors)
        .flatMap(({ camera_rotation_matrix: matrix, lidar_registration_error_m: error }, index) =>
          matrix === undefined
            ? []
            : [[index, [...logDeg(between(reference, projectRotation(matrix))), error]] as const],
        ),
    );
    const learnt = [...residuals].filter(([index]) => index < 200).map(([, values]) => values);
    const distance = mahalanobisOf(learnt);

    expect(learnt.length).toBe(123);
    for (const row of readTable(`reference/mahalanobis_${stream}.csv`, ",")) {
      expect(distance(residuals.get(Number(row[0]))!) / Number(row[5]), row.join()).toBeCloseTo(1, 5);
    }
  },
);

interface Baseline {
  readonly baseline: { readonly reference_rotation: readonly number[] };
}

interface Frame {
  readonly sensors: {
    readonly camera_rotation_matrix?: readonly number[];
    readonly lidar_registration_error_m: number;
  };
}

/** Squared distance from the mean of a baseline by its covariance (n − 1). */
function mahalanobisOf(baseline: readonly (readonly number[])[]): (row: readonly number[]) => number {
  const order = baseline[0]!.length;
  const mean = baseline[0]!.map((_, k) => baseline.reduce((sum, row) => sum + row[k]!, 0) / baseline.length);
  const covariance = Array.from({ length: order * order }, (_, at) => {
    const [j, k] = [Math.floor(at / order), at % order];
    const sum = baseline.reduce((total, row) => total + (row[j]! - mean[j]!) * (row[k]! - mean[k]!), 0);
    return sum / (baseline.length - 1);
  });
  const factor = cholesky(covariance, order)!;
  return (row) =>
    forwardSolve(
      factor,
      row.map((value, k) => value - mean[k]!),
    ).reduce((sum, part) => sum + part * part, 0);
}

function readTable(path: string, separator: string): string[][] {
  const [, ...lines] = read(path).trim().split("\n");
  return lines.map((line) => line.split(separator));
}

function read(path: string): string {
  return readFileSync(new URL(path, data), "utf8");
}
