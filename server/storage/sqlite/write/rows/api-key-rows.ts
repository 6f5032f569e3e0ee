import type { DatabaseSync } from "node:sqlite";

import type { SignOut } from "../../../../app/ports/changes.ts";
import type {
  ApiKeyReader,
  SessionStanding,
  StoredApiKey,
} from "../../../../app/ports/reading/api-key-reader.ts";
import { parseStored, PreparedQueries, type Query } from "../../prepare-query.ts";
import { RowChanges } from "../../row-changes.ts";
import { listValue } from "../../read/reading-database.ts";

/** Sessions of one key that are noted one by one; a browser signs out a few times a week. */
const mostEndedSessions = 1_000;

/** API keys on one connection, inside its transactions where there is one. */
export class ApiKeyRows {
  readonly #database: DatabaseSync;
  readonly #changes: RowChanges;
  readonly #queries: PreparedQueries;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#changes = new RowChanges(database);
    this.#queries = new PreparedQueries(database);
  }

  find(publicId: string): StoredApiKey | null {
    const row = this.#query(`${selectKey} WHERE public_id = ?`).get(publicId);
    return row === undefined ? null : keyOf(row);
  }

  list({ organisation, fleets, after, limit }: Parameters<ApiKeyReader["list"]>[0]): readonly StoredApiKey[] {
    const { createdAtUs, publicId } = after ?? { createdAtUs: -1, publicId: "" };
    return this.#query(
      `${selectKey} WHERE organisation = :organisation AND (created_us, public_id) > (:createdAtUs, :publicId)
         AND ${isWithinFleets} ORDER BY created_us, public_id LIMIT :limit`,
    )
      .all({ organisation, createdAtUs, publicId, fleets: listValue(fleets), limit })
      .map(keyOf);
  }

  /** All of the organisation that are in force at a time; null for all there ever were. */
  ofOrganisation(organisation: string, inForceAtUs: number | null): readonly StoredApiKey[] {
    const isInForce = "revoked_us IS NULL AND (expires_us IS NULL OR expires_us > :inForceAtUs)";
    return this.#query(
      `${selectKey} WHERE organisation = :organisation AND (:inForceAtUs IS NULL OR (${isInForce}))`,
    )
      .all({ organisation, inForceAtUs })
      .map(keyOf);
  }

  /** Of every organisation. */
  all(): readonly StoredApiKey[] {
    return this.#query(selectKey).all().map(keyOf);
  }

  /** Whether its row is what was last written by `put`. */
  isAsRecorded({ organisation, publicId }: StoredApiKey): boolean {
    return this.#changes.isAsRecorded({ table: "api_key", key: [organisation, publicId] });
  }

  /** A new key, or a known one as it is now. A public id stays its organisation's. */
  put(key: StoredApiKey): void {
    const { organisation, publicId } = key;
    this.#changes.record([{ table: "api_key", key: [organisation, publicId] }], () => this.#put(key));
  }

  #put(key: StoredApiKey): void {
    this.#database
      .prepare(
        `INSERT INTO api_key (organisation, public_id, name, mode, hash, scopes, fleets, created_us, created_by,
           expires_us, revoked_us, last_used_us, rotated_to) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (organisation, public_id) DO UPDATE SET expires_us = excluded.expires_us,
           revoked_us = excluded.revoked_us, rotated_to = excluded.rotated_to,
           expiry_announced_days = CASE WHEN expires_us IS excluded.expires_us THEN expiry_announced_days END`,
      )
      .run(
        key.organisation,
        key.publicId,
        key.name,
        key.mode,
        key.hash,
        JSON.stringify(key.scopes),
        listValue(key.fleets),
        key.createdAtUs,
        key.createdBy,
        key.expiresAtUs,
        key.revokedAtUs,
        key.lastUsedAtUs,
        key.rotatedTo,
      );
  }

  findSession({ keyId, sessionId }: Parameters<ApiKeyReader["findSession"]>[0]): SessionStanding {
    const session = this.#queries.query<{ generation: number; ended: number }>(
      `SELECT ifnull((SELECT generation FROM session_generation WHERE key_id = :keyId), 0) AS generation,
         EXISTS (SELECT 1 FROM ended_session WHERE key_id = :keyId AND session_id = :sessionId) AS ended`,
    );
    const row = session.get({ keyId, sessionId });
    return { generation: row?.generation ?? 0, isEnded: row?.ended === 1 };
  }

  /** Signs one session out, or all of the key; all, too, where more of them were signed out than are noted. */
  signOut({ keyId, session, atUs }: SignOut): void {
    const run = (sql: string, ...values: readonly (string | number)[]) =>
      this.#database.prepare(sql).run(...values);
    run("DELETE FROM ended_session WHERE key_id = ? AND ends_us <= ?", keyId, atUs);
    if (session !== null) {
      const { sessionId, endsAtUs } = session;
      const added = "INSERT OR IGNORE INTO ended_session (key_id, session_id, ends_us) VALUES (?, ?, ?)";
      run(added, keyId, sessionId, endsAtUs);
      const noted = this.#database.prepare("SELECT count(*) AS noted FROM ended_session WHERE key_id = ?");
      if (Number(noted.get(keyId)?.["noted"]) <= mostEndedSessions) return;
    }
    run("DELETE FROM ended_session WHERE key_id = ?", keyId);
    run(
      `INSERT INTO session_generation (key_id, generation) VALUES (?, 1)
       ON CONFLICT (key_id) DO UPDATE SET generation = generation + 1`,
      keyId,
    );
  }

  #query(sql: string): Query<ApiKeyRow> {
    return this.#queries.query<ApiKeyRow>(sql);
  }
}

/** Lists as JSON. */
interface ApiKeyRow extends Omit<StoredApiKey, "scopes" | "fleets"> {
  readonly scopes: string;
  readonly fleets: string | null;
}

const selectKey = `SELECT public_id AS publicId, organisation, name, mode, hash, scopes, fleets, created_us AS createdAtUs,
  created_by AS createdBy, expires_us AS expiresAtUs, revoked_us AS revokedAtUs, last_used_us AS lastUsedAtUs,
  rotated_to AS rotatedTo FROM api_key`;

/** As decide-key-change.ts has it. */
const isWithinFleets = `(:fleets IS NULL OR (api_key.fleets IS NOT NULL AND NOT EXISTS (
  SELECT 1 FROM json_each(api_key.fleets) WHERE value NOT IN (SELECT value FROM json_each(:fleets)))))`;

function keyOf({ scopes, fleets, ...key }: ApiKeyRow): StoredApiKey {
  return {
    ...key,
    scopes: parseStored<readonly string[]>(scopes),
    fleets: fleets === null ? null : parseStored<readonly string[]>(fleets),
  };
}
