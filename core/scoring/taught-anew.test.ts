import { expect, test } from "vitest";
import { fold } from "./fold.ts";
import { FrameTester } from "./frame/frame-tester.ts";
import { initialState } from "./model/initial-state.ts";
import type { JournalEntry } from "./model/journal-entry.ts";
import { defaultSettings } from "./model/settings.ts";
import type { VehicleState } from "./model/state.ts";
import { testNoise, testStartUs } from "./vehicle-journal.ts";

/** Without a zone every wander counts. */
const settings = {
  ...defaultSettings,
  evidence: { ...defaultSettings.evidence, indifferenceShare: 0, indifferenceSigma: 0 },
};
const tester = new FrameTester();
const learn: JournalEntry = { kind: "baseline", action: "learn", atUs: testStartUs };
/** Those of two dozen that are settled by then: one whose noise resembles itself for long is still learning. */
const vehicles = Array.from({ length: 24 }, (_, seed) => ({ seed, before: heard(seed) })).filter(
  ({ before }) => before.tracks.radar.calibration?.established === true,
);

test("a vehicle that knows how its noise wanders is accused less often after a repair than one that has forgotten it", () => {
  const accused = { knowing: 0, forgetting: 0 };
  expect(vehicles.length).toBeGreaterThanOrEqual(20);
  for (const { seed, before } of vehicles) {
    const knowing = fold(before, learn, settings, tester).state;
    expect(knowing.tracks.radar.inherited!.curves).not.toBeNull();
    if (breaches(knowing, seed)) accused.knowing += 1;
    if (breaches(forgetful(knowing), seed)) accused.forgetting += 1;
  }
  expect(accused.forgetting).toBeGreaterThanOrEqual(4);
  expect(2 * accused.knowing).toBeLessThanOrEqual(accused.forgetting);
});

test("what an established baseline has taken over is not remembered twice, and is passed on from then on with what is new", () => {
  const knowing = fold(vehicles[0]!.before, learn, settings, tester).state;
  const again = fold(knowing, learn, settings, tester).state;
  expect(again.tracks.radar.inherited).toEqual(knowing.tracks.radar.inherited);
  const settled = drive(knowing, 0, [800, 950]).state;
  expect(settled.tracks.radar.calibration!.established).toBe(true);
  expect(settled.tracks.radar.inherited!.curves).toBeNull();
  // The samples at the first scale: fifty of before, and those of the new baseline.
  expect(settled.evidence.scatter.counts[30]).toBeGreaterThan(50);
});

function forgetful(state: VehicleState): VehicleState {
  const radar = { ...state.tracks.radar, inherited: { ...state.tracks.radar.inherited!, curves: null } };
  return { ...state, tracks: { ...state.tracks, radar } };
}

/** Eight hundred frames of a radar of whose variance a third wanders. */
function heard(seed: number): VehicleState {
  return drive(initialState(), seed, [0, 800]).state;
}

function breaches(state: VehicleState, seed: number): boolean {
  return drive(state, seed, [800, 1300]).breached;
}

function drive(start: VehicleState, seed: number, [from, end]: readonly [from: number, end: number]) {
  let state = start;
  let breached = false;
  let slow = 0;
  for (let at = 0; at < end; at += 1) {
    slow = 0.97 * slow + Math.sqrt(1 - 0.97 ** 2) * testNoise(seed, 2, at);
    if (at < from) continue;
    const radarRangeBiasM = 0.05 * (Math.sqrt(2 / 3) * testNoise(seed, 1, at) + Math.sqrt(1 / 3) * slow);
    const reading = { timestampUs: testStartUs + at * 60e6, radarRangeBiasM };
    state = fold(state, { kind: "frame", reading }, settings, tester).state;
    breached = breached || state.breach !== null;
  }
  return { state, breached };
}
