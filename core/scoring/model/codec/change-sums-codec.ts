import { count, numbers, numbersBeside } from "./binary-codec.ts";
import type { ByteSink, ByteSource, Codec } from "./binary-codec.ts";
import { aboutMean, squaresWith } from "../kept-sums.ts";
import { doublesOf, zeros } from "../../numeric/doubles.ts";
import { toSixteenBits } from "../../numeric/sixteen-bits.ts";
import { Buckets } from "../buckets.ts";
import type { Bucket } from "../buckets.ts";
import type { ChangeSums } from "../state.ts";
import type { MeanScatter } from "../mean-scatter.ts";

/** What W remembers. The larger part of a state, and much of it the same twice: that takes a quarter of a byte. */
export const changeSumsCodec: Codec<ChangeSums> = {
  write: ({ channels, past, buckets, scatter }, sink) => {
    count.write(channels, sink);
    numbers.write(past, sink);
    writeBuckets(buckets, channels, sink);
    scatterOf(channels).write(scatter, sink);
  },
  read: (source) => {
    const channels = count.read(source);
    const past = numbers.read(source);
    const buckets = Buckets.of(readBuckets(channels, source), channels);
    return { channels, past, buckets, scatter: scatterOf(channels).read(source) };
  },
};

/** Row by row: blocks, marks of the time of day, entries since the bucket before, and the weight of each channel. */
function shapesOf(channels: number): Codec<readonly number[]> {
  const width = 3 + channels;
  return numbersBeside((at, before) => {
    const column = at % width;
    // Blocks and marks are as in the bucket before; weights as the blocks, and as in the channel before.
    if (column < 2) return before[at - width] ?? 0;
    if (column === 2) return spanOf(before, at - width, width);
    return before[column === 3 ? at - 3 : at - 1]!;
  });
}

/** Entries of the bucket before, if as many went into each of its blocks as of the one before it. */
function spanOf(before: readonly number[], at: number, width: number): number {
  return at < width ? 0 : (before[at]! * before[at - 2]!) / before[at - width - 2]!;
}

function writeBuckets(buckets: Buckets, channels: number, sink: ByteSink): void {
  const width = 3 + channels;
  const shapes = zeros(width * buckets.length);
  const marks: number[] = [];
  let seqBefore = 0;
  for (let row = 0, at = 0; row < buckets.length; row += 1, at += width) {
    const ofRow = buckets.marksAt(row);
    shapes[at] = buckets.sizeAt(row);
    shapes[at + 1] = ofRow.length;
    shapes[at + 2] = buckets.seqAt(row) - seqBefore;
    seqBefore = buckets.seqAt(row);
    for (let channel = 0; channel < channels; channel += 1)
      shapes[at + 3 + channel] = buckets.sumAt(row, 3 * channel);
    marks.push(...ofRow);
  }
  shapesOf(channels).write(shapes, sink);
  numbers.write(marks, sink);
  for (let row = 0; row < buckets.length; row += 1) writeSums(buckets, row, sink);
}

function writeSums(buckets: Buckets, row: number, sink: ByteSink): void {
  for (let at = 0; at < 3 * buckets.channels; at += 3) {
    const weight = buckets.sumAt(row, at);
    if (weight === 0) continue;
    const sum = buckets.sumAt(row, at + 1);
    sink.sixteenBits(sum);
    sink.sixteenBits(toSixteenBits(aboutMean(weight, sum, buckets.sumAt(row, at + 2))));
  }
}

function readBuckets(channels: number, source: ByteSource): readonly Bucket[] {
  const shapes = shapesOf(channels).read(source);
  const marks = numbers.read(source);
  const width = 3 + channels;
  const buckets: Bucket[] = [];
  let marksRead = 0;
  let seq = 0;
  for (let at = 0; at + width <= shapes.length; at += width) {
    const marked = shapes[at + 1]!;
    seq += shapes[at + 2]!;
    const sums = zeros(3 * channels);
    for (let channel = 0; channel < channels; channel += 1)
      readSums(sums, 3 * channel, shapes[at + 3 + channel]!, source);
    sums.push(...marks.slice(marksRead, marksRead + marked));
    marksRead += marked;
    buckets.push({ size: shapes[at]!, seq, sums });
  }
  return buckets;
}

// oxlint-disable-next-line max-params -- where to, of what weight, and from where
function readSums(sums: number[], at: number, weight: number, source: ByteSource): void {
  if (weight === 0) return;
  const sum = source.sixteenBits();
  sums[at] = weight;
  sums[at + 1] = sum;
  sums[at + 2] = squaresWith(weight, sum, source.sixteenBits());
}

/** As many samples as the channel before has at the same scale: so it is within a sensor. */
function scatterOf(channels: number): Codec<MeanScatter> {
  return {
    write: ({ squares, counts }, sink) => {
      numbers.write(squares, sink);
      countsBeside(counts.length / channels).write(counts, sink);
    },
    read: (source) => {
      const squares = doublesOf(numbers.read(source));
      return { squares, counts: doublesOf(countsBeside(squares.length / channels).read(source)) };
    },
  };
}

function countsBeside(scales: number): Codec<readonly number[]> {
  return numbersBeside((at, before) => before[at - scales] ?? 0);
}
