import type { Advance } from "../baseline/advance-tracks.ts";
import { calibrationModel, histogramShape, singleModel } from "./change-model.ts";
import { addBlock } from "./change-sums.ts";
import type { BlockValues, HistogramShape } from "./change-sums.ts";
import { placeBlocks } from "./place-blocks.ts";
import type { ScoringSettings } from "../model/settings.ts";
import type { VehicleState, ChangeSums } from "../model/state.ts";
import { weighChange } from "./weigh-change.ts";
import type { CurveMemo } from "../model/standing.ts";
import { withWiderZones } from "../cycle/wider-zones.ts";
import { turnSums } from "../cycle/turn-sums.ts";
import { dayMarks, needsMarks } from "../cycle/day-marks.ts";
import { firstChannel } from "../model/sensors.ts";
import type { TrackName } from "../model/sensors.ts";
import type { WeighedChange, ChangeModel } from "./change-model.ts";
import { zeros } from "../numeric/doubles.ts";
import { referenceMoves } from "../baseline/baseline-standing.ts";

/** The sums of one test with this frame in them, what they say, and by which model. */
export interface Weighed {
  readonly sums: ChangeSums;
  readonly model: ChangeModel;
  readonly found: WeighedChange;
}

/** Nothing is found when this frame completed no block of the test's sensors: mostly so, and then nothing is asked. */
export type Gathered = Weighed | { readonly sums: ChangeSums; readonly model: null; readonly found: null };

/** Camera, radar and lidar: the test that breaches. */
export function gatherCalibrationChange(
  state: VehicleState,
  advance: Advance,
  seq: number,
  { settings, known }: { readonly settings: ScoringSettings; readonly known: CurveMemo },
): Gathered {
  const isFrozen = !referenceMoves(state, "camera");
  return gather(state.evidence, advance, {
    names: ["camera", "radar", "lidar"],
    seq,
    model: () => {
      const model = calibrationModel(advance.tracks, isFrozen, settings, known);
      return state.breach === null ? withWiderZones(model, advance.tracks, settings) : model;
    },
    shape: (model) => histogramShape(settings, isFrozen, "calibration", model),
    marked: needsMarks(advance.tracks),
    settings,
  });
}

/** The lidar's confidence: a test of its own, which never breaches. */
export function gatherConfidenceChange(
  state: VehicleState,
  advance: Advance,
  seq: number,
  settings: ScoringSettings,
): Gathered {
  const isFrozen = !referenceMoves(state, "confidence");
  return gather(state.confidenceEvidence, advance, {
    names: ["confidence"],
    seq,
    model: () => singleModel("confidence", advance.tracks.confidence.calibration, isFrozen, settings),
    shape: (model) => histogramShape(settings, isFrozen, "confidence", model),
    marked: false,
    settings,
  });
}

interface Test {
  readonly names: readonly TrackName[];
  readonly seq: number;
  readonly model: () => ChangeModel;
  readonly shape: (model: ChangeModel) => HistogramShape;
  /** Whether its buckets are to remember the time of day. */
  readonly marked: boolean;
  readonly settings: ScoringSettings;
}

function gather(before: ChangeSums, advance: Advance, test: Test): Gathered {
  if (!advance.stepped) return { sums: before, model: null, found: null };
  const model = test.model();
  const shape = test.shape(model);
  const blocks = test.names.filter((name) => advance.scored.has(name));
  let sums = advance.waves.size === 0 ? before : turnWaves(before, advance, test);
  if (blocks.length > 0) sums = addBlock(sums, joinSensors(sums.channels, advance, test), shape);
  for (const name of test.names) {
    const baseline = advance.calibrated.get(name);
    if (baseline !== undefined) sums = placeBlocks(sums, firstChannel[name], baseline, shape);
  }
  if (sums === before) return { sums, model: null, found: null };
  return { sums, model, found: weighChange(sums, model) };
}

/** The sums with the new waves of the day taken out of them. */
function turnWaves(before: ChangeSums, { waves, tracks }: Advance, { names, settings }: Test): ChangeSums {
  let sums = before;
  for (const name of names) {
    const waveBefore = waves.get(name);
    if (waveBefore === undefined) continue;
    sums = turnSums(sums, { name, track: tracks[name], waveBefore }, settings);
  }
  return sums;
}

function joinSensors(channels: number, advance: Advance, test: Test): BlockValues {
  const weights = zeros(channels);
  const values = zeros(channels);
  let atUs = 0;
  for (const name of test.names) {
    const block = advance.scored.get(name);
    if (block === undefined) continue;
    atUs = block.atUs;
    const first = firstChannel[name];
    for (let axis = 0; axis < block.score.length; axis += 1) {
      weights[first + axis] = block.weight;
      values[first + axis] = block.score[axis]!;
    }
  }
  const { seq, marked } = test;
  return marked ? { seq, weights, values, dayMarks: dayMarks(atUs) } : { seq, weights, values };
}
