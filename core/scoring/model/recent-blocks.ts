import { doublesOf, zeros } from "../numeric/doubles.ts";
import { type Column, huberMeanFrom, median, medianOfFive } from "../numeric/robust.ts";

/** A block of a calibrated sensor, for as long as it counts as news. */
export interface RecentBlock {
  readonly seq: number;
  readonly weight: number;
  /** Each a binary32 number. Camera: degrees from the baseline pose. */
  readonly placed: readonly number[];
}

/** Column by column, as they are stored. */
export interface RecentColumns {
  readonly seqs: readonly number[];
  readonly weights: readonly number[];
  /** The values of the first block, then those of the next. */
  readonly placed: readonly number[];
}

type OwnColumns = { readonly [Column in keyof RecentColumns]: number[] };

/**
 * The newest blocks of a sensor, oldest first. Whoever owns the track moves them on where they stand. Every block walks over all
 * of them, so they are one list, one piece of memory: [entry number, weight, …values] of each.
 */
export class RecentBlocks implements Iterable<RecentBlock> {
  #rows: number[];
  /** Numbers of a row; those of its head while there is no block. */
  #stride: number;
  /** Values by size, axis by axis, once a median was asked for; kept in order as blocks come and go. */
  #ranked: number[][] | null = null;
  #moves = 0;

  private constructor(rows: number[], stride: number) {
    this.#rows = rows;
    this.#stride = stride;
  }

  static none(): RecentBlocks {
    return new RecentBlocks(zeros(0), head);
  }

  static of({ seqs, weights, placed }: RecentColumns): RecentBlocks {
    const { length } = seqs;
    const width = length === 0 ? 0 : placed.length / length;
    const stride = head + width;
    const rows = zeros(stride * length);
    for (let at = 0, to = 0, from = 0; at < length; at += 1, to += stride) {
      rows[to] = seqs[at]!;
      rows[to + 1] = weights[at]!;
      for (let axis = 0; axis < width; axis += 1, from += 1) rows[to + head + axis] = placed[from]!;
    }
    return new RecentBlocks(rows, stride);
  }

  /** The same in lists of their own. */
  copied(): RecentBlocks {
    const copy = new RecentBlocks(this.#rows.slice(), this.#stride);
    copy.#ranked = this.#ranked && this.#ranked.map((values) => values.slice());
    copy.#moves = this.#moves;
    return copy;
  }

  get count(): number {
    return this.#rows.length / this.#stride;
  }

  /** How often they were moved on: what was computed from them before is of others. */
  get moves(): number {
    return this.#moves;
  }

  seqAt(at: number): number {
    return this.#rows[this.#stride * at]!;
  }

  weightAt(at: number): number {
    return this.#rows[this.#stride * at + 1]!;
  }

  valueAt(at: number, axis: number): number {
    return this.#rows[this.#stride * at + head + axis]!;
  }

  /** One value of all blocks from a place on. */
  valuesFrom(first: number, axis: number): readonly number[] {
    const values = zeros(this.count - first);
    const { first: from, step } = this.#column(first, axis);
    for (let at = 0, place = from; at < values.length; at += 1, place += step)
      values[at] = this.#rows[place]!;
    return values;
  }

  /** Huber mean of one value of all blocks from a place on. */
  meanFrom(first: number, axis: number, sigma: number): number {
    // Mostly all of them are asked for, and their order by size is at hand.
    const middle = first === 0 && this.count > 0 ? this.median(axis) : median(this.valuesFrom(first, axis));
    return huberMeanFrom(middle, this.#rows, sigma, this.#column(first, axis));
  }

  /** Median of one value of the five blocks from a place on. */
  medianOfFiveFrom(first: number, axis: number): number {
    return medianOfFive(this.#rows, this.#column(first, axis));
  }

  /** Where one value of all blocks from a place on stands. */
  #column(first: number, axis: number): Column {
    return { first: this.#stride * first + head + axis, step: this.#stride };
  }

  /** Of one value of all blocks. */
  median(axis: number): number {
    this.#ranked ??= this.#rankedAnew();
    const ranked = this.#ranked[axis]!;
    const half = ranked.length >> 1;
    return ranked.length % 2 === 1 ? ranked[half]! : 0.5 * (ranked[half - 1]! + ranked[half]!);
  }

  #rankedAnew(): number[][] {
    return Array.from({ length: this.#stride - head }, (_, axis) =>
      doublesOf(this.valuesFrom(0, axis).toSorted((one, other) => one - other)),
    );
  }

  /** In how many of them a value lies below a limit. */
  countBelow(limit: number, axis: number): number {
    let below = 0;
    for (let place = head + axis; place < this.#rows.length; place += this.#stride) {
      if (this.#rows[place]! < limit) below += 1;
    }
    return below;
  }

  /** Takes one more; only so many of the newest stay. */
  take({ seq, weight, placed }: RecentBlock, keep: number): void {
    const stride = head + placed.length;
    const leaving = Math.max(0, this.count + 1 - keep);
    this.#rank(placed, leaving);
    if (leaving > 0) shift(this.#rows, leaving * stride);
    this.#stride = stride;
    this.#rows.push(seq, weight);
    for (let axis = 0; axis < placed.length; axis += 1) this.#rows.push(placed[axis]!);
    this.#moves += 1;
    // From now on as many come as leave: without the room that a list keeps to grow into.
    if (leaving === 0 && this.count === keep) this.#trim();
  }

  #trim(): void {
    this.#rows = this.#rows.slice();
    this.#ranked = this.#ranked && this.#ranked.map((values) => values.slice());
  }

  /** One step of a sort that is done, where one block comes and at most one leaves. */
  #rank(placed: readonly number[], leaving: number): void {
    const ranked = this.#ranked;
    if (ranked === null) return;
    if (ranked.length !== placed.length || leaving > 1) {
      this.#ranked = null;
      return;
    }
    for (let axis = 0; axis < placed.length; axis += 1) {
      replaceRanked(ranked[axis]!, leaving === 1 ? this.valueAt(0, axis) : null, placed[axis]!);
    }
  }

  /** In lists of the caller's own. */
  columns(): OwnColumns {
    const { count } = this;
    const width = this.#stride - head;
    const [seqs, weights, placed] = [zeros(count), zeros(count), zeros(width * count)];
    for (let at = 0, from = 0, to = 0; at < count; at += 1, from += this.#stride) {
      seqs[at] = this.#rows[from]!;
      weights[at] = this.#rows[from + 1]!;
      for (let axis = 0; axis < width; axis += 1, to += 1) placed[to] = this.#rows[from + head + axis]!;
    }
    return { seqs, weights, placed };
  }

  *[Symbol.iterator](): Iterator<RecentBlock> {
    for (let from = 0; from < this.#rows.length; from += this.#stride) {
      const placed = this.#rows.slice(from + head, from + this.#stride);
      yield { seq: this.#rows[from]!, weight: this.#rows[from + 1]!, placed };
    }
  }
}

/** Numbers of a row before its values. */
const head = 2;

/** Leaves out the first numbers of a list where it stands: what is left are a few dozen. */
function shift(list: number[], count: number): void {
  for (let at = count; at < list.length; at += 1) list[at - count] = list[at]!;
  for (let gone = 0; gone < count; gone += 1) list.pop();
}

/** Puts a value where it belongs, in place of one that leaves, or beside all others. */
function replaceRanked(ranked: number[], leaving: number | null, coming: number): void {
  let at = leaving === null ? ranked.push(coming) - 1 : ranked.indexOf(leaving);
  for (; at + 1 < ranked.length && ranked[at + 1]! < coming; at += 1) ranked[at] = ranked[at + 1]!;
  for (; at > 0 && ranked[at - 1]! > coming; at -= 1) ranked[at] = ranked[at - 1]!;
  ranked[at] = coming;
}
