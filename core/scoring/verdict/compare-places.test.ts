import { expect, test } from "vitest";

import { fold } from "../fold.ts";
import { FrameTester } from "../frame/frame-tester.ts";
import { initialState } from "../model/initial-state.ts";
import type { JournalEntry } from "../model/journal-entry.ts";
import { defaultSettings as settings } from "../settings/settings.ts";
import type { VehicleState } from "../model/state.ts";
import { expDeg, multiply, toMatrix } from "../numeric/quaternion.ts";
import { type Displacement, journalOf, testMount, testStartUs } from "../vehicle-journal.ts";
import { baselinePlaces } from "./baseline-places.ts";
import { comparePlaces } from "./compare-places.ts";

const tester = new FrameTester();

/** Frames with a fault from 200 on, a repair at 400, and what stands afterwards; the comparison after so many frames more. */
function repaired(
  after: Displacement,
  more: {
    readonly frames?: number;
    readonly fault?: Displacement;
    readonly reference?: readonly number[];
  } = {},
) {
  const { frames = 160, fault = { cameraDeg: [0, 1.2, 0] } } = more;
  const displacement = (frame: number) => (frame < 200 ? {} : frame < 400 ? fault : after);
  const journal = journalOf({ frames: 400 + frames, seed: 5, displacement });
  const reference: readonly JournalEntry[] =
    more.reference === undefined
      ? []
      : [{ kind: "reference", cameraRotation: more.reference, validFromUs: testStartUs }];
  const before = foldAll(initialState(), [...reference, ...journal.slice(0, 400)]);
  const places = baselinePlaces(before, settings);
  const learn: JournalEntry = { kind: "baseline", action: "learn", atUs: testStartUs + 400 * 60e6 };
  const state = foldAll(before, [learn, ...journal.slice(400)]);
  return { places, compared: comparePlaces(JSON.parse(JSON.stringify(places)), state, settings) };
}

function foldAll(start: VehicleState, entries: readonly JournalEntry[]): VehicleState {
  return entries.reduce((state, entry) => fold(state, entry, settings, tester).state, start);
}

test("a repair that brings every sensor back is restored, in degrees and metres, and says how far each had been off", () => {
  const { places, compared } = repaired({});
  expect(places.map(({ sensor }) => sensor)).toEqual(["camera", "radar", "lidar"]);
  expect(places[0]!.drift).toBeGreaterThan(1);
  expect(compared.map(({ outcome }) => outcome)).toEqual(["restored", "restored", "restored"]);
  for (const { difference, limits, against } of compared) {
    expect(Math.abs(difference!)).toBeLessThan(limits.caution / 4);
    expect(against).toBe("baseline_before");
  }
});

test.each([
  ["camera", { cameraDeg: [0, 1.2, 0] }, 1.2],
  ["radar", { radarM: 0.6 }, 0.6],
  ["lidar", { lidarM: 0.7 }, 0.7],
] as const)("a %s that stays where the fault left it is not restored, by as much", (sensor, left, moved) => {
  const { compared } = repaired(left, { fault: left });
  const found = compared.find((one) => one.sensor === sensor)!;
  expect(found.outcome).toBe("not_restored");
  expect(found.difference).toBeGreaterThan(0.85 * moved);
  expect(found.difference).toBeLessThan(1.15 * moved);
  expect(found.sd).toBeLessThan(0.1 * moved);
});

test("a lidar that matches better than before the fault is restored", () => {
  const { compared } = repaired({ lidarM: -0.02 }, { fault: { lidarM: 0.7 } });
  const lidar = compared.find(({ sensor }) => sensor === "lidar")!;
  expect(lidar.outcome).toBe("restored");
  expect(lidar.difference).toBeLessThan(0);
});

test("nothing is judged before the new baseline is settled, and what is missing is counted", () => {
  for (const frames of [0, 10, 30]) {
    for (const { outcome, blocks, needed } of repaired({}, { frames }).compared) {
      expect(outcome).toBe("pending");
      expect(blocks).toBeLessThan(needed);
    }
  }
  expect(repaired({}, { frames: 0 }).compared[0]).toMatchObject({ difference: null, sd: null, blocks: 0 });
});

test("a camera with a registered reference is held against that, not against a baseline that held the fault itself", () => {
  const off = toMatrix(multiply(testMount, expDeg([0, 0, -2])));
  const { compared } = repaired({}, { reference: off });
  expect(compared[0]).toMatchObject({
    sensor: "camera",
    against: "registered_reference",
    outcome: "not_restored",
  });
  expect(compared[0]!.difference).toBeGreaterThan(1.9);
  expect(compared[0]!.difference).toBeLessThan(2.1);
});

test("at the limit itself more frames are waited for, and then the likelier is said", () => {
  const atLimit = { cameraDeg: [0, settings.limits.cameraDeg.caution, 0] as const };
  expect(repaired(atLimit, { frames: 55 }).compared[0]!.outcome).toBe("pending");
  expect(repaired(atLimit, { frames: 400 }).compared[0]!.outcome).not.toBe("pending");
});

test("a vehicle that never had a baseline has nothing to be held against", () => {
  expect(baselinePlaces(initialState(), settings)).toEqual([]);
  expect(comparePlaces([], initialState(), settings)).toEqual([]);
});
