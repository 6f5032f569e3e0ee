/** A place of a vehicle's hash chain that is kept: where an interval took its head, or an evidence window may begin. */
export interface StoredPlace {
  readonly seq: number;
  /** Hex. */
  readonly head: string;
  /** The interval whose tree has it as a leaf, by its place in the log, and the leaf's number there. */
  readonly interval: { readonly leafIndex: number; readonly leaf: number } | null;
}

/** An interval's tree, kept so that its leaves can be proven. */
export interface StoredInterval {
  readonly leafIndex: number;
  readonly leaves: number;
  /** As `packTree` writes it. */
  readonly tree: Uint8Array;
  /** Of its document. */
  readonly envelope: Uint8Array;
}

export interface ClosedInterval extends Omit<StoredInterval, "envelope"> {
  readonly number: number;
  readonly toUs: number;
  /** What the next interval has to have in `prev`. */
  readonly digest: string;
}
