import { expect, test } from "vitest";
import { fold } from "./fold.ts";
import { FrameTester } from "./frame/frame-tester.ts";
import { initialState } from "./model/initial-state.ts";
import type { JournalEntry } from "./model/journal-entry.ts";
import { sensorCurves } from "./change/sensor-curves.ts";
import { defaultSettings } from "./settings/settings.ts";
import type { VehicleState } from "./model/state.ts";
import { testNoise, testStartUs } from "./vehicle-journal.ts";

/** Without a zone every wander counts. */
const settings = {
  ...defaultSettings,
  evidence: { ...defaultSettings.evidence, indifferenceShare: 0, indifferenceSigma: 0 },
};
const tester = new FrameTester();
const learn: JournalEntry = { kind: "baseline", action: "learn", atUs: testStartUs };
/** Those of a dozen that are settled by then: one whose noise resembles itself for long is still learning. */
const vehicles = Array.from({ length: 12 }, (_, seed) => ({ seed, before: heard(seed) })).filter(
  ({ before }) => before.tracks.radar.calibration?.established === true,
);

test("after a repair a vehicle still knows how its noise wanders, and one that has forgotten it takes it for calmer", () => {
  expect(vehicles.length).toBeGreaterThanOrEqual(10);
  const wander = (state: VehicleState) => sensorCurves(state, settings).radar[0]!.inflation[6]!;
  const sums = { before: 0, knowing: 0, forgetting: 0 };
  for (const { seed, before } of vehicles) {
    const taught = fold(before, learn, settings, tester).state;
    expect(taught.tracks.radar.inherited!.curves).not.toBeNull();
    sums.before += wander(before);
    sums.knowing += wander(drive(taught, seed, [800, 860]));
    sums.forgetting += wander(drive(forgetful(taught), seed, [800, 860]));
  }
  expect(sums.knowing / sums.before).toBeGreaterThan(0.75);
  expect(sums.knowing / sums.before).toBeLessThan(1.35);
  expect(sums.forgetting).toBeLessThan(0.7 * sums.knowing);
});

test("what an established baseline has taken over is not remembered twice, and is passed on from then on with what is new", () => {
  const knowing = fold(vehicles[0]!.before, learn, settings, tester).state;
  const again = fold(knowing, learn, settings, tester).state;
  expect(again.tracks.radar.inherited).toEqual(knowing.tracks.radar.inherited);
  const settled = drive(knowing, 0, [800, 950]);
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
  return drive(initialState(), seed, [0, 800]);
}

function drive(start: VehicleState, seed: number, [from, end]: readonly [from: number, end: number]) {
  let state = start;
  let slow = 0;
  for (let at = 0; at < end; at += 1) {
    slow = 0.97 * slow + Math.sqrt(1 - 0.97 ** 2) * testNoise(seed, 2, at);
    if (at < from) continue;
    const radarRangeBiasM = 0.05 * (Math.sqrt(2 / 3) * testNoise(seed, 1, at) + Math.sqrt(1 / 3) * slow);
    const reading = { timestampUs: testStartUs + at * 60e6, radarRangeBiasM };
    state = fold(state, { kind: "frame", reading }, settings, tester).state;
  }
  return state;
}
