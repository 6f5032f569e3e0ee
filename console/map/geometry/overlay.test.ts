import { expect, test } from "vitest";

import { type MapView, panned, pixelOf, zoomed } from "./map-view.ts";
import { covers, overlayOf } from "./overlay.ts";

const view: MapView = { center: { x: 0.3, y: 0.4 }, zoom: 5, width: 800, height: 500 };
const wide = (seen: MapView, marginPx: number): MapView => ({
  ...seen,
  width: seen.width + 2 * marginPx,
  height: seen.height + 2 * marginPx,
});

test.each([
  ["panned", panned(view, 37, -21)],
  ["zoomed in at a corner", zoomed(view, 0.4, { x: 30, y: 470 })],
  ["zoomed out", zoomed(view, -0.3, { x: 700, y: 20 })],
  ["of another size", { ...view, width: 640, height: 700 }],
])("a place of the picture lies where the window has it: %s", (_name, seen) => {
  const drawn = wide(view, 100);
  const { scale, x, y } = overlayOf(drawn, seen);
  for (const place of [view.center, { x: 0.31, y: 0.395 }, { x: 0.29, y: 0.41 }]) {
    const before = pixelOf(drawn, place);
    const after = pixelOf(seen, place);
    expect(x + before.x * scale).toBeCloseTo(after.x, 6);
    expect(y + before.y * scale).toBeCloseTo(after.y, 6);
  }
});

test("across the antimeridian a picture is moved the short way", () => {
  const west = { ...view, center: { x: 0.999, y: 0.4 } };
  const east = { ...view, center: { x: 0.001, y: 0.4 } };
  const { x, y } = overlayOf(west, east);
  expect([x, y].map((pixels) => Math.round(10 * pixels) / 10)).toEqual([-16.4, 0]);
});

test("a picture covers the window until its margin is used up", () => {
  const drawn = wide(view, 100);
  const isCovered = (seen: MapView) => covers(drawn, overlayOf(drawn, seen), seen);
  expect(isCovered(view)).toBe(true);
  expect(isCovered(panned(view, 100, -100))).toBe(true);
  expect(isCovered(panned(view, 101, 0))).toBe(false);
  expect(isCovered(panned(view, 0, -101))).toBe(false);
  expect(isCovered(zoomed(view, 1, { x: 400, y: 250 }))).toBe(true);
  expect(isCovered(zoomed(view, -1, { x: 400, y: 250 }))).toBe(false);
});

test("without a margin it covers its own view and nothing else", () => {
  expect(covers(view, overlayOf(view, view), view)).toBe(true);
  expect(covers(view, overlayOf(view, panned(view, 1, 0)), panned(view, 1, 0))).toBe(false);
});
