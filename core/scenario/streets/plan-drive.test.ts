import { expect, test } from "vitest";

import { generateStreets } from "./generate-streets.ts";
import { wrapAngle } from "./path.ts";
import { type Drive, planDrive } from "./plan-drive.ts";

const seeds = [0, 1, 42, 99, 4_294_967_295];
const driveFrom = (seed: number, durationS: number, fastestMps = 100) =>
  planDrive(generateStreets(seed), { seed, durationS, fastestMps });
const drives = seeds.map((seed) => driveFrom(seed, 300));

test("the pose at t is the same in whatever order it is asked for", () => {
  const drive = drives[2]!;
  const times = Array.from({ length: 500 }, (_, at) => at * 0.37);
  const ahead = times.map(drive.poseAt);
  expect(times.toReversed().map(driveFrom(42, 300).poseAt).reverse()).toEqual(ahead);
});

interface Extremes {
  readonly jumpM: number;
  readonly skewRad: number;
  readonly sidewaysMps2: number;
  readonly alongMps2: number;
  readonly fastestMps: number;
  readonly slowestMps: number;
}

const stepS = 0.01;

function watch(drive: Drive): Extremes {
  const steps = Array.from({ length: 300 / stepS }, (_, at) => watchStep(drive, at * stepS));
  const most = (pick: (step: Extremes) => number) =>
    steps.reduce((max, step) => Math.max(max, pick(step)), 0);
  return {
    jumpM: most(({ jumpM }) => jumpM),
    skewRad: most(({ skewRad }) => skewRad),
    sidewaysMps2: most(({ sidewaysMps2 }) => sidewaysMps2),
    alongMps2: most(({ alongMps2 }) => alongMps2),
    fastestMps: most(({ fastestMps }) => fastestMps),
    slowestMps: -steps.reduce((max, { slowestMps }) => Math.max(max, -slowestMps), -100),
  };
}

function watchStep({ poseAt, speedAt }: Drive, tS: number): Extremes {
  const [from, to] = [poseAt(tS), poseAt(tS + stepS)];
  const [speedMps, nextMps] = [speedAt(tS), speedAt(tS + stepS)];
  const [dxM, dyM] = [to.xM - from.xM, to.yM - from.yM];
  return {
    jumpM: Math.abs(Math.hypot(dxM, dyM) - ((speedMps + nextMps) / 2) * stepS),
    skewRad: Math.abs(wrapAngle(Math.atan2(dyM, dxM) - from.headingRad)),
    sidewaysMps2: Math.abs(speedMps * (wrapAngle(to.headingRad - from.headingRad) / stepS)),
    alongMps2: Math.abs(nextMps - speedMps) / stepS,
    fastestMps: speedMps,
    slowestMps: speedMps,
  };
}

test.each(drives)(
  "a car goes where it points, as fast as it says, and nobody in it is thrown about",
  (drive) => {
    const seen = watch(drive);
    expect(seen.jumpM).toBeLessThan(1e-4);
    expect(seen.skewRad).toBeLessThan(0.03);
    expect(seen.sidewaysMps2).toBeLessThan(2.6);
    expect(seen.alongMps2).toBeLessThan(1.51);
    expect(seen.fastestMps).toBeLessThan(50 / 3.6 + 1e-9);
    expect(seen.slowestMps).toBeGreaterThan(3);
  },
);

test.each(drives)("each street is driven in the lane that the turn before led to", ({ legs }) => {
  expect(legs.length).toBeGreaterThan(10);
  expect(legs.every(({ lane }) => Math.abs(lane) >= 1 && Math.abs(lane) <= 2)).toBe(true);
});

test("an hour is planned as a minute is", () => {
  const long = driveFrom(42, 3600);
  const short = driveFrom(42, 60);
  expect(long.poseAt(30)).toEqual(short.poseAt(30));
  expect(long.distanceAt(3600)).toBeGreaterThan(20_000);
});

test("a slow car is nowhere faster than itself, and a standing one stays", () => {
  const slow = driveFrom(42, 60, 5);
  const stands = driveFrom(42, 60, 0);
  const times = Array.from({ length: 60 }, (_, tS) => tS);
  expect(Math.max(...times.map(slow.speedAt))).toBe(5);
  expect(new Set(times.map((tS) => JSON.stringify(stands.poseAt(tS)))).size).toBe(1);
  expect(stands.legs).toHaveLength(2);
});
