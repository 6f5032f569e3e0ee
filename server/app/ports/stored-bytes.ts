/** How much an organisation stored when it was first looked at on a day (UTC). */
export interface StoredDay {
  /** Days since 1970. */
  readonly day: number;
  readonly atUs: number;
  readonly storedBytes: number;
}

/** What an organisation stores now and stored on the last days, oldest first. */
export interface StoredBytes {
  readonly organisation: string;
  readonly storedBytes: number;
  /** It was announced that its storage is nearly full, and it has not been less full since. */
  readonly isAnnounced: boolean;
  readonly days: readonly StoredDay[];
}

/** Noted of an organisation: what it stores today, and whether it is announced as nearly full from now on. */
export interface StorageNote {
  readonly organisation: string;
  readonly today: StoredDay;
  readonly isAnnounced: boolean;
}

/** Found by the clock. */
export interface StorageReader {
  /** At most `limit` organisations of which nothing is noted for this day, or that have come to be nearly full, or less full. */
  findUnnotedStorage(ask: {
    readonly day: number;
    readonly nearlyFullBytes: number;
    readonly limit: number;
  }): Promise<readonly string[]>;
  /** At most `limit` organisations that store as much, the fullest first. */
  listNearlyFull(ask: {
    readonly nearlyFullBytes: number;
    readonly limit: number;
  }): Promise<readonly StoredBytes[]>;
}
