import { expect, test } from "vitest";
import { atan2, pi } from "./atan2.ts";

test.each([
  ["π/6", 1, Math.sqrt(3), Math.PI / 6],
  ["π/4", 1, 1, Math.PI / 4],
  ["π/3", Math.sqrt(3), 1, Math.PI / 3],
  ["π/12", 2 - Math.sqrt(3), 1, Math.PI / 12],
  ["π/8", Math.SQRT2 - 1, 1, Math.PI / 8],
  ["π/2", 3, 0, Math.PI / 2],
  ["π", 0, -2, Math.PI],
  ["3π/4", 5, -5, (3 * Math.PI) / 4],
  ["−3π/4", -5, -5, (-3 * Math.PI) / 4],
  ["−π/2", -1e-300, 0, -Math.PI / 2],
  ["0", 0, 7, 0],
])("the angle %s is found in its own quadrant", (_name, y, x, angle) => {
  expect(Math.abs(atan2(y, x) - angle)).toBeLessThanOrEqual(1e-15);
});

test("Machin's formula of 1706 gives π/4", () => {
  expect(Math.abs(4 * atan2(1, 5) - atan2(1, 239) - Math.PI / 4)).toBeLessThan(3e-16);
});

test("the same ray has the same angle, however far out the point lies", () => {
  for (const scale of [2 ** -400, 0.25, 2 ** 60, 2 ** 500]) {
    expect(atan2(0.3 * scale, -0.7 * scale)).toBe(atan2(0.3, -0.7));
  }
});

test("mirrored at an axis or at the diagonal the angle is mirrored", () => {
  for (let at = 1; at < 200; at += 1) {
    const [y, x] = [at / 50, 1.3];
    expect(atan2(-y, x)).toBe(-atan2(y, x));
    expect(atan2(y, -x)).toBeCloseTo(Math.PI - atan2(y, x), 14);
    expect(atan2(x, y)).toBeCloseTo(Math.PI / 2 - atan2(y, x), 14);
  }
});

test("the point turns by the angle it is turned by, across all sixteenths of the circle", () => {
  for (let degree = -179; degree < 180; degree += 1) {
    const angle = (degree * Math.PI) / 180;
    expect(Math.abs(atan2(Math.sin(angle), Math.cos(angle)) - angle)).toBeLessThan(1e-15);
  }
});

test("no direction is the angle 0", () => {
  expect(atan2(0, 0)).toBe(0);
  expect(pi).toBe(Math.PI);
});
