import { describe, expect, test } from "vitest";
import { completedBlock } from "../blocks/scored-block-for-tests.ts";
import { gatherCalibrationChange, gatherConfidenceChange } from "./gather-change.ts";
import { channelSums } from "./change-sums.ts";
import { weighChangeDirectly } from "./weigh-change-directly.ts";
import type { Advance } from "../baseline/advance-tracks.ts";
import type { CalibratedLearning } from "../baseline/accept-baseline.ts";
import { copyState } from "../model/copy-state.ts";
import { initialState } from "../model/initial-state.ts";
import { defaultSettings } from "../settings/settings.ts";
import type { VehicleState } from "../model/state.ts";
import { noCurveMemo } from "../model/no-memos.ts";

/** Nothing is known of the curves yet. */
const unknown = () => ({ settings: defaultSettings, known: noCurveMemo() });

const state = initialState();

test("a frame inside every sensor's block is asked nothing, and leaves the sums as they are", () => {
  const within = {
    ...nothingNew(state),
    stepped: false,
    scored: new Map([["radar", completedBlock([9])]] as const),
  };
  expect(gatherCalibrationChange(state, within, 7, unknown())).toEqual({
    sums: state.evidence,
    model: null,
    found: null,
  });
});

test("a block of a sensor that is still learning is asked nothing either", () => {
  const { sums, found } = gatherCalibrationChange(state, nothingNew(state), 7, unknown());
  expect(sums).toBe(state.evidence);
  expect(found).toBeNull();
});

test("a first block, which has no predecessor, counts like any other", () => {
  const scoredAs = (whitened: readonly number[] | null) =>
    gatherCalibrationChange(
      initialState(),
      { ...nothingNew(state), scored: new Map([["radar", { ...completedBlock([9]), whitened }]] as const) },
      7,
      unknown(),
    ).sums;
  expect(scoredAs(null)).toEqual(scoredAs([9]));
  expect(channelSums(scoredAs(null).buckets.at(0).sums, 3)).toEqual({ n: 1, sum: 9, squares: 81 });
});

describe("the blocks of one frame", () => {
  const scored = new Map([
    ["camera", completedBlock([1, 2, 3])],
    ["lidar", { ...completedBlock([5]), weight: 0.5 }],
    ["confidence", completedBlock([-4])],
  ] as const);
  const advance = { ...nothingNew(state), scored };

  test("become one bucket, each in its channels and with its weight, under the frame's entry number", () => {
    const { buckets } = gatherCalibrationChange(initialState(), advance, 7, unknown()).sums;
    expect([...buckets]).toEqual([
      { size: 1, seq: 7, sums: [1, 1, 1, 1, 2, 4, 1, 3, 9, 0, 0, 0, 0.5, 2.5, 12.5] },
    ]);
  });

  test("are kept apart from the confidence, which has sums of its own", () => {
    const { buckets } = gatherConfidenceChange(initialState(), advance, 7, unknown()).sums;
    expect([...buckets]).toEqual([{ size: 1, seq: 7, sums: [1, -4, 16] }]);
  });

  test("are weighed together with all before them", () => {
    const past = Array.from({ length: 5 }, () => [60, 0, 60]).flat();
    const before = { ...state, evidence: { ...initialState().evidence, past } };
    let last = gatherCalibrationChange(before, advance, 7, unknown());
    for (let seq = 8; seq <= 14; seq += 1) {
      last = gatherCalibrationChange({ ...before, evidence: last.sums }, advance, seq, unknown());
    }
    expect(last.found).toEqual(weighChangeDirectly(last.sums, last.model!));
    expect(last.found!.nats).toBeGreaterThan(defaultSettings.evidence.cautionNats);
  });
});

describe("a reference", () => {
  const advance = { ...nothingNew(state), scored: new Map([["radar", completedBlock([1])]] as const) };
  const confident = { ...nothingNew(state), scored: new Map([["confidence", completedBlock([1])]] as const) };
  const alarm = { changeSeq: 3, calmBlocks: 0 };

  test("moves until it is frozen by command", () => {
    expect(isFrozen(state)).toEqual([false, false]);
    expect(isFrozen({ ...state, frozen: true })).toEqual([true, true]);
  });

  test("of the confidence is frozen by its own alarm, which is none of the other sensors' business", () => {
    expect(isFrozen({ ...state, confidenceAlarm: alarm })).toEqual([false, true]);
  });

  function isFrozen(before: VehicleState) {
    return [
      gatherCalibrationChange(copyState(before), advance, 7, unknown()).model!.referenceFrozen,
      gatherConfidenceChange(copyState(before), confident, 7, unknown()).model!.referenceFrozen,
    ];
  }
});

test("a new baseline brings the blocks it was learnt from, though this frame completed none to score", () => {
  const reference = [1, -1, 2].map((value, at) => ({ ...completedBlock([value]), seq: at + 1 }));
  const learnt: CalibratedLearning = {
    kind: "calibrated",
    track: state.tracks.radar,
    reference,
    watched: [],
    inherited: [],
    early: null,
  };
  const advance = { ...nothingNew(state), calibrated: new Map([["radar", learnt]] as const) };
  const gathered = gatherCalibrationChange(initialState(), advance, 7, unknown());
  expect(channelSums(gathered.sums.past, 3)).toEqual({ n: 3, sum: 2, squares: 6 });
  expect(gathered.found).toMatchObject({ nats: -Infinity, changeRow: -1 });
});

function nothingNew({ tracks }: VehicleState): Advance {
  return { tracks, stepped: true, scored: new Map(), calibrated: new Map(), waves: new Map() };
}
