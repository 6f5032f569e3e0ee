import { expect, test } from "vitest";
import type { VehicleDetail } from "../../../clients/typescript/generated/contract.ts";
import { describePose } from "../../scene/describe-pose.ts";
import { sensorsOf, tonesOf } from "./pose-subject.ts";

const identity = [1, 0, 0, 0, 1, 0, 0, 0, 1] as const;
const camera = (axis: readonly number[] | null, driftDeg: number): VehicleDetail["extrinsics"] => ({
  camera: {
    camera_rotation_matrix: [...identity],
    drift_deg: driftDeg,
    drift_sd_deg: 0.01,
    drift_axis: axis === null ? null : [...axis],
  },
  radar: null,
  lidar: null,
});

test.each([
  [[0, 1, 0], "to the right"],
  [[0, -1, 0], "to the left"],
  [[1, 0, 0], "up"],
  [[-1, 0, 0], "down"],
  [[0, 0, 1], "clockwise"],
])("in an optical frame a turn about %j points the camera %s", (axis, word) => {
  const [sensor] = sensorsOf({ extrinsics: camera(axis, 1) }, "optical");
  expect(describePose(sensor!)).toContain(` ${word} `);
});

test("in a frame like the vehicle's a turn about z points it to the left", () => {
  const [sensor] = sensorsOf({ extrinsics: camera([0, 0, 1], 1) }, "vehicle");
  expect(describePose(sensor!)).toContain("1.00° to the left");
});

test("a camera that has not moved has no axis, and points where it did", () => {
  const [sensor] = sensorsOf({ extrinsics: camera(null, 0) }, "optical");
  expect(describePose(sensor!)).toBe("The camera points where its baseline points.");
});

test("a sensor that has not reported is not shown", () => {
  expect(sensorsOf({ extrinsics: { camera: null, radar: null, lidar: null } }, "optical")).toEqual([]);
});

test("only the source of the fault has the tier's tone, and what is not judged is not called nominal", () => {
  const standing = { tier: "CRITICAL", monitored_sensors: ["camera", "radar"] } as const;
  const tones = (source: VehicleDetail["probable_fault_source"]) =>
    Object.fromEntries(
      tonesOf({ ...standing, monitored_sensors: ["camera", "radar"], probable_fault_source: source }),
    );
  expect(tones("radar")).toEqual({ camera: "nominal", radar: "critical", lidar: "unknown" });
  expect(tones("multi_modal")).toEqual({ camera: "critical", radar: "critical", lidar: "critical" });
  expect(tones("none")).toEqual({ camera: "nominal", radar: "nominal", lidar: "unknown" });
});
