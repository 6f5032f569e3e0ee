import { describe, expect, test } from "vitest";
import { Buckets } from "../model/buckets.ts";
import { defaultSettings } from "../settings/settings.ts";
import { replayEntries } from "../replay.ts";
import { journalOf, testNoise } from "../vehicle-journal.ts";
import { advanceConfidenceAlarm } from "./confidence-alarm.ts";
import type { Advance } from "../baseline/advance-tracks.ts";
import { independentCurves } from "../change/change-model-for-tests.ts";
import { histogramShape, singleModel } from "../change/change-model.ts";
import { weighChange } from "../change/weigh-change.ts";
import type { SensorTrack } from "../model/state.ts";
import { addBlock, noChangeSums } from "../change/change-sums.ts";
import { fold } from "../fold.ts";
import { initialState } from "../model/initial-state.ts";
import { withValues } from "../blocks/recent-blocks-for-tests.ts";
import { RecentBlocks } from "../model/recent-blocks.ts";

const after = (confidence: (frame: number) => number, frames = 260) =>
  replayEntries(
    journalOf({
      frames,
      seed: 8,
      sensors: ["lidar", "confidence"],
      displacement: (frame) => ({ confidence: confidence(frame) }),
    }),
    defaultSettings,
  ).state;

test("a confidence that falls for good is an alarm, dated where it fell, and no breach", () => {
  const state = after((frame) => (frame >= 150 ? -0.3 : 0));
  expect(Math.abs((state.confidenceAlarm?.changeSeq ?? 0) - 151)).toBeLessThanOrEqual(3);
  expect(state.breach).toBeNull();
  expect(state.tier).toMatchObject({ tier: "CAUTION", reason: "lidar_confidence_low" });
});

test("one that rises is none, and one that comes back ends", () => {
  expect(after((frame) => (frame >= 150 ? 0.1 : 0)).confidenceAlarm).toBeNull();
  expect(after((frame) => (frame >= 150 && frame < 180 ? -0.3 : 0)).confidenceAlarm).toBeNull();
});

test("one that comes back to within its zone ends, too, and what is held after it is no calibration fault", () => {
  const journal = journalOf({
    frames: 500,
    seed: 8,
    sensors: ["lidar", "confidence"],
    displacement: (frame) => ({ confidence: frame < 150 ? 0 : frame < 250 ? -0.3 : -0.025 }),
  });
  let state = initialState();
  const told = new Set<string>();
  let held = 0;
  for (const entry of journal) {
    const { state: next, score } = fold(state, entry, defaultSettings);
    state = next;
    if (score!.tier !== "CAUTION") continue;
    told.add(`${score!.reason} ${score!.recommendedAction} ${score!.probableFaultSource}`);
    if (state.confidenceAlarm === null) held += 1;
  }
  expect(state.confidenceAlarm).toBeNull();
  expect(state.tier.tier).toBe("NOMINAL");
  expect(held).toBe(defaultSettings.tiers.cautionHoldBlocks - 1);
  expect([...told]).toEqual(["lidar_confidence_low inspect_sensor lidar"]);
});

test("one that stays at the edge of its zone is one alarm, however its mean wavers", () => {
  // 0.85 − 0.25·0.2 is the edge.
  let state = initialState();
  let [opened, isOpen] = [0, false];
  for (const entry of journalOf({
    frames: 1500,
    seed: 8,
    sensors: ["lidar", "confidence"],
    displacement: (frame) => ({ confidence: frame < 150 ? 0 : -0.07 }),
  })) {
    state = fold(state, entry, defaultSettings).state;
    if (state.confidenceAlarm !== null && !isOpen) opened += 1;
    isOpen = state.confidenceAlarm !== null;
  }
  expect([opened, isOpen]).toEqual([1, true]);
});

describe("an alarm that is open", () => {
  const hold = defaultSettings.tiers.cautionHoldBlocks;
  const state = after((frame) => (frame >= 150 ? -0.3 : 0));
  const open = state.confidenceAlarm!;
  const advance = (confidence: SensorTrack): Advance => ({
    tracks: { ...state.tracks, confidence },
    stepped: true,
    scored: new Map(),
    calibrated: new Map(),
    waves: new Map(),
  });
  const allAt = (value: number) => withValues(state.tracks.confidence.recent, () => value);
  const back = allAt(state.tracks.confidence.centre[0]!);
  const recovered = { ...state.tracks.confidence, recent: back };
  const sums = state.confidenceEvidence;
  const model = singleModel("confidence", recovered.calibration, true, defaultSettings);
  const loud = { sums, model, found: weighChange(sums, model) };
  const gathered = { ...loud, found: { ...loud.found, nats: 0 } };
  const step = (calmBlocks: number, track: SensorTrack) =>
    advanceConfidenceAlarm({ ...open, calmBlocks }, gathered, advance(track), defaultSettings);

  test("counts the blocks for which the confidence has been back, and begins anew when it is not", () => {
    expect(step(3, recovered).alarm).toEqual({ ...open, calmBlocks: 4 });
    expect(step(3, state.tracks.confidence).alarm).toEqual({ ...open, calmBlocks: 0 });
  });

  test("ends with the last block of the hold, and forgets the blocks of the fault", () => {
    expect(step(hold - 2, recovered).alarm).not.toBeNull();
    expect(step(hold - 1, recovered)).toEqual({ alarm: null, sums: { ...sums, buckets: Buckets.none(1) } });
  });

  test("does not end while W speaks of a fall and of no way back", () => {
    const left = advanceConfidenceAlarm(
      { ...open, calmBlocks: 3 },
      loud,
      advance(recovered),
      defaultSettings,
    );
    expect(loud.found.nats).toBeGreaterThan(0);
    expect(left.alarm).toEqual({ ...open, calmBlocks: 0 });
  });

  test("takes the confidence for back from its zone and two standard deviations below the reference on", () => {
    const { calibration, centre, centreWeight } = recovered;
    // A quarter of the drop of 0.2 that is CAUTION, from where the baseline stood.
    const usual = 1 / (1 + Math.exp(-calibration!.location[0]!));
    const harmless = Math.log(usual / (1 - usual)) - Math.log((usual - 0.05) / (1 - usual + 0.05));
    const blocks = [...back].filter(({ seq }) => seq >= open.changeSeq).length;
    const sd = calibration!.scale[0]! * Math.sqrt(1 / blocks + 1 / centreWeight);
    const independent = { ...gathered, model: { ...model, priorCurves: independentCurves(1) } };
    const at = (deviations: number) => {
      const recent = allAt(centre[0]! - harmless - deviations * sd);
      const moved = advance({ ...recovered, recent });
      return advanceConfidenceAlarm({ ...open, calmBlocks: 3 }, independent, moved, defaultSettings).alarm!
        .calmBlocks;
    };
    expect([at(1.999), at(2.001)]).toEqual([4, 0]);
  });

  test("does not end while nothing was heard since it fell", () => {
    expect(step(hold - 1, { ...recovered, recent: RecentBlocks.none() }).alarm).toEqual({
      ...open,
      calmBlocks: 0,
    });
  });

  test("is left as it is by a frame that completed no block of the confidence", () => {
    const nothing = { sums, model: null, found: null };
    const left = advanceConfidenceAlarm(open, nothing, advance(recovered), defaultSettings);
    expect(left).toEqual({ alarm: open, sums });
    expect(left.alarm).toBe(open);
  });
});

describe("an alarm opens", () => {
  const model = singleModel("confidence", null, false, defaultSettings);
  const { tracks } = initialState();
  const advance: Advance = {
    tracks,
    stepped: true,
    scored: new Map(),
    calibrated: new Map(),
    waves: new Map(),
  };
  /** Forty blocks around nothing, then twelve moved. */
  const openedBy = (shift: number) => {
    const shape = histogramShape(defaultSettings, false, "confidence", model);
    let sums = noChangeSums(1);
    for (let seq = 1; seq <= 52; seq += 1) {
      const values = [testNoise(6, 0, seq) + (seq > 40 ? shift : 0)];
      sums = addBlock(sums, { seq, weights: [1], values }, shape);
    }
    const found = weighChange(sums, model);
    return { found, ...advanceConfidenceAlarm(null, { sums, model, found }, advance, defaultSettings) };
  };

  test("where the confidence fell, and what came before is the reference from then on", () => {
    const { alarm, sums, found } = openedBy(-3);
    expect(alarm).toEqual({ changeSeq: found.changeSeq, calmBlocks: 0 });
    expect(Math.abs(found.changeSeq - 41)).toBeLessThanOrEqual(4);
    expect(sums.buckets.seqAt(0)).toBe(found.changeSeq);
    expect(sums.past[0]).toBe(found.changeSeq - 1);
  });

  test("neither for one that rose, nor for one that stayed", () => {
    expect(openedBy(3).alarm).toBeNull();
    expect(openedBy(0)).toMatchObject({ alarm: null, sums: { past: [0, 0, 0] } });
  });
});
