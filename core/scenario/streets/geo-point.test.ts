import { expect, test } from "vitest";

import { type GeoPoint, geoPoint } from "./geo-point.ts";

// PROJ 9.5.1 (pyproj 3.7.2): inverse of +proj=topocentric +ellps=WGS84, then inverse of +proj=cart.
const places: readonly (readonly [string, readonly [number, number], readonly [number, number], GeoPoint])[] =
  [
    [
      "San Francisco",
      [37.7749, -122.4194],
      [320.5, -140.25],
      { latDeg: 37.773636341648675, lonDeg: -122.41576216099796 },
    ],
    [
      "San Francisco, far",
      [37.7749, -122.4194],
      [-5000, 7000],
      { latDeg: 37.8379534211117, lonDeg: -122.47620175725478 },
    ],
    [
      "Sydney",
      [-33.8688, 151.2093],
      [320.5, -140.25],
      { latDeg: -33.87006437579236, lonDeg: 151.2127639206845 },
    ],
    [
      "the equator",
      [0, 0],
      [320.5, -140.25],
      { latDeg: -0.00126837818974174, lonDeg: 0.0028791004831797843 },
    ],
    [
      "across 180°",
      [71, 179.999],
      [320.5, -140.25],
      { latDeg: 70.99874278221712, lonDeg: -179.99218375274188 },
    ],
    [
      "beyond the north pole",
      [89.999, 10],
      [-5000, 7000],
      { latDeg: 89.9237946518867, lonDeg: -134.02530827964367 },
    ],
    [
      "the south pole",
      [-90, 0],
      [320.5, -140.25],
      { latDeg: -89.99686784131505, lonDeg: 113.63406661143482 },
    ],
  ];

test.each(places)("%s lies where PROJ says", (_, centre, [xM, yM], expected) => {
  const place = geoPoint(centre, { xM, yM });
  expect(place.latDeg).toBeCloseTo(expected.latDeg, 9);
  expect(place.lonDeg).toBeCloseTo(expected.lonDeg, 8);
});

test("the middle is the middle, latitude first", () => {
  const place = geoPoint([37.7749, -122.4194], { xM: 0, yM: 0 });
  expect([place.latDeg, place.lonDeg]).toEqual([expect.closeTo(37.7749, 10), expect.closeTo(-122.4194, 10)]);
});
