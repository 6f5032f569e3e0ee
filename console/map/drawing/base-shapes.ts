import { feature, mesh } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";

import { type FlatLine, projectLines } from "./project-lines.ts";

/** Side of the world in the paths' own units. */
export const pathUnits = 4096;

/** What lies under the vehicles, as paths that are made once and only moved and scaled afterwards. */
export interface BaseShapes {
  readonly land: Path2D;
  readonly borders: Path2D;
  readonly countries: readonly CountryName[];
}

export interface CountryName {
  readonly name: string;
  /** Middle of its largest part, in the unit square. */
  readonly x: number;
  readonly y: number;
  /** How wide that part is, as a share of the world. */
  readonly width: number;
}

export type WorldTopology = Topology<{
  countries: GeometryCollection<{ name: string }>;
  land: GeometryCollection;
}>;

export function baseShapes(world: WorldTopology): BaseShapes {
  const { countries, land } = world.objects;
  return {
    land: pathOf(projectLines(feature(world, land))),
    borders: pathOf(projectLines(mesh(world, countries, (one, other) => one !== other))),
    countries: countryNames(world),
  };
}

export function countryNames(world: WorldTopology): readonly CountryName[] {
  return feature(world, world.objects.countries).features.flatMap((country) => {
    const parts = projectLines(country).map(extentOf);
    const largest = parts.toSorted((one, other) => other.area - one.area)[0];
    return largest === undefined ? [] : [{ name: country.properties.name, ...largest }];
  });
}

function pathOf(lines: readonly FlatLine[]): Path2D {
  const path = new Path2D();
  for (const { points, isRing } of lines) {
    path.moveTo(points[0]! * pathUnits, points[1]! * pathUnits);
    for (let at = 2; at < points.length; at += 2) {
      path.lineTo(points[at]! * pathUnits, points[at + 1]! * pathUnits);
    }
    if (isRing) path.closePath();
  }
  return path;
}

/** Area and centre of a ring by the shoelace formula, and its width. */
function extentOf({ points }: FlatLine): Omit<CountryName, "name"> & { readonly area: number } {
  let [area, x, y] = [0, 0, 0];
  let [west, east] = [1, 0];
  for (let at = 0; at < points.length; at += 2) {
    const [ax, ay] = [points[at]!, points[at + 1]!];
    const next = (at + 2) % points.length;
    const [bx, by] = [points[next]!, points[next + 1]!];
    const cross = ax * by - bx * ay;
    area += cross / 2;
    x += ((ax + bx) * cross) / 6;
    y += ((ay + by) * cross) / 6;
    west = Math.min(west, ax);
    east = Math.max(east, ax);
  }
  return { area: Math.abs(area), x: x / area, y: y / area, width: east - west };
}
