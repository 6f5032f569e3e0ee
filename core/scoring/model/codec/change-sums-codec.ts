import { count, numbers, numbersBeside } from "./binary-codec.ts";
import type { ByteSink, ByteSource, Codec } from "./binary-codec.ts";
import { squaresAboutMean, squaresWith } from "../kept-sums.ts";
import { doublesOf } from "../../numeric/doubles.ts";
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
    writeBuckets([...buckets], channels, sink);
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

function writeBuckets(buckets: readonly Bucket[], channels: number, sink: ByteSink): void {
  const marksOf = ({ sums }: Bucket) => sums.slice(3 * channels);
  const shape = (bucket: Bucket, row: number) => [
    bucket.size,
    marksOf(bucket).length,
    bucket.seq - (buckets[row - 1]?.seq ?? 0),
    ...weightsOf(bucket.sums, channels),
  ];
  shapesOf(channels).write(buckets.flatMap(shape), sink);
  numbers.write(buckets.flatMap(marksOf), sink);
  for (const { sums } of buckets) {
    for (let at = 0; at < 3 * channels; at += 3) {
      if (sums[at] === 0) continue;
      sink.sixteenBits(sums[at + 1]!);
      sink.sixteenBits(toSixteenBits(squaresAboutMean(sums, at)));
    }
  }
}

function weightsOf(sums: readonly number[], channels: number): readonly number[] {
  return Array.from({ length: channels }, (_, channel) => sums[3 * channel]!);
}

function readBuckets(channels: number, source: ByteSource): readonly Bucket[] {
  const shapes = shapesOf(channels).read(source);
  const marks = numbers.read(source);
  const width = 3 + channels;
  let marksRead = 0;
  let seq = 0;
  return Array.from({ length: shapes.length / width }, (_, row) => {
    const [size = 0, marked = 0, span = 0, ...weights] = shapes.slice(row * width, (row + 1) * width);
    seq += span;
    const sums = weights.flatMap((weight) => readChannel(weight, source));
    sums.push(...marks.slice(marksRead, marksRead + marked));
    marksRead += marked;
    return { size, seq, sums };
  });
}

function readChannel(weight: number, source: ByteSource): readonly number[] {
  if (weight === 0) return [0, 0, 0];
  const sum = source.sixteenBits();
  return [weight, sum, squaresWith(weight, sum, source.sixteenBits())];
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
