import {
  type PathPiece,
  type Point,
  type Pose,
  aside,
  offsetPath,
  roundCorner,
  tracePath,
  wrapAngle,
} from "./path.ts";
import type { StreetEdge, StreetGraph, StreetNode } from "./street-graph.ts";
import { type StreetKind, kerbM, streetPlan } from "./street-plan.ts";

export interface Junction {
  readonly id: number;
  readonly xM: number;
  readonly yM: number;
  /** Counter-clockwise, beginning at west. */
  readonly arms: readonly Arm[];
  /** One between each arm and the next. */
  readonly corners: readonly Corner[];
  readonly turns: readonly Turn[];
}

export interface Arm {
  readonly street: number;
  readonly kind: StreetKind;
  /** Which end of the street is here. */
  readonly end: "start" | "end";
  /** Out of the junction. */
  readonly headingRad: number;
  /** From the junction's middle to where the street begins. */
  readonly mouthM: number;
}

export interface Corner {
  readonly kerb: readonly PathPiece[];
  /** The side of the sidewalk that is away from the street. */
  readonly sidewalkBack: readonly PathPiece[];
}

export interface LaneEnd {
  readonly street: number;
  readonly end: "start" | "end";
  /** As OpenDRIVE numbers it. */
  readonly lane: number;
}

export interface Turn {
  readonly id: number;
  readonly from: LaneEnd;
  readonly to: LaneEnd;
  readonly direction: "left" | "straight" | "right";
  /** The left border of the lane through the junction. */
  readonly path: readonly PathPiece[];
}

/** Less than this off the way in counts as straight on. */
const straightRad = Math.PI / 4;
/** Between the end of the kerb's arc and the street. */
const clearanceM = 0.5;

export function layJunctions({ nodes, edges }: StreetGraph): Junction[] {
  let turns = 0;
  return nodes.map((node) => {
    const arms = armsAt(node, nodes, edges);
    const junction: Junction = {
      id: node.id,
      xM: node.xM,
      yM: node.yM,
      arms,
      corners: arms.map((arm, at) => roundKerb(node, arm, arms[(at + 1) % arms.length]!)),
      turns: turnsThrough(node, arms, turns),
    };
    turns += junction.turns.length;
    return junction;
  });
}

function armsAt(
  node: StreetNode,
  nodes: readonly StreetNode[],
  edges: readonly StreetEdge[],
): readonly Arm[] {
  const open = edges
    .filter(({ from, to }) => from === node.id || to === node.id)
    .map((edge) => {
      const other = nodes[edge.from === node.id ? edge.to : edge.from]!;
      return {
        street: edge.id,
        kind: edge.kind,
        end: edge.from === node.id ? ("start" as const) : ("end" as const),
        headingRad: Math.atan2(other.yM - node.yM, other.xM - node.xM),
      };
    })
    .sort((one, other) => one.headingRad - other.headingRad);
  return open.map((arm, at) => {
    const next = open[(at + 1) % open.length]!;
    const before = open[(at + open.length - 1) % open.length]!;
    return { ...arm, mouthM: Math.max(kerbEndM(arm, next), kerbEndM(arm, before)) + clearanceM };
  });
}

/** How far out along an arm the kerb's arc to a neighbouring arm ends. */
function kerbEndM(arm: Omit<Arm, "mouthM">, neighbour: Omit<Arm, "mouthM">): number {
  const angleRad = Math.abs(wrapAngle(neighbour.headingRad - arm.headingRad));
  // Two arms in line: the kerb is straight, whatever their widths.
  if (Math.PI - angleRad < 1e-9) return 0;
  const meetM = (kerbM(neighbour.kind) + kerbM(arm.kind) * Math.cos(angleRad)) / Math.sin(angleRad);
  return meetM + streetPlan.kerbRadiusM / Math.tan(angleRad / 2);
}

function mouthPose(node: Point, { headingRad, mouthM }: Arm): Pose {
  return {
    xM: node.xM + mouthM * Math.cos(headingRad),
    yM: node.yM + mouthM * Math.sin(headingRad),
    headingRad,
  };
}

function inwards(pose: Pose): Pose {
  return { ...pose, headingRad: wrapAngle(pose.headingRad + Math.PI) };
}

function roundKerb(node: Point, arm: Arm, next: Arm): Corner {
  const start = inwards(aside(mouthPose(node, arm), kerbM(arm.kind)));
  const end = aside(mouthPose(node, next), -kerbM(next.kind));
  const isGentle = directionOf(wrapAngle(end.headingRad - start.headingRad)) === "straight";
  // Where streets go on, their kerb follows the lanes; at a corner it is as round as kerbs are.
  const kerb = roundCorner(start, end, isGentle ? undefined : streetPlan.kerbRadiusM);
  return { kerb, sidewalkBack: offsetPath(kerb, -streetPlan.sidewalkM) };
}

function turnsThrough(node: Point, arms: readonly Arm[], firstId: number): Turn[] {
  const ways = arms.flatMap((from) => arms.filter((to) => to !== from).map((to) => ({ from, to })));
  return ways
    .flatMap(({ from, to }) => turnsBetween(node, from, to))
    .map((turn, at) => ({ id: firstId + at, ...turn }));
}

function turnsBetween(node: Point, from: Arm, to: Arm): Omit<Turn, "id">[] {
  const turnRad = wrapAngle(to.headingRad - from.headingRad - Math.PI);
  const direction = directionOf(turnRad);
  return lanePairs(direction, from, to).map(([laneIn, laneOut]) => ({
    from: { street: from.street, end: from.end, lane: from.end === "end" ? -laneIn : laneIn },
    to: { street: to.street, end: to.end, lane: to.end === "start" ? -laneOut : laneOut },
    direction,
    path: roundCorner(
      aside(inwards(mouthPose(node, from)), -(laneIn - 1) * streetPlan.laneWidthM),
      aside(mouthPose(node, to), -(laneOut - 1) * streetPlan.laneWidthM),
      // To the right the lane follows the kerb.
      direction === "right" ? streetPlan.kerbRadiusM + streetPlan.laneWidthM : undefined,
    ),
  }));
}

function directionOf(turnRad: number): Turn["direction"] {
  if (Math.abs(turnRad) < straightRad) return "straight";
  return turnRad > 0 ? "left" : "right";
}

/** Lanes counted from the middle: to the left from the innermost, to the right from the outermost, on in each. */
function lanePairs(direction: Turn["direction"], from: Arm, to: Arm): readonly (readonly [number, number])[] {
  const lanesIn = streetPlan[from.kind].lanesEachWay;
  const lanesOut = streetPlan[to.kind].lanesEachWay;
  switch (direction) {
    case "left":
      return [[1, 1]];
    case "right":
      return [[lanesIn, lanesOut]];
    case "straight":
      return Array.from({ length: Math.min(lanesIn, lanesOut) }, (_, lane) => [lane + 1, lane + 1] as const);
  }
}

/** The junction's surface, counter-clockwise; straight across each arm's mouth. */
export function junctionOutline({ corners }: Junction): Point[] {
  return corners.flatMap(({ kerb }) => tracePath(kerb));
}
