import { expect, test } from "vitest";

import { pixelOf, settled } from "../../../map/geometry/map-view.ts";
import { worldPointOf } from "../../../map/geometry/mercator.ts";
import { mapStartOf, mapStartText } from "./map-start.ts";

test.each([0.7, 4, 9.25, 16])("an address brings the map back to the same pixel at zoom %d", (zoom) => {
  const place = worldPointOf({ latDeg: 37.774_93, lonDeg: -122.419_42 });
  const view = settled({ center: place, zoom, width: 900, height: 500 });
  const back = mapStartOf(mapStartText(view))!;
  const pixel = pixelOf(settled({ ...view, ...back }), view.center);
  expect(Math.hypot(pixel.x - 450, pixel.y - 250)).toBeLessThan(2.5);
});

test("latitude comes first", () => {
  expect(mapStartOf("37.8,-122.4,6")!.center.x).toBeLessThan(0.5);
  expect(mapStartOf("-122.4,37.8,6")).toBeNull();
});

test.each([null, "", "1,2", "1,2,3,4", "a,b,c", "91,0,3", "0,181,3", "0,0,-1", "0,0,99", "NaN,0,3"])(
  "%j is no place on the map",
  (text) => expect(mapStartOf(text)).toBeNull(),
);
