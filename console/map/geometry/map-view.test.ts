import { expect, test } from "vitest";

import { worldPointOf } from "./mercator.ts";
import {
  copiesInView,
  greatestZoom,
  held,
  type MapView,
  originPx,
  panned,
  pixelOf,
  settled,
  worldPointAt,
  worldSizePx,
  zoomed,
} from "./map-view.ts";

const view: MapView = { center: { x: 0.5, y: 0.5 }, zoom: 3, width: 800, height: 400 };

test("zooming keeps what is under the pointer there", () => {
  const at = { x: 130, y: 310 };
  const before = worldPointAt(view, at);
  const after = worldPointAt(zoomed(view, 2.5, at), at);
  expect(after.x).toBeCloseTo(before.x, 12);
  expect(after.y).toBeCloseTo(before.y, 12);
});

test("two fingers keep what is under each there; one only drags", () => {
  const [from, to] = [
    [
      { x: 300, y: 200 },
      { x: 500, y: 200 },
    ],
    [
      { x: 250, y: 220 },
      { x: 650, y: 220 },
    ],
  ];
  const pinched = held(view, from, to);
  expect(pinched.zoom).toBeCloseTo(view.zoom + 1, 12);
  for (const [finger, at] of from.entries()) {
    const [before, after] = [worldPointAt(view, at), worldPointAt(pinched, to[finger]!)];
    expect(after.x).toBeCloseTo(before.x, 12);
    expect(after.y).toBeCloseTo(before.y, 12);
  }
  expect(held(view, [from[0]!], [{ x: 330, y: 190 }])).toEqual(panned(view, 30, -10));
  expect(held(view, [from[0]!, from[0]!], to).zoom).toBe(view.zoom);
});

test("a place's pixel and what is under that pixel are each other's inverse", () => {
  const point = worldPointOf({ latDeg: 37.7749, lonDeg: -122.4194 });
  const back = worldPointAt(view, pixelOf(view, point));
  expect(back.x).toBeCloseTo(point.x, 12);
  expect(back.y).toBeCloseTo(point.y, 12);
});

test("panning moves the world with the hand, and stops at the poles", () => {
  expect(pixelOf(panned(view, 30, -20), { x: 0.5, y: 0.5 })).toEqual({ x: 430, y: 180 });
  const north = panned(view, 0, 1e6);
  expect(worldPointAt(north, { x: 0, y: 0 }).y).toBeCloseTo(0, 12);
  const south = panned(view, 0, -1e6);
  expect(worldPointAt(south, { x: 0, y: 400 }).y).toBeCloseTo(1, 12);
});

test("a place on either side of the antimeridian is next to the other, not across the map", () => {
  const pacific = settled({ ...view, center: worldPointOf({ latDeg: -18, lonDeg: 180 }), zoom: 6 });
  const suva = pixelOf(pacific, worldPointOf({ latDeg: -18.1, lonDeg: 178.4 }));
  const apia = pixelOf(pacific, worldPointOf({ latDeg: -13.8, lonDeg: -171.8 }));
  expect(suva.x).toBeLessThan(400);
  expect(apia.x).toBeGreaterThan(400);
  expect(apia.x - suva.x).toBeCloseTo((9.8 / 360) * worldSizePx(6), 6);
});

test("the copies of the world in view are those the window touches", () => {
  expect(copiesInView(view)).toEqual([0]);
  const pacific = settled({ ...view, center: { x: 0.999, y: 0.5 } });
  expect(copiesInView(pacific)).toEqual([0, 1]);
  expect(copiesInView(settled({ ...view, center: { x: 0.001, y: 0.5 } }))).toEqual([-1, 0]);
  const whole = settled({ ...view, zoom: -3 });
  expect(copiesInView(whole).length).toBeLessThanOrEqual(3);
  expect(originPx(view)).toEqual({ x: 400 - 1024, y: 200 - 1024 });
});

test("the view ends at the last zoom, and never shows less than the window", () => {
  expect(zoomed(view, 99, { x: 0, y: 0 }).zoom).toBe(greatestZoom);
  expect(worldSizePx(zoomed(view, -99, { x: 0, y: 0 }).zoom)).toBeGreaterThanOrEqual(400);
});
