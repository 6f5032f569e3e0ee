import { expect, test } from "vitest";
import { fold, foldOwned } from "../fold.ts";
import { FrameTester } from "../frame/frame-tester.ts";
import { journalOf } from "../vehicle-journal.ts";
import { packState } from "./codec/state-codec.ts";
import { copyState } from "./copy-state.ts";
import { initialState } from "./initial-state.ts";
import { defaultSettings } from "../settings/settings.ts";
import type { VehicleState } from "./state.ts";

const tester = new FrameTester();
const sensors = ["camera", "radar", "lidar", "confidence"] as const;
const journal = journalOf({ frames: 260, seed: 21, sensors, periodS: 60 });
const states = [0, 30, 120, 255].map((entries) => {
  let state = initialState();
  for (const entry of journal.slice(0, entries))
    state = foldOwned(state, entry, defaultSettings, tester).state;
  return state;
});

const foldOn = (state: VehicleState, fold: typeof foldOwned) =>
  journal.slice(state.entries, state.entries + 5).reduce((before, entry) => {
    return fold(before, entry, defaultSettings, tester).state;
  }, state);

test.each(states)("whatever is folded onto a copy, the state it was made of stays what it was", (state) => {
  const before = packState(state);
  const { standing } = state;
  const known = structuredClone(standing);
  foldOn(copyState(state), foldOwned);
  expect(packState(state)).toEqual(before);
  expect(state.standing).toBe(standing);
  expect(structuredClone(standing)).toEqual(known);
});

test.each(states)("a state of one's own and one that is left as it was are led to the same bits", (state) => {
  const apart = foldOn(state, fold);
  expect(packState(foldOn(copyState(state), foldOwned))).toEqual(packState(apart));
});

test("a copy knows what was at hand for the next frame, so that nothing is computed twice", () => {
  const state = states[2]!;
  const copy = copyState(state);
  expect(copy.evidence).not.toBe(state.evidence);
  expect(copy.standing!.grounds.evidence).toBe(copy.evidence);
  expect(state.standing!.known.calibration.last!.scatter).toBe(state.evidence.scatter);
  expect(copy.standing!.known.calibration.last!.scatter).toBe(copy.evidence.scatter);
});

test("a block that is open goes on in each of the two by itself", () => {
  const fast = journalOf({ frames: 420, seed: 22, sensors, periodS: 0.05, correlation: 0.97 });
  let state = initialState();
  for (const entry of fast.slice(0, 410)) state = foldOwned(state, entry, defaultSettings, tester).state;
  const { frames, sums } = state.tracks.camera.open;
  const heard = sums.slice();
  expect(frames).toBeGreaterThan(0);
  const repeated = state.repeats.radar.latest.slice();
  foldOwned(copyState(state), fast[410]!, defaultSettings, tester);
  expect(state.tracks.camera.open).toMatchObject({ frames, sums: heard });
  expect(state.repeats.radar.latest).toEqual(repeated);
});
