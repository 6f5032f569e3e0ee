import { doublesOf, zeros } from "../numeric/doubles.ts";
import { huberMeanFrom, median, medianOfFive } from "../numeric/robust.ts";

/** A block of a calibrated sensor, for as long as it counts as news. */
export interface RecentBlock {
  readonly seq: number;
  readonly weight: number;
  /** Each a binary32 number. Camera: degrees from the baseline pose. */
  readonly placed: readonly number[];
}

/** Column by column: every block walks over all of them, and a list of numbers is one piece of memory. A look at where they stand. */
export interface RecentColumns {
  readonly seqs: readonly number[];
  readonly weights: readonly number[];
  /** The values of the first block, then those of the next. */
  readonly placed: readonly number[];
}

/** The newest blocks of a sensor, oldest first. Whoever owns the track moves them on where they stand. */
export class RecentBlocks implements Iterable<RecentBlock> {
  readonly #seqs: number[];
  readonly #weights: number[];
  /** The values of the first block, then those of the next. */
  readonly #placed: number[];
  /** Values by size, axis by axis, once a median was asked for; kept in order as blocks come and go. */
  #ranked: number[][] | null = null;
  #moves = 0;

  private constructor(seqs: number[], weights: number[], placed: number[]) {
    this.#seqs = seqs;
    this.#weights = weights;
    this.#placed = placed;
  }

  static none(): RecentBlocks {
    return new RecentBlocks(zeros(0), zeros(0), zeros(0));
  }

  static of({ seqs, weights, placed }: RecentColumns): RecentBlocks {
    return new RecentBlocks(doublesOf(seqs), doublesOf(weights), doublesOf(placed));
  }

  /** Of columns that are theirs from now on. */
  static over(seqs: number[], weights: number[], placed: number[]): RecentBlocks {
    return new RecentBlocks(seqs, weights, placed);
  }

  /** The same in lists of their own. */
  copied(): RecentBlocks {
    const copy = RecentBlocks.of(this.columns());
    copy.#ranked = this.#ranked && this.#ranked.map((values) => values.slice());
    copy.#moves = this.#moves;
    return copy;
  }

  get count(): number {
    return this.#seqs.length;
  }

  /** How often they were moved on: what was computed from them before is of others. */
  get moves(): number {
    return this.#moves;
  }

  /** Number of values in a block; nothing is known of it while there is none. */
  get #width(): number {
    return this.#seqs.length === 0 ? 0 : this.#placed.length / this.#seqs.length;
  }

  seqAt(at: number): number {
    return this.#seqs[at]!;
  }

  weightAt(at: number): number {
    return this.#weights[at]!;
  }

  valueAt(at: number, axis: number): number {
    return this.#placed[this.#width * at + axis]!;
  }

  /** One value of all blocks from a place on. */
  valuesFrom(first: number, axis: number): readonly number[] {
    const values = zeros(this.count - first);
    const width = this.#width;
    let place = width * first + axis;
    for (let at = 0; at < values.length; at += 1, place += width) values[at] = this.#placed[place]!;
    return values;
  }

  /** Huber mean of one value of all blocks from a place on. */
  meanFrom(first: number, axis: number, sigma: number): number {
    // Mostly all of them are asked for, and their order by size is at hand.
    const middle = first === 0 && this.count > 0 ? this.median(axis) : median(this.valuesFrom(first, axis));
    const step = this.#width;
    return huberMeanFrom(middle, this.#placed, sigma, { first: step * first + axis, step });
  }

  /** Median of one value of the five blocks from a place on. */
  medianOfFiveFrom(first: number, axis: number): number {
    const step = this.#width;
    return medianOfFive(this.#placed, { first: step * first + axis, step });
  }

  /** Of one value of all blocks. */
  median(axis: number): number {
    this.#ranked ??= this.#rankedAnew();
    const ranked = this.#ranked[axis]!;
    const half = ranked.length >> 1;
    return ranked.length % 2 === 1 ? ranked[half]! : 0.5 * (ranked[half - 1]! + ranked[half]!);
  }

  #rankedAnew(): number[][] {
    return Array.from({ length: this.#width }, (_, axis) =>
      doublesOf(this.valuesFrom(0, axis).toSorted((one, other) => one - other)),
    );
  }

  /** In how many of them a value lies below a limit. */
  countBelow(limit: number, axis: number): number {
    const width = this.#width;
    let below = 0;
    for (let place = axis; place < this.#placed.length; place += width) {
      if (this.#placed[place]! < limit) below += 1;
    }
    return below;
  }

  /** Takes one more; only so many of the newest stay. */
  take({ seq, weight, placed }: RecentBlock, keep: number): void {
    const leaving = Math.max(0, this.count + 1 - keep);
    this.#rank(placed, leaving);
    if (leaving > 0) {
      shift(this.#seqs, leaving);
      shift(this.#weights, leaving);
      shift(this.#placed, leaving * placed.length);
    }
    this.#seqs.push(seq);
    this.#weights.push(weight);
    for (let axis = 0; axis < placed.length; axis += 1) this.#placed.push(placed[axis]!);
    this.#moves += 1;
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

  columns(): RecentColumns {
    return { seqs: this.#seqs, weights: this.#weights, placed: this.#placed };
  }

  *[Symbol.iterator](): Iterator<RecentBlock> {
    const width = this.#width;
    for (const [at, seq] of this.#seqs.entries()) {
      const placed = this.#placed.slice(width * at, width * (at + 1));
      yield { seq, weight: this.#weights[at]!, placed };
    }
  }
}

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
