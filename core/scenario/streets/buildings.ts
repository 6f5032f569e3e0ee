import { uniform } from "../counter-random.ts";
import type { Point } from "./path.ts";
import type { StreetGraph, StreetNode } from "./street-graph.ts";
import { kerbM, kindOfLine, streetPlan } from "./street-plan.ts";

/** A box on the ground: `lengthM` along its heading, `widthM` across. */
export interface Building {
  readonly id: number;
  readonly xM: number;
  readonly yM: number;
  readonly headingRad: number;
  readonly lengthM: number;
  readonly widthM: number;
  readonly heightM: number;
}

type Quad = readonly [Point, Point, Point, Point];

/** A block has this many lots along each side; those inside are its courtyard. */
const lotsAlong = 4;
const lotsABlock = lotsAlong * lotsAlong;
const stream = { empty: 104, size: 105, height: 106 } as const;
/** Share of a lot's sides that a building takes, least and most. */
const filled = { least: 0.6, most: 0.88 } as const;

/** Buildings stand on the lots around each block, clear of sidewalks and of each other. */
export function placeBuildings(seed: number, { nodes }: StreetGraph): Building[] {
  const { lines } = streetPlan;
  const buildings: Building[] = [];
  for (let block = 0; block < (lines - 1) * (lines - 1); block += 1) {
    const west = block % (lines - 1);
    const south = Math.floor(block / (lines - 1));
    const inside = insetBlock(nodes, west, south);
    for (let lot = 0; lot < lotsABlock; lot += 1) {
      const key = block * lotsABlock + lot;
      if (isCourtyard(lot) || uniform(seed, stream.empty, key) < 0.1) continue;
      buildings.push({ id: buildings.length, ...buildOn(seed, key, lotOf(inside, lot)) });
    }
  }
  return buildings;
}

function isCourtyard(lot: number): boolean {
  const isInner = (at: number) => at > 0 && at < lotsAlong - 1;
  return isInner(lot % lotsAlong) && isInner(Math.floor(lot / lotsAlong));
}

/** The block within its streets, sidewalks and front gardens; corners counter-clockwise from south-west. */
function insetBlock(nodes: readonly StreetNode[], west: number, south: number): Quad {
  const { lines } = streetPlan;
  const corner = (column: number, row: number) => nodes[(south + row) * lines + west + column]!;
  const corners = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)] as const;
  const insetM = (line: number) => kerbM(kindOfLine(line)) + streetPlan.sidewalkM + streetPlan.setbackM;
  const insets = [insetM(south), insetM(west + 1), insetM(south + 1), insetM(west)] as const;
  const sides = corners.map((from, at) => moveInside(from, corners[(at + 1) % 4]!, insets[at]!));
  return [0, 1, 2, 3].map((at) => meet(sides[(at + 3) % 4]!, sides[at]!)) as unknown as Quad;
}

interface Side {
  readonly from: Point;
  readonly xM: number;
  readonly yM: number;
}

function moveInside(from: Point, to: Point, byM: number): Side {
  const lengthM = Math.hypot(to.xM - from.xM, to.yM - from.yM);
  const xM = (to.xM - from.xM) / lengthM;
  const yM = (to.yM - from.yM) / lengthM;
  return { from: { xM: from.xM - byM * yM, yM: from.yM + byM * xM }, xM, yM };
}

function meet(one: Side, other: Side): Point {
  const dxM = other.from.xM - one.from.xM;
  const dyM = other.from.yM - one.from.yM;
  const along = (dxM * other.yM - dyM * other.xM) / (one.xM * other.yM - one.yM * other.xM);
  return { xM: one.from.xM + along * one.xM, yM: one.from.yM + along * one.yM };
}

function lotOf(block: Quad, lot: number): Quad {
  const column = lot % lotsAlong;
  const row = Math.floor(lot / lotsAlong);
  const at = (right: number, up: number) =>
    within(block, (column + right) / lotsAlong, (row + up) / lotsAlong);
  return [at(0, 0), at(1, 0), at(1, 1), at(0, 1)];
}

function within([southWest, southEast, northEast, northWest]: Quad, right: number, up: number): Point {
  const mix = (pick: (point: Point) => number) =>
    (1 - up) * ((1 - right) * pick(southWest) + right * pick(southEast)) +
    up * ((1 - right) * pick(northWest) + right * pick(northEast));
  return { xM: mix(({ xM }) => xM), yM: mix(({ yM }) => yM) };
}

function buildOn(seed: number, key: number, lot: Quad): Omit<Building, "id"> {
  const middle = within(lot, 0.5, 0.5);
  const [west, east] = [within(lot, 0, 0.5), within(lot, 1, 0.5)];
  const [south, north] = [within(lot, 0.5, 0), within(lot, 0.5, 1)];
  const share = filled.least + (filled.most - filled.least) * uniform(seed, stream.size, key);
  const box = {
    ...middle,
    headingRad: Math.atan2(east.yM - west.yM, east.xM - west.xM),
    lengthM: share * Math.hypot(east.xM - west.xM, east.yM - west.yM),
    widthM: share * Math.hypot(north.xM - south.xM, north.yM - south.yM),
  };
  const storeys = 2 + Math.floor(7 * uniform(seed, stream.height, key) ** 2);
  return { ...shrinkInto(box, lot), heightM: storeys * streetPlan.storeyM };
}

type Box = Omit<Building, "id" | "heightM">;

/** A lot is a little askew: the box is made smaller until its corners are on it. */
function shrinkInto(box: Box, lot: Quad): Box {
  let fitting = box;
  for (let tries = 0; tries < 40 && !boxCorners(fitting).every((point) => isInside(point, lot)); tries += 1) {
    fitting = { ...fitting, lengthM: fitting.lengthM * 0.95, widthM: fitting.widthM * 0.95 };
  }
  return fitting;
}

/** Counter-clockwise, the corner behind on the right first. */
export function boxCorners({ xM, yM, headingRad, lengthM, widthM }: Box): Point[] {
  const cos = Math.cos(headingRad);
  const sin = Math.sin(headingRad);
  return [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ].map(([ahead, left]) => {
    const u = (ahead! * lengthM) / 2;
    const v = (left! * widthM) / 2;
    return { xM: xM + u * cos - v * sin, yM: yM + u * sin + v * cos };
  });
}

function isInside({ xM, yM }: Point, quad: Quad): boolean {
  return quad.every((from, at) => {
    const to = quad[(at + 1) % 4]!;
    return (to.xM - from.xM) * (yM - from.yM) - (to.yM - from.yM) * (xM - from.xM) >= 0;
  });
}
