import { describe, expect, test } from "vitest";
import { absent, covariance, meanOf, pairAt } from "./frame-moments.ts";
import type { StandardisedFrame } from "./frame-moments.ts";
import { learnFrame, withBaselines } from "./reference-frames.ts";
import type { Advance } from "../baseline/advance-tracks.ts";
import type { ScoredBlock } from "../blocks/score-block.ts";
import { copyState } from "../model/copy-state.ts";
import { initialState } from "../model/initial-state.ts";
import { defaultSettings } from "../settings/settings.ts";
import type { SensorTrack, VehicleState } from "../model/state.ts";
import { replayEntries } from "../replay.ts";
import { journalOf } from "../vehicle-journal.ts";

const state = replayEntries(journalOf({ frames: 40, seed: 9 }), defaultSettings).state;
const scores = [0.3, -1, 0.2, 1.5, -0.4];
const inside: Advance = {
  tracks: state.tracks,
  stepped: false,
  scored: new Map(),
  calibrated: new Map(),
  waves: new Map(),
};

/** The reference after a frame, of a state that keeps its own. */
function afterFrame(
  before: VehicleState,
  advance: Advance,
  frame: StandardisedFrame,
): VehicleState["moments"] {
  const own = copyState(before);
  learnFrame(own, frame);
  return withBaselines(own.moments, advance);
}

const weightOf = (learnt: VehicleState["moments"], channel: number) => learnt.first[2 * channel]!;

describe("one more frame", () => {
  test("joins the reference, whole while blocks are single frames", () => {
    const learnt = afterFrame(state, inside, scores);
    for (const channel of [0, 3, 4]) {
      expect(weightOf(learnt, channel)).toBeCloseTo(weightOf(state.moments, channel) + 1, 12);
    }
    expect(learnt.first[7]).toBeCloseTo(state.moments.first[7]! + 1.5, 12);
  });

  test("counts as one of the frames in the longest block among the sensors it carries", () => {
    const { camera, lidar } = state.tracks;
    const slow = {
      ...state,
      tracks: { ...state.tracks, camera: { ...camera, level: 1 }, lidar: { ...lidar, level: 3 } },
    };
    const gained = (frame: StandardisedFrame) =>
      weightOf(afterFrame(slow, inside, frame), 3) - weightOf(slow.moments, 3);
    expect(gained(scores)).toBeCloseTo(1 / 8, 12);
    expect(gained([0.3, -1, 0.2, 1.5, absent])).toBeCloseTo(1 / 2, 12);
    expect(gained([absent, absent, absent, 1.5, absent])).toBeCloseTo(1, 12);
  });

  test("is no reference while the baseline is frozen, nor when it carries nothing", () => {
    expect(afterFrame({ ...state, frozen: true }, inside, scores)).toEqual(state.moments);
    expect(afterFrame(state, inside, [absent, absent, absent, absent, absent])).toEqual(state.moments);
  });

  test("is no reference while a breach is open", () => {
    const displacement = (frame: number) => (frame >= 30 ? { radarM: 0.6 } : {});
    const faulty = replayEntries(journalOf({ frames: 45, seed: 9, displacement }), defaultSettings).state;
    expect(faulty.breach).not.toBeNull();
    expect(afterFrame(faulty, inside, scores)).toEqual(faulty.moments);
  });
});

describe("a new baseline", () => {
  const blocks = [1, -1, 0.5, -0.5].map(scoredAt);

  test("starts its sensor's reference again from its own blocks", () => {
    const learnt = afterFrame({ ...state, frozen: true }, completed(1, blocks), scores);
    expect(weightOf(learnt, 3)).toBe(4);
    expect(meanOf(learnt, 3)).toBe(0);
    // (1 + 1 + 0.25 + 0.25)/3
    expect(covariance(learnt, pairAt(3, 3, 5), 0)).toBeCloseTo(2.5 / 3, 14);
    expect(learnt.second[pairAt(0, 3, 5)]).toBe(0);
    expect(weightOf(learnt, 0)).toBe(weightOf(state.moments, 0));
  });

  test("of blocks whose frames are twice as noisy has the noise put back that averaging took out", () => {
    const learnt = afterFrame({ ...initialState(), frozen: true }, completed(2, blocks), scores);
    // A quarter of the squares in units of a frame, and three quarters of a unit for each block.
    expect(learnt.second[pairAt(3, 3, 5) + 1]).toBeCloseTo(2.5 / 4 + 4 * 0.75, 14);
  });

  test("of a camera has each axis in its own channel", () => {
    const { camera } = state.tracks;
    const calibration = { ...camera.calibration!, frameRatio: [1, 1, 1] };
    const reference = [{ ...scoredAt(0, 0), standardised: [0.5, -1, 2] }];
    const advance: Advance = {
      ...inside,
      stepped: true,
      calibrated: new Map([
        [
          "camera",
          {
            kind: "calibrated",
            track: { ...camera, calibration },
            reference,
            watched: [],
            inherited: [],
            early: null,
          },
        ],
      ]),
    };
    const learnt = afterFrame({ ...state, frozen: true }, advance, scores);
    expect(learnt.first.slice(0, 6)).toEqual([1, 0.5, 1, -1, 1, 2]);
    expect(learnt.first.slice(6)).toEqual(state.moments.first.slice(6));
  });

  function completed(frameRatio: number, reference: readonly ScoredBlock[]): Advance {
    const { radar } = state.tracks;
    const calibration = { ...radar.calibration!, frameRatio: [frameRatio] };
    const track: SensorTrack = { ...radar, calibration };
    return {
      ...inside,
      stepped: true,
      calibrated: new Map([
        ["radar", { kind: "calibrated", track, reference, watched: [], inherited: [], early: null }],
      ]),
    };
  }
});

function scoredAt(u: number, at: number): ScoredBlock {
  return { seq: at + 1, atUs: 0, weight: 1, placed: [u], standardised: [u], score: [u], whitened: null };
}
