import { worldSizePx } from "../geometry/map-view.ts";
import { wrapped } from "../geometry/mercator.ts";
import { markTones, type Marks } from "./marks.ts";

/** Vehicles too near each other to be distinguished at this zoom. */
export interface Cluster {
  /** Names its place as long as zoom and place stay. */
  readonly key: number;
  readonly x: number;
  readonly y: number;
  readonly vehicles: number;
  /** By `markTones`. */
  readonly byTone: readonly number[];
}

export interface Clusters {
  readonly clusters: readonly Cluster[];
  /** Of each mark its cluster, −1 for a mark that stands alone. */
  readonly clusterOf: Int32Array;
  /** 1 for a mark within a cluster. */
  readonly isHidden: Uint8Array;
}

/** Side of the squares that are counted, and how many marks still stand apart in one. */
const cellPx = 56;
const apart = 12;
/** A cluster's label is about this large; what would lie under it belongs to it. */
const labelPx = { width: 172, height: 44 };

interface Spot {
  readonly key: number;
  readonly x: number;
  readonly y: number;
}

interface Cell {
  readonly key: number;
  vehicles: number;
  sumX: number;
  sumY: number;
}

/**
 * Places with more vehicles than can be distinguished, most crowded first; each takes in what its label would cover. The world is
 * cut into squares, so a cluster depends on the zoom and never on where the window stands: panning changes nothing.
 */
export function clusterMarks(marks: Pick<Marks, "x" | "y" | "tone">, zoom: number): Clusters {
  const size = worldSizePx(zoom);
  const { cells, cellOf } = countCells(marks, Math.max(1, Math.round(size / cellPx)));

  const crowded = cells
    .filter(({ vehicles }) => vehicles > apart)
    .sort((one, other) => other.vehicles - one.vehicles || one.key - other.key);
  const places: Spot[] = [];
  for (const cell of crowded) {
    const spot = middleOf(cell);
    if (nearestPlace(places, spot, size) === -1) places.push(spot);
  }

  const placeOfCell = cells.map((cell) => nearestPlace(places, middleOf(cell), size));
  return gather(marks, { places, clusterOf: cellOf.map((cell) => placeOfCell[cell]!) });
}

/** The squares that have vehicles, and of each vehicle the index of its own. */
function countCells(
  { x, y }: Pick<Marks, "x" | "y">,
  across: number,
): { readonly cells: readonly Cell[]; readonly cellOf: Int32Array } {
  const indexOf = new Map<number, number>();
  const cells: Cell[] = [];
  const cellOf = new Int32Array(x.length);
  for (let mark = 0; mark < cellOf.length; mark += 1) {
    const key = Math.floor(y[mark]! * across) * across + Math.floor(x[mark]! * across);
    let index = indexOf.get(key);
    if (index === undefined) {
      index = cells.length;
      indexOf.set(key, index);
      cells.push({ key, vehicles: 0, sumX: 0, sumY: 0 });
    }
    cellOf[mark] = index;
    const cell = cells[index]!;
    cell.vehicles += 1;
    cell.sumX += x[mark]!;
    cell.sumY += y[mark]!;
  }
  return { cells, cellOf };
}

function middleOf({ key, sumX, sumY, vehicles }: Cell): Spot {
  return { key, x: sumX / vehicles, y: sumY / vehicles };
}

/** Index of the nearest place whose label covers the point; −1 for none. */
function nearestPlace(places: readonly Spot[], point: Spot, size: number): number {
  let [nearest, index] = [1, -1];
  for (const [at, place] of places.entries()) {
    const dx = ((wrapped(point.x - place.x + 0.5) - 0.5) * size) / labelPx.width;
    const dy = ((point.y - place.y) * size) / labelPx.height;
    const distance = Math.max(Math.abs(dx), Math.abs(dy));
    if (distance < nearest) [nearest, index] = [distance, at];
  }
  return index;
}

function gather(
  marks: Pick<Marks, "x" | "y" | "tone">,
  { places, clusterOf }: { readonly places: readonly Spot[]; readonly clusterOf: Int32Array },
): Clusters {
  const clusters = places.map(({ key, x, y }) => ({
    key,
    x,
    y,
    vehicles: 0,
    byTone: markTones.map(() => 0),
  }));
  const isHidden = new Uint8Array(clusterOf.length);
  for (let mark = 0; mark < clusterOf.length; mark += 1) {
    const index = clusterOf[mark]!;
    if (index === -1) continue;
    isHidden[mark] = 1;
    const cluster = clusters[index]!;
    cluster.vehicles += 1;
    cluster.byTone[marks.tone[mark]!]! += 1;
  }
  return { clusters, clusterOf, isHidden };
}
