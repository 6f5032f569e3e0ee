import type { Advance } from "../baseline/advance-tracks.ts";
import { calibrationModel, histogramShape, singleModel } from "./change-model.ts";
import { addBlock } from "./change-sums.ts";
import type { HistogramShape } from "./change-sums.ts";
import { placeBlocks } from "./place-blocks.ts";
import type { ScoringSettings } from "../model/settings.ts";
import type { VehicleState, ChangeSums } from "../model/state.ts";
import { weighChange } from "./weigh-change.ts";
import { firstChannel } from "../model/sensors.ts";
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
  settings: ScoringSettings,
): Gathered {
  const isFrozen = !referenceMoves(state, "camera");
  return gather(state.evidence, advance, {
    names: ["camera", "radar", "lidar"],
    seq,
    model: () => calibrationModel(advance.tracks, isFrozen, settings),
    shape: (model) => histogramShape(settings, isFrozen, "calibration", model),
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
  });
}

interface Test {
  readonly names: readonly TrackName[];
  readonly seq: number;
  readonly model: () => ChangeModel;
  readonly shape: (model: ChangeModel) => HistogramShape;
}

function gather(before: ChangeSums, advance: Advance, test: Test): Gathered {
  if (!advance.stepped) return { sums: before, model: null, found: null };
  const model = test.model();
  const shape = test.shape(model);
  const blocks = test.names.filter((name) => advance.scored.has(name));
  let sums =
    blocks.length === 0 ? before : addBlock(before, joinSensors(before.channels, advance, test), shape);
  for (const name of test.names) {
    const baseline = advance.calibrated.get(name);
    if (baseline !== undefined) sums = placeBlocks(sums, firstChannel[name], baseline, shape);
  }
  if (sums === before) return { sums, model: null, found: null };
  return { sums, model, found: weighChange(sums, model) };
}

function joinSensors(channels: number, advance: Advance, test: Test) {
  const weights = new Float64Array(channels);
  const values = new Float64Array(channels);
  for (const name of test.names) {
    const block = advance.scored.get(name);
    block?.score.forEach((value, axis) => {
      weights[firstChannel[name] + axis] = block.weight;
      values[firstChannel[name] + axis] = value;
    });
  }
  return { seq: test.seq, weights, values };
}
