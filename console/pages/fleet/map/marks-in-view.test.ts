import { expect, test } from "vitest";

import { settled } from "../../../map/geometry/map-view.ts";
import { worldPointOf } from "../../../map/geometry/mercator.ts";
import { marksOf } from "../../../map/marks/marks.ts";
import { marksInView } from "./marks-in-view.ts";

const marks = marksOf({
  tiers: ["UNKNOWN", "NOMINAL", "CAUTION", "CRITICAL"],
  columns: {
    latitude: [52.5, 52.4, 48.1, -33.9, 52.6],
    longitude: [13.4, 13.3, 11.6, 151.2, 13.5],
    tier: [1, 3, 2, 3, 2],
    silent: [0, 0, 0, 0, 0],
  },
});
const germany = settled({
  center: worldPointOf({ latDeg: 51, lonDeg: 10 }),
  zoom: 5,
  width: 600,
  height: 400,
});

test("what is in the window is counted, worst first, and what is elsewhere is not", () => {
  expect(marksInView(marks, germany, 3)).toEqual({ byTone: [1, 0, 2, 1], total: 4, worst: [1, 4, 2] });
});

test("at the other end of the world there is one", () => {
  const sydney = settled({ ...germany, center: worldPointOf({ latDeg: -33, lonDeg: 151 }) });
  expect(marksInView(marks, sydney, 3)).toMatchObject({ total: 1, worst: [3] });
});
