import { createHash } from "node:crypto";

import { expect, test } from "vitest";

import { boxCorners } from "./buildings.ts";
import { type StreetNetwork, generateStreets } from "./generate-streets.ts";
import { type LaneEnd, junctionOutline } from "./junctions.ts";
import {
  type Point,
  type Pose,
  aside,
  followPath,
  offsetPath,
  pathLengthM,
  reversePiece,
  tracePath,
  wrapAngle,
} from "./path.ts";
import { kerbM, streetPlan } from "./street-plan.ts";

const seeds = [0, 1, 2, 42, 4_294_967_295];
const manySeeds = Array.from({ length: 24 }, (_, at) => at * 7_919);

const towns = new Map<number, StreetNetwork>();
/** Made once: a town takes tens of milliseconds. */
function townOf(seed: number): StreetNetwork {
  const town = towns.get(seed) ?? generateStreets(seed);
  towns.set(seed, town);
  return town;
}

/** To a micrometre: what any engine's sines agree on. */
function digest(network: StreetNetwork): string {
  const text = JSON.stringify(network, (_, value: unknown) =>
    typeof value === "number" ? Math.round(value * 1e6) / 1e6 + 0 : value,
  );
  return createHash("sha256").update(text).digest("hex");
}

test("the same seed gives the same town, another seed another one", () => {
  expect(JSON.stringify(generateStreets(42))).toBe(JSON.stringify(generateStreets(42)));
  expect(new Set(manySeeds.map((seed) => digest(townOf(seed)))).size).toBe(manySeeds.length);
});

test("the town of seed 42 is the one that stored scenarios were made with", () => {
  expect(digest(townOf(42))).toBe("e80d20858c43a4ffb394a11ca814182c1ace4cabb32d9147ad6b58e9132d39e6");
});

test("every junction can be reached from every other one, whatever the seed", () => {
  for (const seed of manySeeds) {
    const { junctions, streets } = townOf(seed);
    const ways = streets.flatMap(({ from, to }) => [
      [from, to],
      [to, from],
    ]);
    const reached = new Set([0]);
    for (const id of reached) for (const [, to] of ways.filter(([from]) => from === id)) reached.add(to!);
    expect(reached.size).toBe(junctions.length);
  }
});

test("only the four corners of the town have two arms; all other junctions three or four", () => {
  for (const seed of manySeeds) {
    const arms = townOf(seed).junctions.map((junction) => junction.arms.length);
    expect(arms.filter((count) => count === 2)).toHaveLength(4);
    expect(arms.every((count) => count >= 2 && count <= 4)).toBe(true);
  }
});

test("some streets are left out and none is shorter than a car's braking way", () => {
  const grid = 2 * streetPlan.lines * (streetPlan.lines - 1);
  for (const seed of manySeeds) {
    const { streets } = townOf(seed);
    expect(streets.length).toBeLessThan(grid);
    expect(Math.min(...streets.map(({ line }) => line.lengthM))).toBeGreaterThan(30);
  }
});

/** Where a lane's left border meets the junction, in driving direction. */
function laneBorder(network: StreetNetwork, { street, end, lane }: LaneEnd): Pose {
  const { line } = network.streets.find(({ id }) => id === street)!;
  const ahead = lane < 0 ? line : reversePiece(line);
  const leaves = (end === "end") === lane < 0;
  const pose = followPath([ahead])(leaves ? ahead.lengthM : 0);
  return aside(pose, -(Math.abs(lane) - 1) * streetPlan.laneWidthM);
}

test.each(seeds)("a turn begins and ends on its lanes, in their directions (seed %d)", (seed) => {
  const network = townOf(seed);
  for (const { from, to, path } of network.junctions.flatMap(({ turns }) => turns)) {
    const follow = followPath(path);
    const ends = [
      [follow(0), laneBorder(network, from)],
      [follow(pathLengthM(path)), laneBorder(network, to)],
    ] as const;
    for (const [turned, lane] of ends) {
      expect(Math.hypot(turned.xM - lane.xM, turned.yM - lane.yM)).toBeLessThan(1e-7);
      expect(Math.abs(wrapAngle(turned.headingRad - lane.headingRad))).toBeLessThan(1e-9);
    }
  }
});

test.each(seeds)(
  "every lane that comes in leads on, and every lane that goes out is reached (seed %d)",
  (seed) => {
    const { junctions, streets } = townOf(seed);
    const name = ({ street, lane }: LaneEnd) => `${street} ${lane}`;
    const lanes = streets.flatMap(({ id, kind }) =>
      Array.from({ length: streetPlan[kind].lanesEachWay }, (_, at) => [
        `${id} ${at + 1}`,
        `${id} ${-at - 1}`,
      ]).flat(),
    );
    const turns = junctions.flatMap((junction) => junction.turns);
    expect([...new Set(turns.map(({ from }) => name(from)))].sort()).toEqual(lanes.toSorted());
    const reached = new Set(turns.map(({ to }) => name(to)));
    // A wide street that begins at a narrow one is entered in some of its lanes only.
    const narrow = streets
      .filter(({ kind }) => kind === "local")
      .flatMap(({ id }) => [`${id} 1`, `${id} -1`]);
    expect(narrow.filter((lane) => !reached.has(lane))).toEqual([]);
  },
);

function isInside({ xM, yM }: Point, ring: readonly Point[]): boolean {
  let inside = false;
  for (const [at, from] of ring.entries()) {
    const to = ring[(at + 1) % ring.length]!;
    const crosses = from.yM > yM !== to.yM > yM;
    if (crosses && xM < from.xM + ((yM - from.yM) / (to.yM - from.yM)) * (to.xM - from.xM)) inside = !inside;
  }
  return inside;
}

test.each(seeds)("a car's way through a junction stays between its kerbs (seed %d)", (seed) => {
  for (const junction of townOf(seed).junctions) {
    const ring = junctionOutline(junction);
    for (const { path } of junction.turns) {
      for (const rightM of [0.7, 2.55]) {
        const wheels = tracePath(offsetPath(path, -rightM));
        const outside = wheels.filter(
          (point) => !isInside(point, ring) && distanceToRingM(point, ring) > 1e-6,
        );
        expect(outside).toEqual([]);
      }
    }
  }
});

test.each(seeds)("kerbs are tangent to the streets on both sides of a corner (seed %d)", (seed) => {
  const network = townOf(seed);
  const street = (id: number) => network.streets.find((candidate) => candidate.id === id)!;
  for (const { arms, corners } of network.junctions) {
    for (const [at, { kerb }] of corners.entries()) {
      const arm = arms[at]!;
      const { line, kind } = street(arm.street);
      const outwards = arm.end === "start" ? line : reversePiece(line);
      const mouth = aside(outwards, kerbM(kind));
      expect(Math.hypot(kerb[0]!.xM - mouth.xM, kerb[0]!.yM - mouth.yM)).toBeLessThan(1e-7);
    }
  }
});

test.each(seeds)("no building stands on a street, a sidewalk or another building (seed %d)", (seed) => {
  const { streets, buildings, junctions } = townOf(seed);
  expect(buildings.length).toBeGreaterThan(500);
  const built = buildings.map((building) => ({ id: building.id, corners: boxCorners(building) }));
  for (const { from, to, kind } of streets) {
    const clearM = built.map(({ corners }) =>
      Math.min(...corners.map((corner) => distanceM(corner, junctions[from]!, junctions[to]!))),
    );
    expect(Math.min(...clearM)).toBeGreaterThanOrEqual(kerbM(kind) + streetPlan.sidewalkM);
  }
  const overlaps = built.flatMap((one) =>
    built.filter((other) => other.id > one.id && other.corners.some((point) => isInside(point, one.corners))),
  );
  expect(overlaps).toEqual([]);
});

function distanceToRingM(point: Point, ring: readonly Point[]): number {
  return Math.min(...ring.map((from, at) => distanceM(point, from, ring[(at + 1) % ring.length]!)));
}

function distanceM(point: Point, from: Point, to: Point): number {
  const [dxM, dyM] = [to.xM - from.xM, to.yM - from.yM];
  const along = ((point.xM - from.xM) * dxM + (point.yM - from.yM) * dyM) / (dxM * dxM + dyM * dyM);
  const share = Math.min(1, Math.max(0, along));
  return Math.hypot(point.xM - from.xM - share * dxM, point.yM - from.yM - share * dyM);
}
