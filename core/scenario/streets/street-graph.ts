import { uniform } from "../counter-random.ts";
import { type StreetKind, kindOfLine, streetPlan } from "./street-plan.ts";

/** A junction's place; `column` counts from west, `row` from south. */
export interface StreetNode {
  readonly id: number;
  readonly column: number;
  readonly row: number;
  readonly xM: number;
  readonly yM: number;
}

export interface StreetEdge {
  readonly id: number;
  readonly from: number;
  readonly to: number;
  readonly kind: StreetKind;
}

export interface StreetGraph {
  readonly nodes: readonly StreetNode[];
  readonly edges: readonly StreetEdge[];
}

/** Streams of the counter generator, apart from those of the drift formulas. */
const stream = { east: 101, north: 102, dropped: 103 } as const;

/**
 * Junctions on a jittered grid around (0, 0), and the streets between neighbours. A street is left out only where both
 * its ends keep three arms, so nothing is cut off: any group of junctions has a corner with two streets out of it.
 */
export function drawStreetGraph(seed: number): StreetGraph {
  const { lines } = streetPlan;
  const nodes = Array.from({ length: lines * lines }, (_, id) => placeNode(seed, id));
  return { nodes, edges: dropSome(seed, gridEdges()) };
}

function placeNode(seed: number, id: number): StreetNode {
  const { lines, spacingM } = streetPlan;
  const column = id % lines;
  const row = Math.floor(id / lines);
  const middle = (lines - 1) / 2;
  return {
    id,
    column,
    row,
    xM: toMillimetre((column - middle) * spacingM + jitterM(column, uniform(seed, stream.east, id))),
    yM: toMillimetre((row - middle) * spacingM + jitterM(row, uniform(seed, stream.north, id))),
  };
}

/** An arterial's line bends less. */
function jitterM(line: number, luck: number): number {
  const reachM = kindOfLine(line) === "arterial" ? streetPlan.arterialJitterM : streetPlan.jitterM;
  return (2 * luck - 1) * reachM;
}

function toMillimetre(metres: number): number {
  return Math.round(metres * 1000) / 1000 + 0;
}

function gridEdges(): StreetEdge[] {
  const { lines } = streetPlan;
  const edges: StreetEdge[] = [];
  for (let from = 0; from < lines * lines; from += 1) {
    const column = from % lines;
    const row = Math.floor(from / lines);
    if (column + 1 < lines) edges.push({ id: edges.length, from, to: from + 1, kind: kindOfLine(row) });
    if (row + 1 < lines) edges.push({ id: edges.length, from, to: from + lines, kind: kindOfLine(column) });
  }
  return edges;
}

function dropSome(seed: number, edges: readonly StreetEdge[]): StreetEdge[] {
  const arms = new Map<number, number>();
  for (const { from, to } of edges) {
    arms.set(from, (arms.get(from) ?? 0) + 1);
    arms.set(to, (arms.get(to) ?? 0) + 1);
  }
  return edges.filter(({ id, from, to, kind }) => {
    const kept =
      kind === "arterial" ||
      arms.get(from)! < 4 ||
      arms.get(to)! < 4 ||
      uniform(seed, stream.dropped, id) >= streetPlan.droppedShare;
    if (!kept) {
      arms.set(from, arms.get(from)! - 1);
      arms.set(to, arms.get(to)! - 1);
    }
    return kept;
  });
}
