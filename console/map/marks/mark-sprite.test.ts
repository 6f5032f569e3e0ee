import { expect, test } from "vitest";

import { tierOutlines } from "../../labels/tier-shapes.ts";
import { type Sprite, spriteOf } from "./mark-sprite.ts";

const red = 0xff0000ff;
const white = 0xffffffff;
const look = (shape: keyof typeof tierOutlines, sizePx = 16, halo = 1) =>
  spriteOf({
    outline: tierOutlines[shape],
    sizePx,
    color: red & 0xffffff,
    halo: { widthPx: halo, color: white & 0xffffff },
  });

/** How much of a sprite is the shape's own colour: its green tells how much white is mixed in. */
const inkOf = ({ color }: Sprite) => color.reduce((sum, one) => sum + 1 - ((one >>> 8) & 255) / 255, 0);
const at = (sprite: Sprite, dx: number, dy: number) => {
  const index = sprite.dx.findIndex((x, i) => x === dx && sprite.dy[i] === dy);
  return index === -1 ? null : sprite.color[index]!;
};

test.each([
  ["octagon", 14 * 14 - 4 * 8],
  ["triangle", (15 * 13) / 2],
  ["circle", Math.PI * 4.5 ** 2],
  ["hollow-circle", Math.PI * (5.5 ** 2 - 3.5 ** 2)],
] as const)("%s has as much ink as its area", (shape, area) => {
  expect(Math.abs(inkOf(look(shape)) - area)).toBeLessThan(0.03 * area);
});

test("a shape is filled in its colour, a hollow circle is not in the middle", () => {
  expect(at(look("octagon"), 0, 0)).toBe(red);
  expect(at(look("hollow-circle"), 0, 0)).toBeNull();
  expect(at(look("hollow-circle", 32), 9, 0)).toBe(red);
});

test("the halo lies around the shape and not in it", () => {
  const sprite = look("octagon", 16, 2);
  expect(at(sprite, 0, 0)).toBe(red);
  expect(at(sprite, 8, 0)).toBe(white);
  expect(at(sprite, 10, 0)).toBeNull();
  expect(sprite.reach).toBe(10);
});

test("half the size is a quarter of the ink", () => {
  expect(inkOf(look("circle", 8)) / inkOf(look("circle", 16))).toBeCloseTo(0.25, 1);
});
