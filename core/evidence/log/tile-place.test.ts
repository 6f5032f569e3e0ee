import { expect, test } from "vitest";

import { isTileLevel, parseTileAddress, tilePath, tilesOf } from "./tile-place.ts";

// The examples of c2sp.org/tlog-tiles.
test.each([
  [{ level: 0, index: 1_234_067, width: 256 }, "0/x001/x234/067"],
  [{ level: 0, index: 273, width: 112 }, "0/273.p/112"],
  [{ level: 1, index: 1, width: 17 }, "1/001.p/17"],
  [{ level: "entries", index: 0, width: 256 }, "entries/000"],
] as const)("%j is at %s", (place, path) => {
  expect(tilePath(place)).toBe(path);
  const { index, width } = place;
  expect(parseTileAddress(path.slice(path.indexOf("/") + 1))).toEqual({ index, width });
});

test("a log of 70,000 leaves is made of 274 tiles of level 0, 2 of level 1 and 1 of level 2", () => {
  const places = [...tilesOf(70_000)];
  expect([0, 1, 2].map((level) => places.filter((place) => place.level === level).length)).toEqual([
    274, 2, 1,
  ]);
  expect(tilePath(places.at(-1)!)).toBe("2/000.p/1");
  expect([...tilesOf(0)]).toEqual([]);
});

test.each([
  "",
  "0",
  "00",
  "0000",
  "1234",
  "x000/001",
  "x001",
  "001/234",
  "x1/001",
  "001.p/0",
  "001.p/256",
  "001.p/01",
  "001.p/257",
  "001.p/",
  "001.p",
  "-01",
  "001/",
  "/001",
  "%30%30%31",
  "x001/x001/x001/x001/x001/x001/001",
])("%j is no tile's address", (text) => {
  expect(parseTileAddress(text)).toBeNull();
});

test("there are seven levels of tiles", () => {
  expect([0, 6, 7, -1, 0.5, Number.NaN].map(isTileLevel)).toEqual([true, true, false, false, false, false]);
});
