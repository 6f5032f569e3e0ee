import { expect, test } from "vitest";
import { fold, foldOwned } from "../fold.ts";
import { FrameTester } from "../frame/frame-tester.ts";
import { journalOf } from "../vehicle-journal.ts";
import { packState } from "./codec/state-codec.ts";
import { copyState } from "./copy-state.ts";
import { initialState } from "./initial-state.ts";
import { defaultSettings } from "../settings/settings.ts";
import type { VehicleState } from "./state.ts";
import { standingOf } from "../verdict/standing.ts";

const tester = new FrameTester();
const sensors = ["camera", "radar", "lidar", "confidence"] as const;
const journal = journalOf({ frames: 260, seed: 21, sensors, periodS: 60 });
/** Several of its frames make a block. */
const fast = journalOf({ frames: 900, seed: 22, sensors, periodS: 0.05, correlation: 0.97 });
const stateAfter = (entries: number, of = journal) => {
  let state = initialState();
  for (const entry of of.slice(0, entries)) state = foldOwned(state, entry, defaultSettings, tester).state;
  return state;
};
const states = [0, 30, 120, 255].map((entries) => stateAfter(entries));

const foldOn = (state: VehicleState, fold: typeof foldOwned, of = journal) =>
  of.slice(state.entries, state.entries + 5).reduce((before, entry) => {
    return fold(before, entry, defaultSettings, tester).state;
  }, state);

test.each(states)("whatever is folded onto a copy, the state it was made of stays what it was", (state) => {
  const before = packState(state);
  const known = structuredClone(state.known);
  foldOn(copyState(state), foldOwned);
  expect(packState(state)).toEqual(before);
  expect(state.known).toEqual(known);
});

test("and the copy stays what it was, whatever is folded onto the state", () => {
  const state = stateAfter(860, fast);
  const copy = copyState(state);
  const before = packState(copy);
  const standing = structuredClone(copy.standing);
  expect(standing).not.toBeNull();
  const after = fast
    .slice(860)
    .reduce((one, entry) => foldOwned(one, entry, defaultSettings, tester).state, state);
  expect(after.known!.calibration.last!.curves).not.toEqual(copy.standing!.standing.curves);
  expect(packState(copy)).toEqual(before);
  expect(structuredClone(copy.standing)).toEqual(standing);
});

test.each(states)("a state of one's own and one that is left as it was are led to the same bits", (state) => {
  const apart = foldOn(state, fold);
  expect(packState(foldOn(copyState(state), foldOwned))).toEqual(packState(apart));
});

test("a copy has the standing of its state, so that a frame inside a block computes none", () => {
  const state = stateAfter(860, fast);
  const copy = copyState(state);
  expect(copy.evidence).not.toBe(state.evidence);
  expect(copy.standing!.grounds.evidence).toBe(copy.evidence);
  expect(standingOf(copy, defaultSettings)).toBe(copy.standing);
});

test("a block that is open goes on in each of the two by itself", () => {
  const state = stateAfter(410, fast);
  const { frames, sums } = state.tracks.camera.open;
  const heard = sums.slice();
  expect(frames).toBeGreaterThan(0);
  const repeated = state.repeats.radar.latest.slice();
  foldOwned(copyState(state), fast[410]!, defaultSettings, tester);
  expect(state.tracks.camera.open).toMatchObject({ frames, sums: heard });
  expect(state.repeats.radar.latest).toEqual(repeated);
});
