/** An API key at rest: everything but the key. */
export interface StoredApiKey {
  readonly publicId: string;
  readonly organisation: string;
  readonly name: string;
  readonly mode: "live" | "test";
  /** HMAC-SHA-256 of the whole key under the installation's pepper. */
  readonly hash: Uint8Array;
  readonly scopes: readonly string[];
  /** Null means every fleet of the organisation. */
  readonly fleets: readonly string[] | null;
  readonly createdAtUs: number;
  /** Public id of the key that made it; null for the command line. */
  readonly createdBy: string | null;
  readonly expiresAtUs: number | null;
  readonly revokedAtUs: number | null;
  /** To the minute; null when never used. */
  readonly lastUsedAtUs: number | null;
  /** Public id of the key that takes its place. */
  readonly rotatedTo: string | null;
}

/** The keys of an installation, to be read. */
export interface ApiKeyReader {
  find(publicId: string): Promise<StoredApiKey | null>;
  /** How a session of this key stands, or one that is about to begin. */
  findSession(ask: { readonly keyId: string; readonly sessionId: string }): Promise<SessionStanding>;
  /** Oldest first, at most `limit`, after the place given; of those limited to fleets within `fleets`, where that is not null. */
  list(ask: {
    readonly organisation: string;
    readonly fleets: readonly string[] | null;
    readonly after: KeyPlace | null;
    readonly limit: number;
  }): Promise<readonly StoredApiKey[]>;
}

/** What counts of a key's browser sessions: those of its generation, unless one was signed out by itself. */
export interface SessionStanding {
  readonly generation: number;
  readonly isEnded: boolean;
}

/** Where a key stands in the list. */
export interface KeyPlace {
  readonly createdAtUs: number;
  readonly publicId: string;
}
