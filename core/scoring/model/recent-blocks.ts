import { doublesOf, zeros } from "../numeric/doubles.ts";

/** A block of a calibrated sensor, for as long as it counts as news. */
export interface RecentBlock {
  readonly seq: number;
  readonly weight: number;
  /** Each a binary32 number. Camera: degrees from the baseline pose. */
  readonly placed: readonly number[];
}

/** Column by column: every block walks over all of them, and a list of numbers is one piece of memory. */
export interface RecentColumns {
  readonly seqs: readonly number[];
  readonly weights: readonly number[];
  /** The values of the first block, then those of the next. */
  readonly placed: readonly number[];
}

/**
 * The newest blocks of a sensor, oldest first; never changed. One more block is written behind the others in the lists that the
 * blocks before it stand in, where nobody looks who does not have it: so a state shares them with the state it came from, and
 * nothing is copied but once in as many blocks as are kept.
 */
export class RecentBlocks implements Iterable<RecentBlock> {
  static readonly none = new RecentBlocks({ seqs: zeros(0), weights: zeros(0), placed: zeros(0) }, 0, 0);

  readonly #shared: SharedColumns;
  readonly #from: number;
  readonly #end: number;
  /** Values by size, axis by axis, once a median was asked for. With one more block they go on to the blocks it makes. */
  #ranked: readonly number[][] | null = null;

  private constructor(shared: SharedColumns, from: number, end: number) {
    this.#shared = shared;
    this.#from = from;
    this.#end = end;
  }

  static of({ seqs, weights, placed }: RecentColumns): RecentBlocks {
    const columns = { seqs: doublesOf(seqs), weights: doublesOf(weights), placed: doublesOf(placed) };
    return new RecentBlocks(columns, 0, seqs.length);
  }

  get count(): number {
    return this.#end - this.#from;
  }

  /** Number of values in a block; nothing is known of it while there is none. */
  get #width(): number {
    const { seqs, placed } = this.#shared;
    return seqs.length === 0 ? 0 : placed.length / seqs.length;
  }

  seqAt(at: number): number {
    return this.#shared.seqs[this.#from + at]!;
  }

  weightAt(at: number): number {
    return this.#shared.weights[this.#from + at]!;
  }

  valueAt(at: number, axis: number): number {
    return this.#shared.placed[this.#width * (this.#from + at) + axis]!;
  }

  /** One value of all blocks from a place on. */
  valuesFrom(first: number, axis: number): readonly number[] {
    const values = zeros(this.count - first);
    const { placed } = this.#shared;
    const width = this.#width;
    let place = width * (this.#from + first) + axis;
    for (let at = 0; at < values.length; at += 1, place += width) values[at] = placed[place]!;
    return values;
  }

  /** Of one value of all blocks. */
  median(axis: number): number {
    this.#ranked ??= this.#rankedAnew();
    const ranked = this.#ranked[axis]!;
    const half = ranked.length >> 1;
    return ranked.length % 2 === 1 ? ranked[half]! : 0.5 * (ranked[half - 1]! + ranked[half]!);
  }

  #rankedAnew(): readonly number[][] {
    return Array.from({ length: this.#width }, (_, axis) =>
      doublesOf(this.valuesFrom(0, axis).toSorted((one, other) => one - other)),
    );
  }

  /** In how many of them a value lies below a limit. */
  countBelow(limit: number, axis: number): number {
    const { placed } = this.#shared;
    const width = this.#width;
    let below = 0;
    for (let place = width * this.#from + axis; place < width * this.#end; place += width) {
      if (placed[place]! < limit) below += 1;
    }
    return below;
  }

  /** With one more block; only so many of the newest stay. */
  with({ seq, weight, placed }: RecentBlock, keep: number): RecentBlocks {
    const from = Math.max(this.#from, this.#end + 1 - keep);
    const isNewest = this.#shared.seqs.length === this.#end;
    const isLong = from > keep;
    const shared = isNewest && !isLong && this.#end > 0 ? this.#shared : this.#part(from);
    shared.seqs.push(seq);
    shared.weights.push(weight);
    for (let axis = 0; axis < placed.length; axis += 1) shared.placed.push(placed[axis]!);
    const end = shared.seqs.length;
    const more = new RecentBlocks(shared, end - (this.#end + 1 - from), end);
    more.#ranked = this.#handOn(placed, from - this.#from);
    return more;
  }

  /** The ranked values with one more block's, and without the oldest where it leaves: one step of a sort that is done. */
  #handOn(placed: readonly number[], leaving: number): readonly number[][] | null {
    const ranked = this.#ranked;
    if (ranked === null || ranked.length !== placed.length || leaving > 1) return null;
    for (let axis = 0; axis < placed.length; axis += 1) {
      replaceRanked(ranked[axis]!, leaving === 1 ? this.valueAt(0, axis) : null, placed[axis]!);
    }
    this.#ranked = null;
    return ranked;
  }

  columns(): RecentColumns {
    return this.#part(this.#from);
  }

  *[Symbol.iterator](): Iterator<RecentBlock> {
    const { seqs, weights, placed } = this.columns();
    const width = this.#width;
    for (const [at, seq] of seqs.entries()) {
      yield { seq, weight: weights[at]!, placed: placed.slice(width * at, width * (at + 1)) };
    }
  }

  /** Lists of their own. */
  #part(from: number): SharedColumns {
    const { seqs, weights, placed } = this.#shared;
    const width = this.#width;
    return {
      seqs: seqs.slice(from, this.#end),
      weights: weights.slice(from, this.#end),
      placed: placed.slice(width * from, width * this.#end),
    };
  }
}

/** Puts a value where it belongs, in place of one that leaves, or beside all others. */
function replaceRanked(ranked: number[], leaving: number | null, coming: number): void {
  let at = leaving === null ? ranked.push(coming) - 1 : ranked.indexOf(leaving);
  for (; at + 1 < ranked.length && ranked[at + 1]! < coming; at += 1) ranked[at] = ranked[at + 1]!;
  for (; at > 0 && ranked[at - 1]! > coming; at -= 1) ranked[at] = ranked[at - 1]!;
  ranked[at] = coming;
}

/** Only ever appended to. */
interface SharedColumns {
  readonly seqs: number[];
  readonly weights: number[];
  readonly placed: number[];
}
