import { expect, test } from "vitest";
import { advanceTracks } from "../baseline/advance-tracks.ts";
import { measure } from "../frame/measurement.ts";
import { defaultSettings } from "../model/settings.ts";
import { replayEntries } from "../replay.ts";
import { journalOf } from "../vehicle-journal.ts";
import { gatherCalibrationChange, gatherConfidenceChange } from "./gather-change.ts";

const { state } = replayEntries(journalOf({ frames: 80, seed: 3 }), defaultSettings);
const advanceBy = (reading: Parameters<typeof measure>[0]) =>
  advanceTracks(state, measure(reading, 81, defaultSettings), defaultSettings);

test("a frame without a sensor leaves the sums, and asks nothing", () => {
  const advance = advanceBy({ timestampUs: 1 });
  const gathered = gatherCalibrationChange(state, advance, 81, defaultSettings);
  expect(gathered).toEqual({ sums: state.evidence, model: null, found: null });
});

test("a radar's block moves the sums of the calibration and not those of the confidence", () => {
  const advance = advanceBy({ timestampUs: (state.newestUs ?? 0) + 60_000_000, radarRangeBiasM: 0.02 });
  const gathered = gatherCalibrationChange(state, advance, 81, defaultSettings);
  expect(gathered.found).not.toBeNull();
  expect(gathered.sums.buckets.at(-1)).toMatchObject({ size: 1, seq: 81 });
  const confidence = gatherConfidenceChange(state, advance, 81, defaultSettings);
  expect(confidence.sums).toBe(state.confidenceEvidence);
});
