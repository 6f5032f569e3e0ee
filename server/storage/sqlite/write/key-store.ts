import type { DatabaseSync, SQLOutputValue } from "node:sqlite";

import type { ApiKeyStore, StoredApiKey } from "../../../app/ports/transaction.ts";

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
    const row = this.#database.prepare("SELECT * FROM api_key WHERE public_id = ?").get(publicId);
    return row === undefined ? null : keyOf(row);
  }

  async list(organisation: string): Promise<readonly StoredApiKey[]> {
    return this.#database
      .prepare("SELECT * FROM api_key WHERE organisation = ? ORDER BY created_us, public_id")
      .all(organisation)
      .map(keyOf);
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

function keyOf(row: Record<string, SQLOutputValue>): StoredApiKey {
  const fleets = row["fleets"] as string | null;
  return {
    publicId: row["public_id"] as string,
    organisation: row["organisation"] as string,
    name: row["name"] as string,
    mode: row["mode"] as StoredApiKey["mode"],
    hash: row["hash"] as Uint8Array,
    scopes: JSON.parse(row["scopes"] as string) as string[],
    fleets: fleets === null ? null : (JSON.parse(fleets) as string[]),
    createdAtUs: row["created_us"] as number,
    expiresAtUs: row["expires_us"] as number | null,
    revokedAtUs: row["revoked_us"] as number | null,
    lastUsedAtUs: row["last_used_us"] as number | null,
  };
}
