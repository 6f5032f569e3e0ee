import { filled, zeros } from "../numeric/doubles.ts";
import { keepSums } from "./kept-sums.ts";

/** One bucket, taken out of its histogram. */
export interface Bucket {
  /** Blocks in it: a power of two. */
  readonly size: number;
  /** Entry number of its first block. */
  readonly seq: number;
  /**
   * 3·channels = [weight, weight·y, weight·y²], each kept in few bits (kept-sums.ts): in a third of the space a sum of many of
   * them is none the worse. After them, as long as the wander of the day is not known, the time of day of its blocks
   * (cycle/day-marks.ts).
   */
  readonly sums: readonly number[];
}

/**
 * The buckets of a histogram, oldest first. All their numbers stand in one list that a vehicle keeps, a slot a row. `movedOn` writes
 * that list over, and whoever looked at it before then has nothing to look at any more; everything else leaves these as they are.
 */
export class Buckets implements Iterable<Bucket> {
  readonly channels: number;
  readonly #bench: BucketBench;
  /** How often the list had been written over when these were made. */
  readonly #moves: number;
  /** Where the row of each begins. */
  readonly #places: readonly number[];

  private constructor(bench: BucketBench, places: readonly number[] = bench.places) {
    this.channels = bench.channels;
    this.#bench = bench;
    this.#moves = bench.moves;
    this.#places = places;
  }

  static none(channels: number): Buckets {
    return new Buckets(BucketBench.empty(channels));
  }

  static of(buckets: Iterable<Bucket>, channels: number): Buckets {
    const bench = BucketBench.empty(channels);
    for (const bucket of buckets) bench.take(bucket);
    return new Buckets(bench);
  }

  /** Of rows that stand one after another (`bucketRow`), in a list that is theirs from now on. */
  static over(numbers: number[], channels: number): Buckets {
    return new Buckets(BucketBench.over(numbers, channels));
  }

  get length(): number {
    return this.#places.length;
  }

  sizeAt(row: number): number {
    return this.#bench.numbers[this.#places[row]!]!;
  }

  seqAt(row: number): number {
    return this.#bench.numbers[this.#places[row]! + 1]!;
  }

  /** Where the newest row begins; 0, before the first entry, where there is none. */
  get newestSeq(): number {
    return this.length === 0 ? 0 : this.seqAt(this.length - 1);
  }

  /** One of the row's sums. */
  sumAt(row: number, at: number): number {
    return this.#bench.numbers[this.#places[row]! + head + at]!;
  }

  /** What it remembers of the time of day: two numbers, or none. */
  marksAt(row: number): readonly number[] {
    const { numbers } = this.#bench;
    const place = this.#places[row]!;
    return numbers[place + 2] === 1 ? [numbers[place + 3]!, numbers[place + 4]!] : noMarks;
  }

  /** Adds a row's sums to as many others. */
  addTo(total: number[], row: number): void {
    const { numbers } = this.#bench;
    const place = this.#places[row]! + head;
    for (let at = 0; at < total.length; at += 1) total[at]! += numbers[place + at]!;
  }

  at(row: number): Bucket {
    return rowOf(this.#present.numbers, this.#places[row]!, this.channels);
  }

  *[Symbol.iterator](): Iterator<Bucket> {
    for (let row = 0; row < this.length; row += 1) yield this.at(row);
  }

  /** The newest row that begins at an entry number or before; −1 where none does. */
  rowBefore(seq: number): number {
    let row = this.length - 1;
    while (row >= 0 && this.seqAt(row) > seq) row -= 1;
    return row;
  }

  /** A look at some of them. */
  slice(from: number, end = this.length): Buckets {
    return new Buckets(this.#present, this.#places.slice(from, end));
  }

  /** A look at those that begin at an entry number that fits. */
  filter(fits: (seq: number) => boolean): Buckets {
    const places = this.#places.filter((_, row) => fits(this.seqAt(row)));
    return new Buckets(this.#present, places);
  }

  rewritten(change: (bucket: Bucket, row: number) => Bucket): Buckets {
    return Buckets.of(
      Array.from(this, (bucket, row) => change(bucket, row)),
      this.channels,
    );
  }

  with(row: number, bucket: Bucket): Buckets {
    const bench = this.#copiedBench();
    bench.write(bench.places[row]!, bucket);
    return new Buckets(bench);
  }

  /** Without what they hold of some channels. */
  cleared(first: number, count: number): Buckets {
    const bench = this.#copiedBench();
    bench.clear(first, count);
    return new Buckets(bench);
  }

  /** What they hold of some channels, and of no other. */
  only(first: number, count: number): Buckets {
    return new Buckets(this.#present.withRows(this.#places, first, count));
  }

  /** The same in a list of their own. */
  copied(): Buckets {
    return new Buckets(this.#copiedBench());
  }

  /** Moves them on where they stand: these are not there any more afterwards. */
  movedOn(change: (bench: BucketBench) => void): Buckets {
    const isWhole = this.#places === this.#present.places;
    const bench = isWhole ? this.#bench : this.#copiedBench();
    bench.moves += 1;
    change(bench);
    return new Buckets(bench);
  }

  #copiedBench(): BucketBench {
    const bench = this.#present;
    return this.#places === bench.places ? bench.copied() : bench.withRows(this.#places);
  }

  /** Whoever has kept buckets that were moved on would read others. */
  get #present(): BucketBench {
    if (this.#bench.moves !== this.#moves) throw new Error("these buckets were moved on in their place");
    return this.#bench;
  }
}

const noMarks: readonly number[] = [];

/** Where the numbers of a row stand, from its first: `marked` is 1 with marks of the time of day, else 0. */
export const bucketRow = { size: 0, seq: 1, marked: 2, marks: 3, sums: 5 } as const;
const head = bucketRow.sums;

export function rowWidth(channels: number): number {
  return head + 3 * channels;
}

function rowOf(numbers: readonly number[], place: number, channels: number): Bucket {
  const first = place + head;
  const sums = numbers.slice(first, first + 3 * channels);
  if (numbers[place + 2] === 1) sums.push(numbers[place + 3]!, numbers[place + 4]!);
  return { size: numbers[place]!, seq: numbers[place + 1]!, sums };
}

/** The list that buckets stand in, row by row in no order; a row that goes leaves its place to the next that comes. */
export class BucketBench {
  readonly channels: number;
  readonly numbers: number[];
  /** Where each row begins, oldest first. */
  readonly places: number[];
  /** Where there is room for one. */
  readonly #free: number[];
  /** How often it was written over. */
  moves = 0;

  private constructor(channels: number, numbers: number[], places: number[], free: number[]) {
    this.channels = channels;
    this.numbers = numbers;
    this.places = places;
    this.#free = free;
  }

  static empty(channels: number): BucketBench {
    return new BucketBench(channels, zeros(0), [], []);
  }

  static over(numbers: number[], channels: number): BucketBench {
    const width = rowWidth(channels);
    const places: number[] = [];
    for (let place = 0; place < numbers.length; place += width) places.push(place);
    return new BucketBench(channels, numbers, places, []);
  }

  copied(): BucketBench {
    return new BucketBench(this.channels, this.numbers.slice(), this.places.slice(), this.#free.slice());
  }

  /** A list of what some of its rows hold of some channels; left out: of all. */
  withRows(places: readonly number[], first = 0, count = this.channels): BucketBench {
    const width = rowWidth(count);
    const numbers = zeros(width * places.length);
    const own = zeros(places.length);
    for (let row = 0, to = 0; row < places.length; row += 1, to += width) {
      const from = places[row]!;
      own[row] = to;
      for (let at = 0; at < head; at += 1) numbers[to + at] = this.numbers[from + at]!;
      const sums = from + 3 * first;
      for (let at = head; at < width; at += 1) numbers[to + at] = this.numbers[sums + at]!;
    }
    return new BucketBench(count, numbers, own, []);
  }

  get length(): number {
    return this.places.length;
  }

  sizeAt(row: number): number {
    return this.numbers[this.places[row]!]!;
  }

  sumAt(row: number, at: number): number {
    return this.numbers[this.places[row]! + head + at]!;
  }

  /** A bucket of whatever sums. */
  take(bucket: Bucket): void {
    const place = this.#begin(bucket.size, bucket.seq);
    this.write(place, bucket);
    this.places.push(place);
  }

  write(place: number, { size, seq, sums }: Bucket): void {
    const { numbers } = this;
    const marks = 3 * this.channels;
    numbers[place] = size;
    numbers[place + 1] = seq;
    numbers[place + 2] = sums.length > marks ? 1 : 0;
    numbers[place + 3] = sums[marks] ?? 0;
    numbers[place + 4] = sums[marks + 1] ?? 0;
    for (let at = 0; at < marks; at += 1) numbers[place + head + at] = sums[at]!;
  }

  clear(first: number, count: number): void {
    for (const place of this.places) {
      const from = place + head + 3 * first;
      filled(this.numbers, 0, from, from + 3 * count);
    }
  }

  /** Makes one of a row and the next. Marks of the time of day are kept where both have them. */
  join(row: number): void {
    const { numbers } = this;
    const older = this.places[row]!;
    const newer = this.places[row + 1]!;
    const isMarked = numbers[older + 2] === 1 && numbers[newer + 2] === 1;
    numbers[older]! += numbers[newer]!;
    numbers[older + 2] = isMarked ? 1 : 0;
    numbers[older + 3] = isMarked ? numbers[older + 3]! + numbers[newer + 3]! : 0;
    numbers[older + 4] = isMarked ? numbers[older + 4]! + numbers[newer + 4]! : 0;
    const width = rowWidth(this.channels);
    for (let at = head; at < width; at += 1) numbers[older + at]! += numbers[newer + at]!;
    keepSums(numbers, older + head, this.channels);
    this.#leave(row + 1);
  }

  /** Takes the oldest out. */
  dropOldest(): Bucket {
    const oldest = rowOf(this.numbers, this.places[0]!, this.channels);
    this.#leave(0);
    return oldest;
  }

  #leave(row: number): void {
    const { places } = this;
    this.#free.push(places[row]!);
    for (let at = row; at + 1 < places.length; at += 1) places[at] = places[at + 1]!;
    places.pop();
  }

  #begin(size: number, seq: number): number {
    const place = this.#free.pop() ?? this.#grow();
    this.numbers[place] = size;
    this.numbers[place + 1] = seq;
    return place;
  }

  #grow(): number {
    const place = this.numbers.length;
    const width = rowWidth(this.channels);
    // One after another, so that the list stays one of bare numbers without holes.
    for (let more = 0; more < width; more += 1) this.numbers.push(0);
    return place;
  }
}
