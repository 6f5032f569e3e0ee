import { geoMercator } from "d3-geo";
import { expect, test } from "vitest";

import { edgeLatitudeDeg, metresAcross, placeOf, worldPointOf } from "./mercator.ts";

/** d3-geo takes [lon, lat]; what is drawn by it and by us must lie on the same spot. */
const d3 = geoMercator()
  .scale(1 / (2 * Math.PI))
  .translate([0.5, 0.5])
  .clipExtent(null);

test.each([
  ["San Francisco", 37.7749, -122.4194],
  ["Nairobi", -1.2921, 36.8219],
  ["Suva", -18.1416, 178.4419],
  ["Longyearbyen", 78.2232, 15.6267],
  ["Ushuaia", -54.8019, -68.303],
])("%s lies where d3-geo draws it, with latitude and longitude not exchanged", (_, latDeg, lonDeg) => {
  const [x, y] = d3([lonDeg, latDeg])!;
  const point = worldPointOf({ latDeg, lonDeg });
  expect(point.x).toBeCloseTo(x, 12);
  expect(point.y).toBeCloseTo(y, 12);
  expect(placeOf(point).latDeg).toBeCloseTo(latDeg, 9);
  expect(placeOf(point).lonDeg).toBeCloseTo(lonDeg, 9);
});

test("San Francisco is in the north-western quarter", () => {
  const { x, y } = worldPointOf({ latDeg: 37.7749, lonDeg: -122.4194 });
  expect([x < 0.5, y < 0.5]).toEqual([true, true]);
});

test("both poles and what is beyond the edge stand on the edge, never outside", () => {
  expect(worldPointOf({ latDeg: 90, lonDeg: 0 })).toEqual({ x: 0.5, y: 0 });
  expect(worldPointOf({ latDeg: -90, lonDeg: 0 })).toEqual({ x: 0.5, y: 1 });
  expect(worldPointOf({ latDeg: edgeLatitudeDeg, lonDeg: 0 }).y).toBeCloseTo(0, 12);
  expect(edgeLatitudeDeg).toBeCloseTo(85.051_129, 6);
});

test("180 degrees east and west are the same line", () => {
  expect(worldPointOf({ latDeg: 10, lonDeg: 180 }).x).toBe(worldPointOf({ latDeg: 10, lonDeg: -180 }).x);
  expect(worldPointOf({ latDeg: 10, lonDeg: 190 }).x).toBeCloseTo(
    worldPointOf({ latDeg: 10, lonDeg: -170 }).x,
    12,
  );
});

test("a degree of longitude is 111.3 km on the equator and half of it at 60 degrees", () => {
  const degree = 1 / 360;
  expect(metresAcross(0.5) * degree).toBeCloseTo(111_319.49, 1);
  const { y } = worldPointOf({ latDeg: 60, lonDeg: 0 });
  expect(metresAcross(y) * degree).toBeCloseTo(111_319.49 / 2, 1);
});
