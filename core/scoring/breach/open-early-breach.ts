import { zeros } from "../numeric/doubles.ts";
import { keptSums } from "../model/kept-sums.ts";
import type { CalibratedLearning } from "../baseline/accept-baseline.ts";
import type { EarlyChange } from "../baseline/early-change.ts";
import { framesPerBlock } from "../blocks/block-average.ts";
import type { ScoredBlock } from "../blocks/score-block.ts";
import type { WeighedChange } from "../change/change-model.ts";
import { addBlock, addValues, settleBefore } from "../change/change-sums.ts";
import type { HistogramShape } from "../change/change-sums.ts";
import { histogramShape } from "../change/change-model.ts";
import type { Gathered } from "../change/gather-change.ts";
import { clearChannels } from "../change/place-blocks.ts";
import { describeBreach } from "./describe-breach.ts";
import type { Moment, OpenedBreach } from "./describe-breach.ts";
import { firstChannel, limitedSensors, trackWidths } from "../model/sensors.ts";
import type { LimitedSensor } from "../model/sensors.ts";
import type { ScoringSettings } from "../settings/settings.ts";
import type { Bucket } from "../model/buckets.ts";
import type { ChangeSums, EarlyBreach, VehicleState } from "../model/state.ts";

/**
 * The breach of a change that was told before its sensor had a baseline. The blocks before it are the reference from now on,
 * and stay it. Null when this frame told none, or a breach is open already.
 */
export function openEarlyBreach(
  { breach: open }: VehicleState,
  gathered: Gathered,
  moment: Moment,
  settings: ScoringSettings,
): OpenedBreach | null {
  if (open !== null || gathered.found === null) return null;
  const told = toldEarly(moment);
  if (told === null) return null;
  const { sensor, learning, change } = told;
  const shape = histogramShape(settings, true, "calibration", null);
  const { sums, row } = placeAtChange(gathered.sums, sensor, learning, shape);
  const found: WeighedChange = {
    nats: change.nats,
    posterior: limitedSensors.map((name) => (name === sensor ? 1 : 0)),
    changeRow: row,
    changeSeq: change.window.fromSeq,
    channel: firstChannel[sensor] + change.axis,
    side: change.side,
  };
  const model = { ...gathered.model, referenceFrozen: true };
  const evidence = {
    gathered: { sums, model, found },
    statistic: found.nats,
    posterior: found.posterior,
  };
  const breach = describeBreach(evidence, moment, settings);
  const { likely, widely } = change;
  const early = rememberEarly(told, moment, settings);
  return { breach: { ...breach, course: { ...breach.course, likely, widely }, early }, sums, found };
}

interface ToldEarly {
  readonly sensor: LimitedSensor;
  readonly learning: CalibratedLearning;
  readonly change: EarlyChange;
}

/** Of several sensors in one frame the one that speaks loudest. */
function toldEarly({ advance }: Moment): ToldEarly | null {
  let loudest: ToldEarly | null = null;
  for (const sensor of limitedSensors) {
    const learning = advance.calibrated.get(sensor);
    const change = learning?.early ?? null;
    if (learning === undefined || change === null) continue;
    if (loudest === null || change.nats > loudest.change.nats) loudest = { sensor, learning, change };
  }
  return loudest;
}

function rememberEarly(
  { sensor, change }: ToldEarly,
  { advance }: Moment,
  settings: ScoringSettings,
): EarlyBreach {
  return {
    verdict: {
      sensor,
      blocksBefore: change.blocksBefore,
      blocksAfter: change.blocksAfter,
      framesPerBlock: framesPerBlock(advance.tracks[sensor]),
      correlation: change.correlation,
      statistic: change.nats,
      limit: settings.early.limitNats,
      drift: change.drift.amount,
      driftSd: change.drift.sd,
    },
    window: change.window,
    blocksSince: change.blocksAfter,
    confirmed: false,
  };
}

/**
 * The sums split where the change is: the sensor's blocks before it are the reference, whatever the histogram of the other
 * sensors has made of the time, and those after it lie in its buckets.
 */
function placeAtChange(
  before: ChangeSums,
  sensor: LimitedSensor,
  { reference, watched }: CalibratedLearning,
  shape: HistogramShape,
): { readonly sums: ChangeSums; readonly row: number } {
  const first = firstChannel[sensor];
  const cleared = clearChannels(before, first, trackWidths[sensor]);
  const changeSeq = watched[0]!.seq;
  const settled = settleBefore(cleared, Math.max(0, cleared.buckets.rowBefore(changeSeq)));
  let { past } = settled;
  for (const block of reference) {
    past = addValues(past, widen(settled.channels, first, block));
  }
  let sums: ChangeSums = { ...settled, past };
  for (const block of watched) {
    sums = addWatched(sums, first, block, shape);
  }
  return { sums, row: 0 };
}

function addWatched(sums: ChangeSums, first: number, block: ScoredBlock, shape: HistogramShape): ChangeSums {
  const values = widen(sums.channels, first, block);
  if (block.seq > sums.buckets.newestSeq) {
    return addBlock(sums, { seq: block.seq, ...values }, shape);
  }
  // Older than every bucket: it is news all the same.
  const row = Math.max(0, sums.buckets.rowBefore(block.seq));
  const bucket = sums.buckets.at(row);
  const fuller: Bucket = { ...bucket, sums: keptSums(addValues(bucket.sums, values), sums.channels) };
  return { ...sums, buckets: sums.buckets.with(row, fuller) };
}

function widen(channels: number, first: number, { weight, score }: ScoredBlock) {
  const weights = zeros(channels);
  const values = zeros(channels);
  score.forEach((value, axis) => {
    weights[first + axis] = weight;
    values[first + axis] = value;
  });
  return { weights, values };
}
