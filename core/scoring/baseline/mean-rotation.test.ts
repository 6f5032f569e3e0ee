import { expect, test } from "vitest";
import { meanRotation } from "./mean-rotation.ts";
import { between, expDeg, logDeg, multiply } from "../numeric/quaternion.ts";
import type { Quaternion } from "../numeric/quaternion.ts";
import { testNoise } from "../vehicle-journal.ts";

const mount = expDeg([10, 120, -60]);

test("rotations placed evenly about a mount have the mount for their mean", () => {
  const around = [1, -1].flatMap((sign) => [
    multiply(mount, expDeg([sign * 2, 0, 0])),
    multiply(mount, expDeg([0, sign * 3, 0])),
    multiply(mount, expDeg([0, 0, sign])),
  ]);
  expect(angleBetween(mount, meanRotation(around))).toBeLessThan(1e-9);
});

test("one rotation in twenty that is a quarter turn off moves the mean by less than a tenth of the noise", () => {
  const noisy = Array.from({ length: 20 }, (_, t) =>
    multiply(mount, expDeg([0.1 * testNoise(1, 0, t), 0.1 * testNoise(1, 1, t), 0.1 * testNoise(1, 2, t)])),
  );
  const clean = meanRotation(noisy);
  const spoilt = meanRotation([multiply(mount, expDeg([90, 0, 0])), ...noisy.slice(1)]);
  expect(angleBetween(clean, spoilt)).toBeLessThan(0.05);
});

test("the mean turns with the vehicle's frame", () => {
  const frame = expDeg([33, -71, 150]);
  const rotations = Array.from({ length: 9 }, (_, t) =>
    multiply(mount, expDeg([Math.sin(t), Math.cos(2 * t), 0.3])),
  );
  const turned = meanRotation(rotations.map((rotation) => multiply(frame, rotation)));
  expect(angleBetween(multiply(frame, meanRotation(rotations)), turned)).toBeLessThan(1e-9);
});

function angleBetween(a: Quaternion, b: Quaternion): number {
  return Math.hypot(...logDeg(between(a, b)));
}
