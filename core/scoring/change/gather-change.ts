import type { Advance } from "../baseline/advance-tracks.ts";
import { calibrationModel, confidenceModel, histogramShape } from "./change-model.ts";
import { addBlock } from "./change-sums.ts";
import type { BlockValues, HistogramShape } from "./change-sums.ts";
import { placeBlocks } from "./place-blocks.ts";
import type { ScoringSettings } from "../settings/settings.ts";
import type { VehicleState, ChangeSums } from "../model/state.ts";
import { weighChange } from "./weigh-change.ts";
import type { CurveMemo } from "../model/standing.ts";
import { withWiderZones } from "../cycle/wider-zones.ts";
import { turnSums } from "../cycle/turn-sums.ts";
import { dayMarks, needsMarks } from "../cycle/day-marks.ts";
import { channels as channelNames, firstChannel, limitedSensors } from "../model/sensors.ts";
import type { TrackName } from "../model/sensors.ts";
import type { WeighedChange, ChangeModel } from "./change-model.ts";
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
  if (!advance.stepped) return { sums: state.evidence, model: null, found: null };
  const isFrozen = !referenceMoves(state, "camera");
  const usual = calibrationModel(advance.tracks, isFrozen, settings, known);
  const model = state.breach === null ? withWiderZones(usual, advance.tracks, settings) : usual;
  const marked = needsMarks(advance.tracks);
  const shape = histogramShape(settings, isFrozen, "calibration", model);
  return gather(state.evidence, advance, { names: limitedSensors, seq, model, shape, marked, settings });
}

/** The lidar's confidence: a test of its own, which never breaches. */
export function gatherConfidenceChange(
  state: VehicleState,
  advance: Advance,
  seq: number,
  { settings, known }: { readonly settings: ScoringSettings; readonly known: CurveMemo },
): Gathered {
  if (!advance.stepped) return { sums: state.confidenceEvidence, model: null, found: null };
  const isFrozen = !referenceMoves(state, "confidence");
  const model = confidenceModel(advance.tracks, isFrozen, settings, known);
  const shape = histogramShape(settings, isFrozen, "confidence", model);
  const names = confidenceAlone;
  return gather(state.confidenceEvidence, advance, { names, seq, model, shape, marked: false, settings });
}

const confidenceAlone = ["confidence"] as const;

interface Test {
  readonly names: readonly TrackName[];
  readonly seq: number;
  readonly model: ChangeModel;
  readonly shape: HistogramShape;
  /** Whether its buckets are to remember the time of day. */
  readonly marked: boolean;
  readonly settings: ScoringSettings;
}

function gather(before: ChangeSums, advance: Advance, test: Test): Gathered {
  const { model, shape } = test;
  let sums = advance.waves.size === 0 ? before : turnWaves(before, advance, test);
  if (test.names.some((name) => advance.scored.has(name)))
    sums = addBlock(sums, joinSensors(sums.channels, advance, test), shape);
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

/** Registers, by channels: one block on its way into the sums. A channel without weight has no value. */
const ofAll = {
  weights: new Float64Array(channelNames.length),
  values: new Float64Array(channelNames.length),
};
const ofOne = { weights: new Float64Array(1), values: new Float64Array(1) };

function joinSensors(channels: number, advance: Advance, test: Test): BlockValues {
  const weights = channels === 1 ? ofOne.weights : ofAll.weights;
  const values = channels === 1 ? ofOne.values : ofAll.values;
  weights.fill(0);
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
