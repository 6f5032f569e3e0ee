import { packState, unpackState } from "../../../core/scoring/model/codec/state-codec.ts";
import type { VehicleState } from "../../../core/scoring/model/state.ts";
import type { PackedState } from "../ports/journal.ts";

/** A vehicle's state in memory: the fold over its entries 1 to `seq`. */
export interface CachedState {
  readonly state: VehicleState;
  readonly seq: number;
  /** Position of its newest stored snapshot; 0 for none. */
  readonly snapshotSeq: number;
}

/**
 * About what the bytes and numbers of a vehicle of five channels take with settled baselines: 40 to 75 KB by how often its
 * sensors report together, twice as much in its first hundreds of blocks. It decides when states are packed, and nothing else.
 */
export const unpackedBytes = 60_000;
/** What a packed state takes beside its bytes: a buffer, an object and its place in a map. */
const besidePackedBytes = 400;
/** So large a part of the memory stays for unpacked states: a vehicle that sends often must not be packed each time. */
const leastUnpackedShare = 1 / 8;

interface Unpacked {
  cached: CachedState;
  readonly usedAt: number;
  /** Somebody folds on with it: what it was is gone. */
  isLent: boolean;
}

interface Packed {
  readonly bytes: Uint8Array;
  readonly seq: number;
  readonly snapshotSeq: number;
  readonly usedAt: number;
}

/**
 * The states of the vehicles that sent last, in a bounded number of bytes. Those unused for longest are packed, which takes
 * half to two thirds of the room; those packed longest ago leave, and only when there is no room for all packed. Only committed
 * states enter; what leaves can be folded again from the journal, so that losing an entry costs time and nothing else. A commit
 * borrows the states it folds on with, and folds write them over: one that does not come back, because nothing was committed, is
 * lost.
 */
export class StateCache {
  readonly #limit: number;
  /** In order of use, the longest unused first. */
  readonly #unpacked = new Map<number, Unpacked>();
  /** In the order they were packed: whoever is reporting again is packed anew or unpacked. */
  readonly #packed = new Map<number, Packed>();
  #packedBytes = 0;
  #named: readonly number[] = [];
  /** Counts uses: what is compared is only what came before what. */
  #uses = 0;

  constructor(limitBytes: number) {
    this.#limit = limitBytes;
  }

  /** A state to fold on with; `keep` brings it back, or what has become of it. */
  lend(vehicleKey: number): CachedState | undefined {
    const unpacked = this.#unpacked.get(vehicleKey);
    if (unpacked !== undefined) return this.#lendUnpacked(vehicleKey, unpacked);
    const packed = this.#packed.get(vehicleKey);
    if (packed === undefined) return undefined;
    const { bytes, seq, snapshotSeq } = packed;
    return { state: unpackState(bytes), seq, snapshotSeq };
  }

  /** Takes committed states in, and lets go those that `leaving` has named: the others are not stored as they are. */
  keep(committed: ReadonlyMap<number, CachedState>): void {
    for (const [vehicleKey, cached] of committed) this.#takeBack(vehicleKey, cached);
    for (const [vehicleKey, cached] of committed) this.#keepOne(vehicleKey, cached);
    for (const vehicleKey of this.#named) if (!committed.has(vehicleKey)) this.#removePacked(vehicleKey);
    this.#named = [];
  }

  /**
   * Names what `keep` of these vehicles will let go, and returns of those the states that have moved on since their
   * snapshots. Packs what has to be packed for it: that loses nothing, whatever becomes of the commit.
   */
  leaving(newcomers: ReadonlyMap<number, unknown>): readonly PackedState[] {
    const wanted = this.#bytesOfUnknown(newcomers);
    this.#packOldest(wanted, newcomers);
    const named: number[] = [];
    const unsaved: PackedState[] = [];
    let freed = 0;
    for (const [vehicleKey, packed] of this.#packed) {
      if (this.#bytes + wanted - freed <= this.#limit) break;
      if (newcomers.has(vehicleKey)) continue;
      named.push(vehicleKey);
      freed += bytesOf(packed);
      if (isUnsaved(packed)) unsaved.push({ vehicleKey, seq: packed.seq, state: packed.bytes });
    }
    this.#named = named;
    return unsaved;
  }

  /** States that have moved on since their snapshot, those used last first, for a clean stop. */
  *unsaved(): Generator<PackedState> {
    for (const [vehicleKey, { cached, isLent }] of [...this.#unpacked].reverse()) {
      if (!isLent && isUnsaved(cached)) yield { vehicleKey, seq: cached.seq, state: packState(cached.state) };
    }
    for (const [vehicleKey, packed] of [...this.#packed].reverse()) {
      if (isUnsaved(packed)) yield { vehicleKey, seq: packed.seq, state: packed.bytes };
    }
  }

  get #bytes(): number {
    return this.#packedBytes + this.#unpacked.size * unpackedBytes;
  }

  #lendUnpacked(vehicleKey: number, unpacked: Unpacked): CachedState | undefined {
    if (unpacked.isLent) {
      // What it was lent for was not committed.
      this.#unpacked.delete(vehicleKey);
      return undefined;
    }
    unpacked.isLent = true;
    return unpacked.cached;
  }

  #takeBack(vehicleKey: number, cached: CachedState): void {
    const unpacked = this.#unpacked.get(vehicleKey);
    if (unpacked === undefined) return;
    unpacked.cached = cached;
    unpacked.isLent = false;
  }

  #keepOne(vehicleKey: number, cached: CachedState): void {
    const usedAt = ++this.#uses;
    const isUnpacked = this.#unpacked.delete(vehicleKey);
    const lastUsedAt = this.#packed.get(vehicleKey)?.usedAt;
    this.#removePacked(vehicleKey);
    if (isUnpacked || this.#staysUnpacked(lastUsedAt))
      this.#unpacked.set(vehicleKey, { cached, usedAt, isLent: false });
    else this.#pack(vehicleKey, { cached, usedAt });
  }

  /**
   * A state stays unpacked where there is room, or in place of one that has been unused for longer than it was itself. In
   * rounds over more vehicles than there is room for nobody gives way: else each would be packed before its turn came again.
   */
  #staysUnpacked(lastUsedAt: number | undefined): boolean {
    if (this.#bytes + unpackedBytes <= this.#limit) return true;
    const [oldest] = this.#unpacked;
    if (oldest === undefined || lastUsedAt === undefined || lastUsedAt < oldest[1].usedAt) return false;
    this.#packUnpacked(...oldest);
    return true;
  }

  #packOldest(wanted: number, except: ReadonlyMap<number, unknown>): void {
    const least = this.#limit * leastUnpackedShare;
    for (const [vehicleKey, unpacked] of this.#unpacked) {
      if (this.#bytes + wanted <= this.#limit || this.#unpacked.size * unpackedBytes <= least) return;
      if (!except.has(vehicleKey)) this.#packUnpacked(vehicleKey, unpacked);
    }
  }

  #packUnpacked(vehicleKey: number, unpacked: Unpacked): void {
    this.#unpacked.delete(vehicleKey);
    if (!unpacked.isLent) this.#pack(vehicleKey, unpacked);
  }

  #pack(vehicleKey: number, { cached, usedAt }: Pick<Unpacked, "cached" | "usedAt">): void {
    const { state, seq, snapshotSeq } = cached;
    const packed = { bytes: packState(state), seq, snapshotSeq, usedAt };
    this.#packed.set(vehicleKey, packed);
    this.#packedBytes += bytesOf(packed);
  }

  #removePacked(vehicleKey: number): void {
    const packed = this.#packed.get(vehicleKey);
    if (packed === undefined) return;
    this.#packed.delete(vehicleKey);
    this.#packedBytes -= bytesOf(packed);
  }

  /** What vehicles that are not in memory will take at least, each as much as the packed ones do on average. */
  #bytesOfUnknown(newcomers: ReadonlyMap<number, unknown>): number {
    const unknown = [...newcomers.keys()].filter((key) => !this.#unpacked.has(key) && !this.#packed.has(key));
    const each = this.#packed.size === 0 ? unpackedBytes / 2 : this.#packedBytes / this.#packed.size;
    return unknown.length * each;
  }
}

function bytesOf({ bytes }: Packed): number {
  return bytes.length + besidePackedBytes;
}

function isUnsaved({ seq, snapshotSeq }: Pick<CachedState, "seq" | "snapshotSeq">): boolean {
  return seq > snapshotSeq;
}
