import type { DatabaseSync, StatementSync } from "node:sqlite";

import type { DocumentRecord, EvidenceStanding, HandOut } from "../../../app/ports/transaction.ts";

/** What was done with evidence since its issue, on the writing connection and inside its transactions. */
export class CustodyRows {
  readonly #evidence: StatementSync;
  readonly #newest: StatementSync;
  readonly #hold: StatementSync;
  readonly #handedOut: StatementSync;
  readonly #addRecord: StatementSync;
  readonly #addErased: StatementSync;
  readonly #erase: StatementSync;

  constructor(database: DatabaseSync) {
    this.#evidence = database.prepare(
      `SELECT organisation, fleet_id, content_digest, erased_us,
         CASE WHEN erased_us IS NULL AND sha256(bundle) = bundle_sha256 THEN CAST(bundle AS TEXT) ->> '$.proof.log.index' END AS leaf_index
       FROM evidence LEFT JOIN erased_evidence USING (event_id) WHERE event_id = ?`,
    );
    this.#newest = database.prepare(
      "SELECT seq, digest FROM custody WHERE event_id = ? ORDER BY seq DESC LIMIT 1",
    );
    this.#hold = database.prepare(newestHold);
    this.#handedOut = database.prepare(
      "SELECT DISTINCT key_id, form FROM custody WHERE event_id = ? AND at_us >= ? AND action = 'handed_out'",
    );
    this.#addRecord = database.prepare(
      `INSERT INTO custody (event_id, seq, leaf_index, action, form, key_id, at_us, digest)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#addErased = database.prepare(
      `INSERT INTO erased_evidence (event_id, detected_at, erased_us, tombstone_index)
       SELECT event_id, CAST(bundle AS TEXT) ->> '$.breach.detected_at', ?, ? FROM evidence WHERE event_id = ?`,
    );
    this.#erase = database.prepare(
      "UPDATE evidence SET bundle = x'', frames = x'', bundle_sha256 = NULL, frames_sha256 = NULL WHERE event_id = ?",
    );
  }

  standingOf(eventId: string, handedOutSinceUs: number): EvidenceStanding | null {
    const row = this.#evidence.get(eventId);
    if (row === undefined) return null;
    const newest = this.#newest.get(eventId);
    return {
      organisation: row["organisation"] as string,
      eventId,
      fleetId: row["fleet_id"] as string,
      contentDigest: row["content_digest"] as string,
      leafIndex: row["leaf_index"] as number | null,
      isErased: row["erased_us"] !== null,
      isOnHold: this.#hold.get({ eventId })?.["action"] === "hold_set",
      newest:
        newest === undefined ? null : { seq: newest["seq"] as number, digest: newest["digest"] as string },
      handedOut: this.#handedOut.all(eventId, handedOutSinceUs).map((found) => ({
        keyId: found["key_id"] as string,
        form: found["form"] as HandOut["form"],
      })),
    };
  }

  /** What a document means beside being one: a record of custody its row, a tombstone the end of bundle and frames. */
  write({ custody, erases, subject, leafIndex, loggedAtUs }: DocumentRecord): void {
    if (custody !== undefined) {
      const { seq, action, form, keyId, digest } = custody;
      this.#addRecord.run(subject, seq, leafIndex, action, form, keyId, loggedAtUs, digest);
    }
    if (erases === true) {
      this.#addErased.run(loggedAtUs, leafIndex, subject);
      this.#erase.run(subject);
    }
  }
}

/** The newest record that set or released a legal hold; no row where there never was one. */
export const newestHold = `SELECT action FROM custody
  WHERE event_id = :eventId AND action IN ('hold_set', 'hold_released') ORDER BY seq DESC LIMIT 1`;
