import { geoClipAntimeridian, type GeoPermissibleObjects, geoStream } from "d3-geo";

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
