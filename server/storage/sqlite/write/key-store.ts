import type { DatabaseSync } from "node:sqlite";

import type { ApiKeyStore, StoredApiKey } from "../../../app/ports/api-key-store.ts";
import { parseStored, prepareQuery } from "../prepare-query.ts";

/**
 * API keys in the database. Each method is one statement, hence one transaction: safe on a connection of its own, in
 * this process or in another one beside a running server, whose writer waits its turn.
 */
export class SqliteKeyStore implements ApiKeyStore {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  async add(key: StoredApiKey): Promise<void> {
    this.#database
      .prepare(
        `INSERT INTO api_key (organisation, public_id, name, mode, hash, scopes, fleets, created_us, expires_us,
           revoked_us, last_used_us) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        key.organisation,
        key.publicId,
        key.name,
        key.mode,
        key.hash,
        JSON.stringify(key.scopes),
        key.fleets === null ? null : JSON.stringify(key.fleets),
        key.createdAtUs,
        key.expiresAtUs,
        key.revokedAtUs,
        key.lastUsedAtUs,
      );
  }

  async find(publicId: string): Promise<StoredApiKey | null> {
    const row = prepareQuery<ApiKeyRow>(this.#database, `${selectKey} WHERE public_id = ?`).get(publicId);
    return row === undefined ? null : keyOf(row);
  }

  async list(organisation: string): Promise<readonly StoredApiKey[]> {
    const mine = `${selectKey} WHERE organisation = ? ORDER BY created_us, public_id`;
    return prepareQuery<ApiKeyRow>(this.#database, mine).all(organisation).map(keyOf);
  }

  async revoke(organisation: string | null, publicId: string, atUs: number): Promise<boolean> {
    const { changes } = this.#database
      .prepare(
        `UPDATE api_key SET revoked_us = coalesce(revoked_us, ?)
           WHERE organisation = coalesce(?, organisation) AND public_id = ?`,
      )
      .run(atUs, organisation, publicId);
    return changes === 1;
  }
}

/** Lists as JSON. */
interface ApiKeyRow extends Omit<StoredApiKey, "scopes" | "fleets"> {
  readonly scopes: string;
  readonly fleets: string | null;
}

const selectKey = `SELECT public_id AS publicId, organisation, name, mode, hash, scopes, fleets, created_us AS createdAtUs,
  expires_us AS expiresAtUs, revoked_us AS revokedAtUs, last_used_us AS lastUsedAtUs FROM api_key`;

function keyOf({ scopes, fleets, ...key }: ApiKeyRow): StoredApiKey {
  return {
    ...key,
    scopes: parseStored<readonly string[]>(scopes),
    fleets: fleets === null ? null : parseStored<readonly string[]>(fleets),
  };
}
