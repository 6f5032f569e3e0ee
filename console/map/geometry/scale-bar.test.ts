import { expect, test } from "vitest";

import { worldPointOf } from "./mercator.ts";
import { scaleBarOf } from "./scale-bar.ts";

const at = (latDeg: number, zoom: number) =>
  scaleBarOf(
    { center: worldPointOf({ latDeg, lonDeg: 13 }), zoom, width: 800, height: 400 },
    { widestPx: 120 },
  );

test("the bar is a round length, and as long as the ground says", () => {
  // OpenStreetMap's table of zoom levels: 4 892 m to a pixel of 256-pixel tiles at zoom 5 on the equator.
  expect(at(0, 5).label).toBe("500\u00a0km");
  expect(at(0, 5).widthPx).toBeCloseTo(500_000 / 4891.97, 3);
});

test("at 60 degrees north the same zoom shows half the ground", () => {
  expect(at(60, 5).label).toBe("200\u00a0km");
  expect(at(60, 5).widthPx).toBeCloseTo(200_000 / (4891.97 / 2), 2);
});

test("near by it counts metres", () => {
  expect(at(0, 17).label).toBe("100\u00a0m");
});
