import { describe, expect, test } from "vitest";
import { fold } from "../fold.ts";
import { noiseGrowths } from "./noise-growth.ts";
import { defaultSettings } from "../settings/settings.ts";
import type { VehicleState } from "../model/state.ts";
import { journalOf, testStartUs } from "../vehicle-journal.ts";
import type { TestVehicle } from "../vehicle-journal.ts";
import { FrameTester } from "./frame-tester.ts";
import { noiseOf } from "../model/rows/channel-noises.ts";
import type { NoiseGrowth } from "../model/score.ts";
import { initialState } from "../model/initial-state.ts";

const tester = new FrameTester();

const runs = 8;

/** A vehicle whose radar scatters more from one frame to another. */
function louder(seed: number, given: { factor: number; from: number; until: number; frames: number }) {
  const vehicle = { seed, frames: given.frames, sensors: ["radar", "lidar"] } satisfies TestVehicle;
  const ordinary = journalOf(vehicle);
  const loud = journalOf({ ...vehicle, noise: { radarM: 0.05 * given.factor } });
  return [
    ...ordinary.slice(0, given.from),
    ...loud.slice(given.from, given.until),
    ...ordinary.slice(given.until),
  ];
}

/** The states after each frame in which some noise has grown, by the frame's index. */
function grownIn(entries: ReturnType<typeof journalOf>): Map<number, readonly NoiseGrowth[]> {
  const grown = new Map<number, readonly NoiseGrowth[]>();
  let state = initialState();
  entries.forEach((entry, frame) => {
    state = fold(state, entry, defaultSettings, tester).state;
    const growths = noiseGrowths(state.noise);
    if (growths.length > 0) grown.set(frame, growths);
  });
  return grown;
}

function middle(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)]!;
}

describe("noise that grows at a frame", () => {
  test.each([
    { factor: 3, from: 300, within: 70 },
    { factor: 3, from: 120, within: 90 },
    { factor: 2, from: 300, within: 140 },
  ])("to $factor times at frame $from is told, dated where it began, and over once it is", (given) => {
    const delays: number[] = [];
    for (let seed = 0; seed < runs; seed += 1) {
      const until = given.from + 300;
      const grown = grownIn(louder(seed, { ...given, until, frames: until + 300 }));
      const [first, growths] = [...grown][0]!;
      expect(first).toBeGreaterThan(given.from);
      delays.push(first - given.from);
      expect(growths).toHaveLength(1);
      expect(growths[0]!.sensor).toBe("radar");
      const began = growths[0]!.sinceSeq - 1;
      expect(Math.abs(began - given.from), `seed ${seed}`).toBeLessThanOrEqual(40);
      expect(growths[0]!.sinceUs).toBe(testStartUs + began * 60e6);
      expect(Math.max(...grown.keys())).toBeLessThan(until + 299);
    }
    expect(middle(delays)).toBeLessThan(given.within);
  });

  test("is named by the frame it began with, in half of the vehicles within three frames", () => {
    const errors = Array.from({ length: runs }, (_, seed) => {
      const grown = grownIn(louder(seed, { factor: 3, from: 400, until: 500, frames: 500 }));
      return Math.abs([...grown.values()][0]![0]!.sinceSeq - 401);
    });
    expect(middle(errors)).toBeLessThanOrEqual(3);
  });
});

describe("a healthy vehicle", () => {
  test.each(["normal", "student", "outliers"] as const)(
    "with a baseline of twenty or fifty blocks does not scatter more than it used to, noise %s",
    (tails) => {
      for (const correlation of [0, 0.5]) {
        for (let seed = 0; seed < runs; seed += 1) {
          expect(grownIn(journalOf({ frames: 700, seed, tails, correlation })).size).toBe(0);
        }
      }
    },
  );

  test("does not for a shift far beyond its noise but within the zone, nor for a slow one", () => {
    for (let seed = 0; seed < runs; seed += 1) {
      const quiet = { frames: 600, seed, noise: { radarM: 0.004 } } satisfies TestVehicle;
      const stepped = { ...quiet, displacement: (frame: number) => ({ radarM: frame < 200 ? 0 : 0.04 }) };
      const slow = { ...quiet, displacement: (frame: number) => ({ radarM: 0.0001 * frame }) };
      expect(grownIn(journalOf(stepped)).size).toBe(0);
      expect(grownIn(journalOf(slow)).size).toBe(0);
    }
  });

  test("is not doubted while a breach is open, whose fault may scatter too", () => {
    const [step, loud] = [{ radarM: 0.4 }, { radarM: 0.15 }];
    const moved = journalOf({ frames: 300, seed: 5, noise: loud, displacement: () => step });
    const entries = [...journalOf({ frames: 150, seed: 5 }), ...moved.slice(150)];
    let state: VehicleState = initialState();
    let opened: VehicleState["noise"] | null = null;
    for (const entry of entries) {
      state = fold(state, entry, defaultSettings, tester).state;
      if (state.breach !== null) opened ??= state.noise;
    }
    expect(opened).not.toBeNull();
    expect(state.noise).toEqual(opened);
  });
});

test("a frozen baseline is tested all the same, and learns nothing", () => {
  const entries = louder(9, { factor: 3, from: 300, until: 400, frames: 400 });
  let state: VehicleState = initialState();
  for (const [frame, entry] of entries.entries()) {
    if (frame === 200) {
      state = fold(
        state,
        { kind: "baseline", action: "freeze", atUs: testStartUs },
        defaultSettings,
        tester,
      ).state;
    }
    const { blocks, variance } = noiseOf(state.noise, 3);
    state = fold(state, entry, defaultSettings, tester).state;
    if (frame > 200) expect(noiseOf(state.noise, 3)).toMatchObject({ blocks, variance });
  }
  expect(noiseGrowths(state.noise)).toMatchObject([{ sensor: "radar" }]);
});
