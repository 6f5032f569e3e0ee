import type { VehicleState } from "../../../core/scoring/model/state.ts";

/** A vehicle's state in memory: the fold over its entries 1 to `seq`. */
export interface CachedState {
  readonly state: VehicleState;
  readonly seq: number;
  /** Position of its newest stored snapshot; 0 for none. */
  readonly snapshotSeq: number;
}

/**
 * The states of the vehicles heard last. Only committed states enter; what leaves can be folded again from the
 * journal, so that losing an entry costs time and nothing else.
 */
export class StateCache {
  readonly #limit: number;
  /** In order of use, the longest unused first. */
  readonly #states = new Map<number, CachedState>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(vehicleKey: number): CachedState | undefined {
    return this.#states.get(vehicleKey);
  }

  /** Takes committed states in, and lets the longest unused go when there are too many. */
  keep(committed: ReadonlyMap<number, CachedState>): void {
    for (const [vehicleKey, state] of committed) {
      this.#states.delete(vehicleKey);
      this.#states.set(vehicleKey, state);
    }
    for (const vehicleKey of this.#crowdedOut(committed)) this.#states.delete(vehicleKey);
  }

  /** What `keep` of these vehicles would let go. */
  leaving(newcomers: ReadonlyMap<number, unknown>): (readonly [number, CachedState])[] {
    const unknown = [...newcomers.keys()].filter((vehicleKey) => !this.#states.has(vehicleKey)).length;
    return this.#oldest(this.#states.size + unknown - this.#limit, newcomers);
  }

  /** States that have moved on since their snapshot, for a clean stop. */
  unsaved(): (readonly [number, CachedState])[] {
    return [...this.#states].filter(([, { seq, snapshotSeq }]) => seq > snapshotSeq);
  }

  #crowdedOut(newcomers: ReadonlyMap<number, unknown>): number[] {
    return this.#oldest(this.#states.size - this.#limit, newcomers).map(([vehicleKey]) => vehicleKey);
  }

  #oldest(count: number, except: ReadonlyMap<number, unknown>): (readonly [number, CachedState])[] {
    const oldest: (readonly [number, CachedState])[] = [];
    if (count <= 0) return oldest;
    for (const entry of this.#states) {
      if (except.has(entry[0])) continue;
      oldest.push(entry);
      if (oldest.length === count) break;
    }
    return oldest;
  }
}
