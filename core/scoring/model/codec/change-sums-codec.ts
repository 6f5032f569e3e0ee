import { count, numbers, numbersBeside } from "./binary-codec.ts";
import type { ByteSink, ByteSource, Codec, ListCodec } from "./binary-codec.ts";
import { aboutMean, squaresWith } from "../kept-sums.ts";
import { zeros } from "../../numeric/doubles.ts";
import { toSixteenBits } from "../../numeric/rounding/sixteen-bits.ts";
import { Buckets, bucketRow, rowWidth } from "../buckets.ts";
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
    const buckets = readBuckets(channels, source);
    return { channels, past, buckets, scatter: scatterOf(channels).read(source) };
  },
};

/**
 * First of each row: blocks, marks of the time of day, entries since the bucket before, and the weight of each channel; then all
 * marks, then all sums. Blocks and marks are expected to be as in the bucket before; entries as there, if as many went into each of
 * its blocks as of the one before it; weights as the blocks, and as in the channel before.
 */
function writeBuckets(buckets: Buckets, channels: number, sink: ByteSink): void {
  const width = 3 + channels;
  const [shapes, usual] = [zeros(width * buckets.length), zeros(width * buckets.length)];
  const marks: number[] = [];
  const before = new BucketBefore();
  for (let row = 0, at = 0; row < buckets.length; row += 1, at += width) {
    const [size, seq] = [buckets.sizeAt(row), buckets.seqAt(row)];
    const ofRow = buckets.marksAt(row);
    usual[at] = before.size;
    usual[at + 1] = before.marks;
    usual[at + 2] = before.usualSpan;
    shapes[at] = usual[at + 3] = size;
    shapes[at + 1] = ofRow.length;
    shapes[at + 2] = seq - before.seq;
    for (let channel = 0; channel < channels; channel += 1) {
      shapes[at + 3 + channel] = buckets.sumAt(row, 3 * channel);
      if (channel > 0) usual[at + 3 + channel] = shapes[at + 2 + channel]!;
    }
    before.moveOn(size, ofRow.length, seq);
    marks.push(...ofRow);
  }
  sink.numbers(shapes, usual);
  sink.numbers(marks);
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

function readBuckets(channels: number, source: ByteSource): Buckets {
  const rows = source.numbers() / (3 + channels);
  if (!Number.isInteger(rows)) throw new RangeError("a bucket is cut short");
  const width = rowWidth(channels);
  const numbers = zeros(width * rows);
  const before = new BucketBefore();
  for (let place = 0; place < numbers.length; place += width) {
    const size = source.number(before.size);
    const marks = source.number(before.marks);
    const seq = before.seq + source.number(before.usualSpan);
    numbers[place + bucketRow.size] = size;
    numbers[place + bucketRow.seq] = seq;
    numbers[place + bucketRow.marked] = marks === 0 ? 0 : 1;
    for (let at = place + bucketRow.sums, usual = size; at < place + width; at += 3)
      numbers[at] = usual = source.number(usual);
    before.moveOn(size, marks, seq);
  }
  readMarks(numbers, width, source);
  for (let place = 0; place < numbers.length; place += width) {
    for (let at = place + bucketRow.sums; at < place + width; at += 3) readSums(numbers, at, source);
  }
  return Buckets.over(numbers, channels);
}

function readMarks(rows: number[], width: number, source: ByteSource): void {
  let left = source.numbers();
  for (let place = 0; place < rows.length; place += width) {
    if (rows[place + bucketRow.marked] === 0) continue;
    rows[place + bucketRow.marks] = source.number(0);
    rows[place + bucketRow.marks + 1] = source.number(0);
    left -= 2;
  }
  if (left !== 0) throw new RangeError("there are marks of no bucket");
}

/** Those of a channel that has a weight. */
function readSums(rows: number[], at: number, source: ByteSource): void {
  const weight = rows[at]!;
  if (weight === 0) return;
  const sum = source.sixteenBits();
  rows[at + 1] = sum;
  rows[at + 2] = squaresWith(weight, sum, source.sixteenBits());
}

/** What the next bucket is expected to be like. */
class BucketBefore {
  size = 0;
  marks = 0;
  seq = 0;
  usualSpan = 0;
  #rows = 0;

  moveOn(size: number, marks: number, seq: number): void {
    const span = seq - this.seq;
    this.usualSpan = this.#rows === 0 ? 0 : (span * size) / this.size;
    this.#rows += 1;
    this.size = size;
    this.marks = marks;
    this.seq = seq;
  }
}

/** As many samples as the channel before has at the same scale: so it is within a sensor. */
function scatterOf(channels: number): Codec<MeanScatter> {
  return {
    write: ({ squares, counts }, sink) => {
      numbers.write(squares, sink);
      countsBeside(counts.length / channels).write(counts, sink);
    },
    read: (source) => {
      const squares = numbers.read(source);
      return { squares, counts: countsBeside(squares.length / channels).read(source) };
    },
  };
}

function countsBeside(scales: number): ListCodec {
  return numbersBeside((at, before) => (at < scales ? 0 : before[at - scales]!));
}
