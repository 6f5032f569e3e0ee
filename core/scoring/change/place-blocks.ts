import { keptSums } from "../model/kept-sums.ts";
import type { HistogramShape } from "./change-sums.ts";
import { addBlock, addValues } from "./change-sums.ts";
import { addBaselineScatter, addCurve, blockVariance, clearScatter } from "../scatter/mean-scatter.ts";
import { filled, zeros } from "../numeric/doubles.ts";
import type { CurvePrior } from "../settings/settings.ts";
import { dayMarks } from "../cycle/day-marks.ts";
import type { ScoredBlock } from "../blocks/score-block.ts";
import type { Bucket } from "../model/buckets.ts";
import type { ChangeSums } from "../model/state.ts";
import type { MeanScatter } from "../model/mean-scatter.ts";

export interface NewBaseline {
  readonly reference: readonly ScoredBlock[];
  readonly watched: readonly ScoredBlock[];
  /** How the variance of its means grew under a baseline before it; as many samples as degrees. */
  readonly inherited: readonly CurvePrior[];
}

/**
 * Puts a newly calibrated sensor's blocks into the sums as if they had been there from the start, in place of what the
 * sums held of it. Blocks older than the first bucket join the reference, the others their bucket; blocks under watch
 * that are newer than every bucket get buckets of their own. A reference that is frozen is the past alone: there all of
 * the baseline is past, whatever the buckets hold of the other sensors, or nothing would be left to compare with.
 */
export function placeBlocks(
  sums: ChangeSums,
  firstChannel: number,
  blocks: NewBaseline,
  shape: HistogramShape,
): ChangeSums {
  const width = blocks.reference[0]!.placed.length;
  let placed = clearChannels(sums, firstChannel, width);
  for (const block of blocks.reference) {
    placed = shape.referenceFrozen
      ? { ...placed, past: addValues(placed.past, widen(placed.channels, firstChannel, block)) }
      : addWhereItBelongs(placed, firstChannel, block);
  }
  const scores = blocks.reference.map(({ score }) => score);
  placed = { ...placed, scatter: addBaselineScatter(placed.scatter, firstChannel, scores) };
  placed = { ...placed, scatter: addInherited(placed, firstChannel, blocks, shape) };
  for (const block of blocks.watched) {
    placed =
      block.seq <= placed.buckets.newestSeq
        ? addWhereItBelongs(placed, firstChannel, block)
        : addBlock(
            placed,
            {
              seq: block.seq,
              ...widen(placed.channels, firstChannel, block),
              dayMarks: dayMarks(block.atUs),
            },
            shape,
          );
  }
  return placed;
}

/** With what is inherited of its growth, in units of what a block of the new baseline varies. */
function addInherited(
  { scatter, channels }: ChangeSums,
  firstChannel: number,
  { reference, inherited }: NewBaseline,
  { scatterModel: model }: HistogramShape,
): MeanScatter {
  if (model === null) return scatter;
  let sums: readonly number[] = zeros(3 * channels);
  for (const block of reference) sums = addValues(sums, widen(channels, firstChannel, block));
  return inherited.reduce((all, curve, axis) => {
    const channel = firstChannel + axis;
    return addCurve(all, { channel, curve, variance: blockVariance(sums, channel, model) });
  }, scatter);
}

/** One sensor's block as a block of all channels. */
function widen(channels: number, firstChannel: number, block: ScoredBlock) {
  const weights = zeros(channels);
  const values = zeros(channels);
  block.score.forEach((value, axis) => {
    weights[firstChannel + axis] = block.weight;
    values[firstChannel + axis] = value;
  });
  return { weights, values };
}

/** Forgets what the sums hold of some channels. */
export function clearChannels(sums: ChangeSums, firstChannel: number, width: number): ChangeSums {
  return {
    ...sums,
    scatter: clearScatter(sums.scatter, firstChannel, width),
    past: filled(sums.past.slice(), 0, 3 * firstChannel, 3 * (firstChannel + width)),
    buckets: sums.buckets.cleared(firstChannel, width),
  };
}

/** The sums are of the caller's own: their buckets are written where they stand. */
function addWhereItBelongs(sums: ChangeSums, firstChannel: number, block: ScoredBlock): ChangeSums {
  const values = widen(sums.channels, firstChannel, block);
  const row = sums.buckets.rowBefore(block.seq);
  if (row < 0) return { ...sums, past: addValues(sums.past, values) };
  const bucket = sums.buckets.at(row);
  const fuller: Bucket = { ...bucket, sums: keptSums(addValues(bucket.sums, values), sums.channels) };
  return { ...sums, buckets: sums.buckets.movedOn((bench) => bench.write(bench.places[row]!, fuller)) };
}
