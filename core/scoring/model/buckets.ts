import { zeros } from "../numeric/doubles.ts";
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
 * The buckets of a histogram, oldest first; never changed. All their numbers stand in one list, row by row. What a block adds is
 * written behind the others, where nobody looks who does not have it: so a state shares them with the state it came from, and the
 * rows are copied with every eighth block or so.
 */
export class Buckets implements Iterable<Bucket> {
  readonly channels: number;
  readonly #store: Store;
  /** How much of the store was written when these were made. */
  readonly #written: number;
  /** Where each row begins. */
  readonly #places: readonly number[];

  private constructor(channels: number, store: Store, places: readonly number[]) {
    this.channels = channels;
    this.#store = store;
    this.#written = store.written;
    this.#places = places;
  }

  static none(channels: number): Buckets {
    return new Buckets(channels, emptyStore(), []);
  }

  static of(buckets: Iterable<Bucket>, channels: number): Buckets {
    const bench = new BucketBench(channels, emptyStore(), []);
    for (const bucket of buckets) bench.take(bucket);
    return Buckets.#from(bench);
  }

  static #from(bench: BucketBench): Buckets {
    return new Buckets(bench.channels, bench.store, bench.places);
  }

  get length(): number {
    return this.#places.length;
  }

  sizeAt(row: number): number {
    return this.#store.numbers[this.#places[row]!]!;
  }

  seqAt(row: number): number {
    return this.#store.numbers[this.#places[row]! + 1]!;
  }

  /** Where the newest row begins; 0, before the first entry, where there is none. */
  get newestSeq(): number {
    return this.length === 0 ? 0 : this.seqAt(this.length - 1);
  }

  /** One of the row's sums. */
  sumAt(row: number, at: number): number {
    return this.#store.numbers[this.#places[row]! + head + at]!;
  }

  /** Adds a row's sums to as many others. */
  addTo(total: number[], row: number): void {
    const { numbers } = this.#store;
    const place = this.#places[row]! + head;
    for (let at = 0; at < total.length; at += 1) total[at]! += numbers[place + at]!;
  }

  at(row: number): Bucket {
    return rowOf(this.#store.numbers, this.#places[row]!, this.channels);
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

  slice(from: number, end = this.length): Buckets {
    return new Buckets(this.channels, this.#store, this.#places.slice(from, end));
  }

  /** Those that begin at an entry number that fits. */
  filter(fits: (seq: number) => boolean): Buckets {
    const places = this.#places.filter((_, row) => fits(this.seqAt(row)));
    return new Buckets(this.channels, this.#store, places);
  }

  rewritten(change: (bucket: Bucket, row: number) => Bucket): Buckets {
    return Buckets.of(
      Array.from(this, (bucket, row) => change(bucket, row)),
      this.channels,
    );
  }

  with(row: number, bucket: Bucket): Buckets {
    const bench = this.#copied();
    bench.write(bench.places[row]!, bucket);
    return Buckets.#from(bench);
  }

  /** Without what they hold of some channels. */
  cleared(first: number, count: number): Buckets {
    const bench = this.#copied();
    bench.clear(first, count);
    return Buckets.#from(bench);
  }

  /** What is written on the bench comes after these, which stay what they are. */
  changed(change: (bench: BucketBench) => void): Buckets {
    const isNewest = this.#store.written === this.#written;
    const bench =
      isNewest && this.#written <= this.#room
        ? new BucketBench(this.channels, this.#store, this.#places.slice())
        : this.#copied();
    change(bench);
    return Buckets.#from(bench);
  }

  /** Beyond it the rows are copied close together again. */
  get #room(): number {
    return rowWidth(this.channels) * (this.length + spareRows);
  }

  #copied(): BucketBench {
    const room = this.#room;
    // As much room at once, whatever stands in it.
    const store = { numbers: this.#store.numbers.slice(0, room), written: 0 };
    const bench = new BucketBench(this.channels, store, []);
    for (const place of this.#places) bench.copy(this.#store.numbers, place);
    return bench;
  }
}

/** Only ever written behind what is written. */
interface Store {
  readonly numbers: number[];
  written: number;
}

function emptyStore(): Store {
  return { numbers: zeros(0), written: 0 };
}

/** Before a row's sums: blocks, first entry, 1 with marks of the time of day, and both of them. */
const head = 5;

/** A block mostly adds two rows, one of them joined: the others are copied with every eighth. */
const spareRows = 16;

function rowWidth(channels: number): number {
  return head + 3 * channels;
}

function rowOf(numbers: readonly number[], place: number, channels: number): Bucket {
  const first = place + head;
  const sums = numbers.slice(first, first + 3 * channels);
  if (numbers[place + 2] === 1) sums.push(numbers[place + 3]!, numbers[place + 4]!);
  return { size: numbers[place]!, seq: numbers[place + 1]!, sums };
}

/** Buckets on their way through one block. */
export class BucketBench {
  readonly channels: number;
  readonly store: Store;
  readonly places: number[];

  constructor(channels: number, store: Store, places: number[]) {
    this.channels = channels;
    this.store = store;
    this.places = places;
  }

  get length(): number {
    return this.places.length;
  }

  sizeAt(row: number): number {
    return this.store.numbers[this.places[row]!]!;
  }

  sumAt(row: number, at: number): number {
    return this.store.numbers[this.places[row]! + head + at]!;
  }

  /** A bucket of whatever sums. */
  take(bucket: Bucket): void {
    const place = this.#begin(bucket.size, bucket.seq);
    this.write(place, bucket);
    this.places.push(place);
  }

  /** Over a row that nobody else has. */
  write(place: number, { size, seq, sums }: Bucket): void {
    const { numbers } = this.store;
    const marks = 3 * this.channels;
    numbers[place] = size;
    numbers[place + 1] = seq;
    numbers[place + 2] = sums.length > marks ? 1 : 0;
    numbers[place + 3] = sums[marks] ?? 0;
    numbers[place + 4] = sums[marks + 1] ?? 0;
    for (let at = 0; at < marks; at += 1) numbers[place + head + at] = sums[at]!;
  }

  /** In rows that nobody else has. */
  clear(first: number, count: number): void {
    for (const place of this.places) {
      const from = place + head + 3 * first;
      this.store.numbers.fill(0, from, from + 3 * count);
    }
  }

  /** A row of another store. */
  copy(numbers: readonly number[], from: number): void {
    const place = this.#begin(numbers[from]!, numbers[from + 1]!);
    const width = rowWidth(this.channels);
    for (let at = 2; at < width; at += 1) this.store.numbers[place + at] = numbers[from + at]!;
    this.places.push(place);
  }

  /** Makes one of a row and the next. Marks of the time of day are kept where both have them. */
  join(row: number): void {
    const { numbers } = this.store;
    const older = this.places[row]!;
    const newer = this.places[row + 1]!;
    const place = this.#begin(numbers[older]! + numbers[newer]!, numbers[older + 1]!);
    const isMarked = numbers[older + 2] === 1 && numbers[newer + 2] === 1;
    numbers[place + 2] = isMarked ? 1 : 0;
    numbers[place + 3] = isMarked ? numbers[older + 3]! + numbers[newer + 3]! : 0;
    numbers[place + 4] = isMarked ? numbers[older + 4]! + numbers[newer + 4]! : 0;
    const width = rowWidth(this.channels);
    for (let at = head; at < width; at += 1)
      numbers[place + at] = numbers[older + at]! + numbers[newer + at]!;
    keepSums(numbers, place + head, this.channels);
    this.places[row] = place;
    this.places.splice(row + 1, 1);
  }

  /** Takes the oldest out. */
  dropOldest(): Bucket {
    const place = this.places.shift()!;
    return rowOf(this.store.numbers, place, this.channels);
  }

  #begin(size: number, seq: number): number {
    const { store } = this;
    const place = store.written;
    const width = rowWidth(this.channels);
    store.written += width;
    // One after another, so that the list stays one of bare numbers without holes.
    for (let more = store.numbers.length; more < store.written; more += 1) store.numbers.push(0);
    store.numbers[place] = size;
    store.numbers[place + 1] = seq;
    return place;
  }
}
