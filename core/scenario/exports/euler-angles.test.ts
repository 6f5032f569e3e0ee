import { expect, test } from "vitest";

import { type Quaternion, multiply } from "../../scoring/numeric/quaternion.ts";
import { uniform } from "../counter-random.ts";
import { degreesOf, eulerOf } from "./euler-angles.ts";

const about = (axis: 1 | 2 | 3, rad: number): Quaternion => {
  const turned: [number, number, number, number] = [Math.cos(rad / 2), 0, 0, 0];
  turned[axis] = Math.sin(rad / 2);
  return turned;
};

test("yaw after pitch after roll gives the three angles back", () => {
  for (let at = 0; at < 200; at += 1) {
    const [roll, pitch, yaw] = [0, 1, 2].map((axis) => (uniform(7, axis, at) - 0.5) * 3) as [
      number,
      number,
      number,
    ];
    const [w, x, y, z] = multiply(multiply(about(3, yaw), about(2, pitch)), about(1, roll));
    const seen = eulerOf([x, y, z, w]);
    expect([seen.roll, seen.pitch, seen.yaw]).toEqual(
      [roll, pitch, yaw].map((angle) => expect.closeTo(angle, 9)),
    );
  }
});

test("straight up is a right angle, not a number that is none", () => {
  expect(degreesOf(eulerOf([0, Math.SQRT1_2, 0, Math.SQRT1_2 + 1e-16])).pitch).toBeCloseTo(90, 5);
});
