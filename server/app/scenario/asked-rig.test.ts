import { expect, test } from "vitest";
import { Refusal } from "../../../core/contract/refusal.ts";
import { sensorRig } from "../../../core/scenario/poses/sensor-rig.ts";
import { askedRig } from "./asked-rig.ts";

function faultsOf(sensors: Parameters<typeof askedRig>[0]["sensors"]): unknown {
  try {
    askedRig(sensors === undefined ? {} : { sensors });
  } catch (refusal) {
    if (refusal instanceof Refusal)
      return refusal.faults.map((fault) => ["pointer" in fault && fault.pointer, fault.code]);
    throw refusal;
  }
  return [];
}

test("none named are the usual three", () => {
  expect(askedRig({})).toBe(sensorRig);
  expect(askedRig({ sensors: null })).toBe(sensorRig);
});

test("what a sensor leaves out is the usual one's of its kind", () => {
  const [camera, radar, lidar] = sensorRig;
  expect(askedRig({ sensors: [{ id: "left", kind: "radar" }] })).toEqual([{ ...radar, id: "left" }]);
  const [seen] = askedRig({ sensors: [{ id: "roof", kind: "lidar", hfov_deg: 120, range_m: null }] });
  expect(seen).toEqual({ ...lidar, id: "roof", hfov_deg: 120 });
  expect(askedRig({ sensors: [{ id: "c", kind: "camera" }] })[0]!.intrinsics).toEqual(camera!.intrinsics);
});

test("a wider camera has the focal length that makes it so", () => {
  const [wide] = askedRig({ sensors: [{ id: "wide", kind: "camera", hfov_deg: 90, vfov_deg: 90 }] });
  expect(wide!.intrinsics).toMatchObject({ fx: expect.closeTo(960, 9), fy: expect.closeTo(540, 9) });
});

test("a rotation is brought to length 1 and written with w of 0 or more", () => {
  const baseline = { xyz_m: [-0.9, 0.5, 1], quat_xyzw: [0, 0, -0.9999, -0.0001] };
  const [rear] = askedRig({ sensors: [{ id: "rear", kind: "radar", baseline }] });
  expect(Math.hypot(...rear!.baseline.quat_xyzw)).toBeCloseTo(1, 15);
  expect(rear!.baseline.quat_xyzw[3]).toBeGreaterThan(0);
});

const posed = (xyz: readonly number[], quaternion: readonly number[]) => ({
  id: "a",
  kind: "lidar" as const,
  baseline: { xyz_m: [...xyz], quat_xyzw: [...quaternion] },
});

test.each([
  [
    "a name twice",
    [
      { id: "a", kind: "radar" },
      { id: "a", kind: "lidar" },
    ],
    [["/sensors/1/id", "not_allowed"]],
  ],
  [
    "a pinhole that sees behind itself",
    [{ id: "a", kind: "camera", hfov_deg: 190 }],
    [["/sensors/0/hfov_deg", "out_of_range"]],
  ],
  ["one as high", [{ id: "a", kind: "camera", vfov_deg: 175 }], [["/sensors/0/vfov_deg", "out_of_range"]]],
  [
    "a place beside the vehicle",
    [posed([0, 51, 0], [0, 0, 0, 1])],
    [["/sensors/0/baseline/xyz_m", "out_of_range"]],
  ],
  ["no rotation", [posed([0, 0, 0], [0, 0, 0, 0])], [["/sensors/0/baseline/quat_xyzw", "not_allowed"]]],
  [
    "a quaternion with w first, doubled",
    [posed([0, 0, 0], [2, 0, 0, 0])],
    [["/sensors/0/baseline/quat_xyzw", "not_allowed"]],
  ],
] as const)("%s is refused where it stands", (_, sensors, faults) => {
  expect(faultsOf(sensors as unknown as Parameters<typeof askedRig>[0]["sensors"])).toEqual(faults);
});

test("sixteen are taken", () => {
  const many = Array.from({ length: 16 }, (_, at) => ({ id: `r${at}`, kind: "radar" as const }));
  expect(askedRig({ sensors: many })).toHaveLength(16);
});
