/** The transparency log. It is public and names no organisation, so no question carries a scope. */
export interface LogReader {
  /** The signed checkpoint of this size, or the newest (`size` null); null for a size that was never signed. */
  findCheckpoint(ask: {
    readonly size: number | null;
  }): Promise<{ readonly size: number; readonly note: string } | null>;

  /** The first `width` hashes of a tile; null while it has fewer. */
  readTile(ask: {
    readonly level: number;
    readonly index: number;
    readonly width: number;
  }): Promise<Uint8Array | null>;

  /** The first `width` entries under a tile of level 0, as c2sp.org/tlog-tiles sends them, lost ones empty; null while there are fewer, or where all are lost. */
  readEntries(ask: { readonly index: number; readonly width: number }): Promise<Uint8Array | null>;

  /** From the leaf's sibling upwards. Only for a leaf within a size the log has reached. */
  proveInclusion(ask: { readonly index: number; readonly size: number }): Promise<readonly Uint8Array[]>;

  /** Only for sizes the log has reached, 1 ≤ `oldSize` ≤ `size`. */
  proveConsistency(ask: { readonly oldSize: number; readonly size: number }): Promise<readonly Uint8Array[]>;
}

/** What the log says was lost; no question carries a scope. */
export interface RecoveryReader {
  /** Oldest first. */
  listRecoveries(): Promise<readonly LoggedVersion[]>;
}

/** What is public of how evidence is signed and scored; no question carries a scope. */
export interface KeyringReader {
  /** Oldest first. */
  listKeyringVersions(): Promise<readonly LoggedVersion[]>;

  /** The documents by which the log began to use frozen scorers, oldest first. */
  listLoggedScorers(): Promise<readonly (LoggedVersion & { readonly sha256: string })[]>;

  /** The text of a scoring method by its SHA-256, hex; null for one this installation never used. */
  findSpecification(ask: { readonly sha256: string }): Promise<Uint8Array | null>;
}

/** A document as it was logged. */
export interface LoggedVersion {
  readonly leafIndex: number;
  /** DSSE, canonical JSON. */
  readonly envelope: Uint8Array;
}
