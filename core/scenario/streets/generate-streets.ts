import { type Building, placeBuildings } from "./buildings.ts";
import { type Junction, layJunctions } from "./junctions.ts";
import { type PathPiece, poseAlong } from "./path.ts";
import { type StreetEdge, type StreetGraph, drawStreetGraph } from "./street-graph.ts";

/**
 * A small town from a seed: streets, lanes, junctions with rounded kerbs, every turn through them, and buildings.
 *
 * No package holds street data for the world, so the streets around a scenario's `map_center` are made up. The map, the
 * three-dimensional scene and the OpenDRIVE file are all drawn from this one description, so that our player and a
 * simulator show the same roads. They are not the streets that are really there.
 *
 * - Metres in a plane: x east, y north, (0, 0) at `map_center`; headings counter-clockwise from east, in radians.
 *   `geoPoint` gives latitude and longitude.
 * - The same seed gives the same town: random numbers are the counter generator's, places are rounded to a millimetre.
 * - A street's reference line runs along its middle from its `from` to its `to` junction, between the two junctions'
 *   mouths. Lanes are numbered as in OpenDRIVE: −1 beside the middle on the right, −2 outside it; 1, 2 on the left,
 *   driven the other way. Traffic keeps to the right.
 * - A turn leads from a lane's end to a lane's beginning; its `path` is the lane's left border, in driving direction.
 * - `corners` are kerb lines between neighbouring arms, counter-clockwise around the junction, with the block on their
 *   right; `junctionOutline` closes them to the junction's surface.
 */
export interface StreetNetwork {
  readonly seed: number;
  readonly streets: readonly Street[];
  readonly junctions: readonly Junction[];
  readonly buildings: readonly Building[];
}

export interface Street extends StreetEdge {
  /** Along the middle, from the mouth of one junction to that of the other. */
  readonly line: PathPiece;
}

export function generateStreets(seed: number): StreetNetwork {
  const graph = drawStreetGraph(seed);
  const junctions = layJunctions(graph);
  return {
    seed,
    streets: graph.edges.map((edge) => layStreet(edge, graph, junctions)),
    junctions,
    buildings: placeBuildings(seed, graph),
  };
}

function layStreet(edge: StreetEdge, { nodes }: StreetGraph, junctions: readonly Junction[]): Street {
  const from = nodes[edge.from]!;
  const to = nodes[edge.to]!;
  const mouthM = (node: number) => junctions[node]!.arms.find(({ street }) => street === edge.id)!.mouthM;
  const headingRad = Math.atan2(to.yM - from.yM, to.xM - from.xM);
  const middle = { xM: from.xM, yM: from.yM, headingRad, curvaturePerM: 0, lengthM: 0 };
  const lengthM = Math.hypot(to.xM - from.xM, to.yM - from.yM) - mouthM(edge.from) - mouthM(edge.to);
  return { ...edge, line: { ...poseAlong(middle, mouthM(edge.from)), curvaturePerM: 0, lengthM } };
}
