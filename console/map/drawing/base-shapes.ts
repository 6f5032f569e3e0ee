import { geoClipAntimeridian, type GeoPermissibleObjects, geoStream } from "d3-geo";
import { feature, mesh } from "topojson-client";
import type { GeometryCollection, Topology } from "topojson-specification";
import { worldX, worldY } from "../geometry/mercator.ts";

/** A line or a ring on the flat map: `x, y, x, y, …` in the unit square; a ring does not repeat its first point. */
export interface FlatLine {
  readonly points: readonly number[];
  readonly isRing: boolean;
}

const degrees = Math.PI / 180;

/**
 * Lines and rings of a shape, cut where they cross the antimeridian: drawn as they stand, Russia's would go back across the
 * whole map. Of d3-geo only the cut is taken; its projections would be four times the code.
 */
export function projectLines(shape: GeoPermissibleObjects): readonly FlatLine[] {
  const sink = new LineSink();
  const cut = geoClipAntimeridian(sink);
  geoStream(shape, {
    point: (lon, lat) => cut.point(lon * degrees, lat * degrees),
    lineStart: () => cut.lineStart(),
    lineEnd: () => cut.lineEnd(),
    polygonStart: () => cut.polygonStart(),
    polygonEnd: () => cut.polygonEnd(),
  });
  return sink.lines;
}

class LineSink {
  readonly lines: FlatLine[] = [];
  #points: number[] = [];
  #isRing = false;

  point(lambda: number, phi: number): void {
    // Exactly 180 degrees east is the right edge here, not the left one it is the same as.
    const x = lambda >= Math.PI ? 1 : worldX(lambda / degrees);
    this.#points.push(x, worldY(phi / degrees));
  }

  lineStart(): void {
    this.#points = [];
  }

  lineEnd(): void {
    if (this.#points.length >= 4) this.lines.push({ points: this.#points, isRing: this.#isRing });
  }

  polygonStart(): void {
    this.#isRing = true;
  }

  polygonEnd(): void {
    this.#isRing = false;
  }
}

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
