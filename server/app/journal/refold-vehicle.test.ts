import { expect, test } from "vitest";

import { packState } from "../../../core/scoring/model/codec/state-codec.ts";
import { initialState } from "../../../core/scoring/model/initial-state.ts";
import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import { radarFrame, streamOf } from "../../storage/frames-for-tests.ts";
import type { StoredVehicle } from "./rebuild-vehicle.ts";
import { refoldedSummary, refoldEntries, type FoldedPlace } from "./refold-vehicle.ts";
import { storedVehicleOf } from "./stored-vehicle-for-tests.ts";

const teacher = storedVehicleOf(streamOf("van-1", { frames: 210 }));
const quiet = storedVehicleOf(radarFrames(257));
const broken = storedVehicleOf(radarFrames(110, 80));
const evidence = { evidenceId: "EVB-1", worstTier: "CAUTION" as const, seq: 90, openedAtUs: 1 };

/** A reading a second of a radar that is 0.6 m off from the frame `onset` on. */
function radarFrames(count: number, onset = count) {
  return Array.from({ length: count }, (_, at) =>
    radarFrame("van-1", at, { biasM: 0.03 * Math.sin(at * at) + (at < onset ? 0 : 0.6) }),
  );
}

const beginning = (): FoldedPlace => ({ state: initialState(), seq: 0 });

/** In pieces of so many entries. */
function refolded(vehicle: StoredVehicle, { settings = defaultSettings, pieceLength = 100 } = {}) {
  const needs = { settings };
  const pieces: ReturnType<typeof refoldEntries>[] = [];
  for (;;) {
    const from = pieces.at(-1) ?? beginning();
    const entries = vehicle.entriesAfter(from.seq, pieceLength);
    if (entries.length === 0) break;
    pieces.push(refoldEntries(from, entries, needs));
  }
  const { state, seq } = pieces.at(-1) ?? beginning();
  return {
    state,
    seq,
    frames: pieces.flatMap(({ frames }) => frames),
    estimatedNoise: pieces.flatMap(({ estimatedNoise }) => estimatedNoise),
    summary: refoldedSummary(vehicle.summary, state, settings),
  };
}

test("by the rules it was folded by, everything is as it was stored, however long the pieces are", () => {
  for (const pieceLength of [7, 100]) {
    const { state, seq, frames, estimatedNoise, summary } = refolded(teacher, { pieceLength });
    expect(packState(state)).toEqual(teacher.states[0]?.state);
    expect(seq).toBe(210);
    expect(frames.map((frame) => [frame.seq, frame.score])).toEqual(
      teacher.entries.map((entry) => [entry.seq, entry.frame?.score]),
    );
    expect(estimatedNoise).toEqual(teacher.estimatedNoise.map(({ noise }) => noise));
    expect(summary).toMatchObject({ entries: 210, frames: 210, tier: teacher.summary.tier });
  }
});

test("a breach the rules still see keeps its evidence, and one they no longer see is closed", () => {
  const openOf = (vehicle: StoredVehicle) =>
    refolded({ ...vehicle, summary: { ...vehicle.summary, openBreach: evidence } }).summary.openBreach;
  expect(openOf(broken)).toEqual(evidence);
  expect(openOf(quiet)).toBeNull();
});

test("a breach that only the new rules see opens no evidence in retrospect", () => {
  const { summary } = refolded(broken);
  expect([summary.cusumTriggered, summary.openBreach]).toEqual([true, null]);
});

test("a tier holds since the frame that set it, or where there was none since what was stored", () => {
  const sinceOf = (vehicle: StoredVehicle) =>
    refolded({ ...vehicle, summary: { ...vehicle.summary, tierSinceUs: 1 } }).summary.tierSinceUs;
  expect(teacher.summary.tier).toBe("NOMINAL");
  expect(sinceOf(teacher)).toBe(teacher.summary.tierSinceUs);
  expect(sinceOf(storedVehicleOf([]))).toBe(1);
});
