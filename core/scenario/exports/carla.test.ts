import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";

import { expDeg } from "../../scoring/numeric/quaternion.ts";
import { scenarioTypes } from "../../contract/scenario-types.ts";
import { uniform } from "../counter-random.ts";
import { feedForTests } from "../feed/feed-for-tests.ts";
import { type Pose, poseOf } from "../poses/pose-at.ts";
import { carlaSchema } from "./carla-schema.ts";
import { type CarlaTransform, toCarla, writeCarla } from "./carla.ts";

const check = new Ajv2020({ strict: true, allErrors: true }).compile(carlaSchema);

const somePoses = Array.from({ length: 100 }, (_, at): Pose => {
  const draw = (stream: number, scale: number) => (uniform(11, stream, at) - 0.5) * scale;
  return poseOf([draw(1, 4), draw(2, 4), draw(3, 4)], expDeg([draw(4, 160), draw(5, 160), draw(6, 160)]));
});

/**
 * What CARLA does with a transform, from its published source (LibCarla, carla/geom/Transform.h, TransformPoint): the
 * matrix of roll, pitch and yaw in its left-handed frame.
 */
function transformPoint({ location, rotation }: CarlaTransform, [px, py, pz]: readonly number[]): number[] {
  const radians = (deg: number) => (deg * Math.PI) / 180;
  const [cy, sy] = [Math.cos(radians(rotation.yaw)), Math.sin(radians(rotation.yaw))];
  const [cr, sr] = [Math.cos(radians(rotation.roll)), Math.sin(radians(rotation.roll))];
  const [cp, sp] = [Math.cos(radians(rotation.pitch)), Math.sin(radians(rotation.pitch))];
  return [
    px! * (cp * cy) + py! * (cy * sp * sr - sy * cr) + pz! * (-cy * sp * cr - sy * sr) + location.x,
    px! * (cp * sy) + py! * (sy * sp * sr + cy * cr) + pz! * (-sy * sp * cr + cy * sr) + location.y,
    px! * sp + py! * (-cp * sr) + pz! * (cp * cr) + location.z,
  ];
}

function rotate([qx, qy, qz, qw]: readonly number[], [x, y, z]: readonly number[]): number[] {
  const [tx, ty, tz] = [2 * (qy! * z! - qz! * y!), 2 * (qz! * x! - qx! * z!), 2 * (qx! * y! - qy! * x!)];
  return [
    x! + qw! * tx + qy! * tz - qz! * ty,
    y! + qw! * ty + qz! * tx - qx! * tz,
    z! + qw! * tz + qx! * ty - qy! * tx,
  ];
}

const mirror = ([x, y, z]: readonly number[]) => [x!, -y!, z!];

test("CARLA puts a point where the mirrored right-handed pose puts it", () => {
  const points = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
    [0.3, -2, 5],
  ];
  for (const pose of somePoses) {
    for (const point of points) {
      const ours = rotate(pose.quat_xyzw, point).map((value, at) => value + pose.xyz_m[at]!);
      const theirs = transformPoint(toCarla(pose), mirror(point));
      expect(mirror(theirs)).toEqual(ours.map((value) => expect.closeTo(value, 9)));
    }
  }
});

test("a camera turned to the left by a degree turns by minus a degree in CARLA, one that looks up stays looking up", () => {
  const left = toCarla(poseOf([1, 2, 3], expDeg([0, 0, 1])));
  expect(left.location).toEqual({ x: 1, y: -2, z: 3 });
  expect(left.rotation).toEqual({ pitch: 0, yaw: expect.closeTo(-1, 9), roll: 0 });
  // Right-handed, about y: positive is nose down; in CARLA positive is nose up.
  expect(toCarla(poseOf([0, 0, 0], expDeg([0, -1, 0]))).rotation.pitch).toBeCloseTo(1, 9);
});

test.each(scenarioTypes)("%s fits the schema of the format", (type) => {
  check(JSON.parse(writeCarla(feedForTests({ type, durationS: 3 }))));
  expect(check.errors ?? []).toEqual([]);
});

interface Written {
  format: string;
  sensors: { poses: { transform: { rotation: { yaw: unknown } } }[] }[];
}

test.each<readonly [string, (file: Written) => void]>([
  ["another version", (file) => (file.format = "carla-json/2")],
  ["a text where an angle is due", (file) => (file.sensors[0]!.poses[0]!.transform.rotation.yaw = "left")],
  ["no sensors", (file) => (file.sensors = [])],
])("the schema refuses %s", (_, mutate) => {
  const file = JSON.parse(writeCarla(feedForTests({ durationS: 3 }))) as Written;
  mutate(file);
  expect(check(file)).toBe(false);
});
