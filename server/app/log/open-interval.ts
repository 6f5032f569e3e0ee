/** A chain that moved since the last interval was closed, and where it stands. */
export interface OpenChain {
  readonly vehicleKey: number;
  /** As `vehicleTag` writes it. */
  readonly vehicle: string;
  readonly seq: number;
  readonly head: string;
}

/** The interval before the open one. */
export interface LastInterval {
  /** 0 and the digest of none before the first. */
  readonly number: number;
  readonly digest: string;
  readonly toUs: number;
}

/** What a transaction makes of the open interval; taken over once it is durable, not before. */
export interface IntervalChange {
  readonly chains: readonly OpenChain[];
  readonly entries: number;
  /** Set when the transaction closed the interval, with these chains in it. */
  readonly closed: LastInterval | null;
}

/**
 * The interval of ingest that is open: which chains moved in it, and how far. Lives in memory beside the one writer;
 * after a crash it is made again out of the journals.
 */
export class OpenInterval {
  #last: LastInterval;
  #chains = new Map<number, OpenChain>();
  #entries = 0;

  constructor(last: LastInterval, open: { readonly chains: readonly OpenChain[]; readonly entries: number }) {
    this.#last = last;
    this.take({ ...open, closed: null });
  }

  get last(): LastInterval {
    return this.#last;
  }

  /** Entries of all journals since the last interval was closed. */
  get entries(): number {
    return this.#entries;
  }

  /** Chains that moved since then. */
  get chains(): ReadonlyMap<number, OpenChain> {
    return this.#chains;
  }

  take({ chains, entries, closed }: IntervalChange): void {
    if (closed !== null) {
      this.#last = closed;
      this.#chains = new Map();
      this.#entries = 0;
      return;
    }
    for (const chain of chains) this.#chains.set(chain.vehicleKey, chain);
    this.#entries += entries;
  }
}
