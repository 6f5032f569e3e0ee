import { expect, test } from "vitest";

import { fitted } from "./fit-view.ts";
import { pixelOf } from "./map-view.ts";
import { placeOf, worldPointOf } from "./mercator.ts";

const window = { width: 900, height: 500 };
const pointsAt = (...places: readonly (readonly [number, number])[]) => {
  const points = places.map(([latDeg, lonDeg]) => worldPointOf({ latDeg, lonDeg }));
  return { x: points.map(({ x }) => x), y: points.map(({ y }) => y) };
};

const scattered: Readonly<Record<string, readonly (readonly [number, number])[]>> = {
  "three cities": [
    [37.77, -122.42],
    [30.27, -97.74],
    [33.75, -84.39],
  ],
  "both sides of the antimeridian": [
    [-18.14, 178.44],
    [-13.83, -171.77],
    [-36.85, 174.76],
  ],
  "both poles": [
    [90, 0],
    [-90, 10],
    [0, 5],
  ],
  "all around": [
    [0, -170],
    [0, -60],
    [0, 60],
    [0, 170],
  ],
};

test.each(Object.entries(scattered))("everything is in the window: %s", (_, places) => {
  const points = pointsAt(...places);
  const view = fitted(points, window);
  for (const [at, x] of points.x.entries()) {
    const pixel = pixelOf(view, { x, y: points.y[at]! });
    expect(pixel.x).toBeGreaterThanOrEqual(0);
    expect(pixel.x).toBeLessThanOrEqual(900);
    expect(pixel.y).toBeGreaterThanOrEqual(-1e-6);
    expect(pixel.y).toBeLessThanOrEqual(500 + 1e-6);
  }
});

test("the shorter way round is taken: around Fiji the middle is the Pacific and the zoom is near", () => {
  const view = fitted(pointsAt([-18, 178], [-14, -172]), window);
  expect(Math.abs(placeOf(view.center).lonDeg)).toBeGreaterThan(170);
  expect(view.zoom).toBeGreaterThan(5);
});

test("one vehicle stands in the middle, and not so near that nothing else is seen", () => {
  const view = fitted(pointsAt([52.52, 13.405]), window);
  expect(placeOf(view.center).latDeg).toBeCloseTo(52.52, 6);
  expect(placeOf(view.center).lonDeg).toBeCloseTo(13.405, 6);
  expect(view.zoom).toBe(11);
});

test("without any vehicle the world is shown", () => {
  const view = fitted(pointsAt(), window);
  expect(view.zoom).toBeLessThan(2);
});
