import { expect, test } from "vitest";

import { isRotation, orthonormalityLimit, rotationDefect } from "./rotation-rule.ts";

const turned = (radians: number): readonly number[] => {
  const [cos, sin] = [Math.cos(radians), Math.sin(radians)];
  return [cos, -sin, 0, sin, cos, 0, 0, 0, 1];
};

test("a rotation by any angle has no defect beyond rounding", () => {
  for (let degrees = 0; degrees < 360; degrees += 15) {
    const { orthonormality, determinant } = rotationDefect(turned((degrees * Math.PI) / 180));
    expect(orthonormality).toBeLessThan(1e-15);
    expect(determinant).toBeCloseTo(1, 14);
  }
});

test("a stretch by s is s² − 1 from orthonormal, and has s³ for its determinant", () => {
  const stretched = turned(1).map((entry) => entry * 1.01);
  const { orthonormality, determinant } = rotationDefect(stretched);
  expect(orthonormality).toBeCloseTo(1.01 ** 2 - 1, 14);
  expect(determinant).toBeCloseTo(1.01 ** 3, 14);
});

test("a skew shows in the products of columns", () => {
  expect(rotationDefect([1, 0.03, 0, 0, 1, 0, 0, 0, 1]).orthonormality).toBeCloseTo(0.03, 15);
});

test("a mirror image is no rotation, however orthonormal", () => {
  const defect = rotationDefect([-1, 0, 0, 0, 1, 0, 0, 0, 1]);
  expect(defect).toEqual({ orthonormality: 0, determinant: -1 });
  expect(isRotation(defect)).toBe(false);
});

test("the limit itself is taken", () => {
  expect(isRotation({ orthonormality: orthonormalityLimit, determinant: 1 })).toBe(true);
  expect(isRotation({ orthonormality: orthonormalityLimit + 1e-12, determinant: 1 })).toBe(false);
});
