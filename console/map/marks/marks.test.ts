import { expect, test } from "vitest";

import { worldPointOf } from "../geometry/mercator.ts";
import { marksOf, markTones } from "./marks.ts";

const marks = marksOf({
  tiers: ["UNKNOWN", "NOMINAL", "CAUTION", "CRITICAL", "DEGRADED"],
  columns: {
    latitude: [37.7749, 52.52, -33.87, 1.35, 60],
    longitude: [-122.4194, 13.405, 151.21, 103.82, 25],
    tier: [3, 1, 2, 1, 4],
    silent: [1, 0, 0, 1, 0],
  },
});

test("a mark stands where its latitude and longitude say", () => {
  const { x, y } = worldPointOf({ latDeg: 37.7749, lonDeg: -122.4194 });
  expect([marks.x[0], marks.y[0]]).toEqual([x, y]);
});

test("a silent vehicle does not look healthy, nor does one of a tier nobody knows", () => {
  expect([...marks.tone].map((tone) => markTones[tone])).toEqual([
    "critical",
    "nominal",
    "caution",
    "unknown",
    "unknown",
  ]);
});

test("the worst is drawn last, equals as they came", () => {
  expect([...marks.order]).toEqual([1, 3, 4, 2, 0]);
});

test("an empty fleet has no marks", () => {
  expect(
    marksOf({ tiers: [], columns: { latitude: [], longitude: [], tier: [], silent: [] } }).order,
  ).toHaveLength(0);
});
