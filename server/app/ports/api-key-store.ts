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
  readonly expiresAtUs: number | null;
  readonly revokedAtUs: number | null;
  /** To the minute; null when never used. */
  readonly lastUsedAtUs: number | null;
}

/** The keys of an installation. Safe beside a running server: each call is one short transaction. */
export interface ApiKeyStore {
  add(key: StoredApiKey): Promise<void>;
  find(publicId: string): Promise<StoredApiKey | null>;
  /** Oldest first. */
  list(organisation: string): Promise<readonly StoredApiKey[]>;
  /** False when this organisation has no such key; null stands for any. Revoking twice keeps the first time. */
  revoke(organisation: string | null, publicId: string, atUs: number): Promise<boolean>;
}
