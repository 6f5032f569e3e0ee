import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

import { geoArea } from "d3-geo";
import { feature, mesh } from "topojson-client";
import { expect, test } from "vitest";

import { worldPointOf } from "../geometry/mercator.ts";
import { countryNames, type WorldTopology } from "./base-shapes.ts";
import { type FlatLine, projectLines } from "./base-shapes.ts";

const world = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve("world-atlas/countries-50m.json"), "utf8"),
) as WorldTopology;
const land = projectLines(feature(world, world.objects.land));

/** The even-odd rule, as a canvas fills. */
function isInside(lines: readonly FlatLine[], latDeg: number, lonDeg: number): boolean {
  const { x, y } = worldPointOf({ latDeg, lonDeg });
  return lines.reduce((inside, { points }) => {
    let crossings = 0;
    for (let at = 0; at < points.length; at += 2) {
      const next = (at + 2) % points.length;
      const [ax, ay, bx, by] = [points[at]!, points[at + 1]!, points[next]!, points[next + 1]!];
      if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) crossings += 1;
    }
    return crossings % 2 === 1 ? !inside : inside;
  }, false);
}

test.each([
  ["Kansas", 38.5, -98, true],
  ["Chukotka, west of the antimeridian", 67.5, 177, true],
  ["Chukotka, east of it", 66.5, -173.5, true],
  ["Vanua Levu", -16.6, 179.2, true],
  ["Antarctica", -80, 20, true],
  ["the middle of the Pacific", 0, -140, false],
  ["the North Sea", 56, 3, false],
  ["the Arctic Ocean", 84.5, 0, false],
  ["Europe at Chukotka's latitude, where an uncut ring would paint a band", 66.5, -15, false],
])("land is land and water water: %s", (_, latDeg, lonDeg, isLand) => {
  expect(isInside(land, latDeg, lonDeg)).toBe(isLand);
});

test("no line jumps across the world", () => {
  const borders = projectLines(mesh(world, world.objects.countries, (one, other) => one !== other));
  for (const { points } of [...land, ...borders]) {
    for (let at = 2; at < points.length; at += 2) {
      const isOnEdge = points[at + 1]! > 0.99;
      if (!isOnEdge) expect(Math.abs(points[at]! - points[at - 2]!)).toBeLessThan(0.1);
    }
  }
});

test("a country's name stands in its largest part", () => {
  const names = new Map(countryNames(world).map((country) => [country.name, country]));
  for (const [name, latDeg, lonDeg] of [
    ["France", 46.5, 2.5],
    ["United States of America", 41, -100],
    ["Russia", 64, 95],
  ] as const) {
    const place = worldPointOf({ latDeg, lonDeg });
    const found = names.get(name)!;
    expect(Math.hypot(found.x - place.x, found.y - place.y)).toBeLessThan(0.04);
  }
});

test("every country that has an area has a name's place", () => {
  const countries = feature(world, world.objects.countries).features.filter((one) => geoArea(one) > 0);
  expect(countryNames(world)).toHaveLength(countries.length);
});
