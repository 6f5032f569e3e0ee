import { describe, expect, test } from "vitest";
import { advanceTracks } from "./advance-tracks.ts";
import type { Advance } from "./advance-tracks.ts";
import { measure } from "../frame/measurement.ts";
import { copyState } from "../model/copy-state.ts";
import { initialState } from "../model/initial-state.ts";
import { trackNames } from "../model/sensors.ts";
import { defaultSettings as settings } from "../settings/settings.ts";
import type { VehicleState } from "../model/state.ts";
import { journalOf } from "../vehicle-journal.ts";
import type { TestVehicle } from "../vehicle-journal.ts";

const everySensor: TestVehicle = { frames: 55, seed: 9, sensors: trackNames };
const { state, advances } = advanceAll(everySensor);

test("a frame without sensors completes nothing, and every sensor was there less often", () => {
  const { tracks, stepped, scored, calibrated } = advanceTracks(
    copyState(state),
    measure({ timestampUs: 1e15 }, 99, settings),
    settings,
  );
  expect([stepped, scored.size, calibrated.size]).toEqual([false, 0, 0]);
  for (const name of trackNames) {
    const { presence } = state.tracks[name];
    expect(tracks[name]).toEqual({ ...state.tracks[name], presence: presence - presence / 50 });
  }
});

describe("a vehicle whose blocks are single frames", () => {
  test("is calibrated, sensor by sensor, with its 20th and again with its 50th", () => {
    const when = advances.flatMap(({ calibrated }, at) => (calibrated.size > 0 ? [at + 1] : []));
    expect(when).toEqual([20, 50]);
    for (const frame of when) expect([...advances[frame - 1]!.calibrated.keys()]).toEqual([...trackNames]);
  });

  test("has its blocks scored once there is a baseline to score them by", () => {
    expect(advances.every(({ stepped }) => stepped)).toBe(true);
    const scored = advances.map((advance) => advance.scored.size);
    expect(scored).toEqual([...Array.from({ length: 20 }, () => 0), ...Array.from({ length: 35 }, () => 4)]);
    expect(advances[20]!.scored.get("radar")).toMatchObject({ seq: 21 });
  });

  test("goes on as each of its sensors would alone", () => {
    for (const sensor of ["camera", "radar"] as const) {
      const alone = advanceAll({ ...everySensor, sensors: [sensor] }).state;
      expect(alone.tracks[sensor]).toEqual(state.tracks[sensor]);
      expect(alone.tracks.confidence.frames).toBe(0);
    }
  });
});

test("frames inside a block step nothing", () => {
  const radar = { ...initialState().tracks.radar, level: 1 };
  const before = { ...initialState(), tracks: { ...initialState().tracks, radar } };
  const { advances: halves } = advanceAll({ frames: 6, seed: 9, sensors: ["radar"] }, before);
  expect(halves.map(({ stepped }) => stepped)).toEqual([false, true, false, true, false, true]);
});

describe("the reference", () => {
  test("takes in the blocks that are news no longer", () => {
    const { state: later } = advanceAll({ ...everySensor, frames: 80 });
    expect(later.tracks.radar.recent.count).toBe(settings.tiers.driftBlocks);
    // From the 51st block on they are news, the newest twenty still are.
    expect(later.tracks.radar.centreWeight).toBe(50 + 10);
  });

  test("stays where it is while it is frozen, though blocks are still scored", () => {
    const frozen = { ...state, frozen: true };
    const { state: later, advances: since } = advanceAll({ ...everySensor, frames: 40, seed: 10 }, frozen);
    expect(later.tracks.radar.centre).toEqual(state.tracks.radar.centre);
    expect(since.every(({ scored }) => scored.size === 4)).toBe(true);
  });
});

describe("a suspected change", () => {
  const provisional = advanceAll({ ...everySensor, frames: 30 }).state;
  /** Blocks of a radar that wanders: a change among them may be correlation in disguise. */
  const wandering = provisional.tracks.radar.learnt.map((block, at) => ({
    ...block,
    values: [0.4 * Math.sin(at / 3)],
  }));
  const doubtedBy = (channel: number, suspected = true) => {
    const tracks = { ...provisional.tracks, radar: { ...provisional.tracks.radar, learnt: wandering } };
    const finding = { ...provisional.finding, suspected, changeSeq: 5, channel };
    const { state: next } = advanceAll({ ...everySensor, frames: 1 }, { ...provisional, tracks, finding });
    return trackNames.filter((name) =>
      next.tracks[name].calibration!.leastCorrelation.some((least) => least > 0),
    );
  };

  test("puts the baseline of the sensor that speaks loudest in doubt, and of no other", () => {
    expect(doubtedBy(3)).toEqual(["radar"]);
    expect(doubtedBy(4)).toEqual([]);
    expect(doubtedBy(0)).toEqual([]);
  });

  test("is needed for that", () => {
    expect(doubtedBy(3, false)).toEqual([]);
  });
});

/** A vehicle's frames, taken into its tracks alone: nothing is weighed, so nothing is suspected. */
function advanceAll(vehicle: TestVehicle, before: VehicleState = initialState()) {
  let after = copyState(before);
  const advances: Advance[] = [];
  for (const entry of journalOf(vehicle)) {
    if (entry.kind !== "frame") continue;
    const advance = advanceTracks(after, measure(entry.reading, after.entries + 1, settings), settings);
    advances.push(advance);
    after = { ...after, entries: after.entries + 1, tracks: advance.tracks };
  }
  return { state: after, advances };
}
