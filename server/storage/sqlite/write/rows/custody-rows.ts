import type { DatabaseSync, StatementSync } from "node:sqlite";

import type { DocumentRecord, EvidenceStanding, HandOut } from "../../../../app/ports/logged-document.ts";
import { prepareQuery, type Query } from "../../prepare-query.ts";

/** What was done with evidence since its issue, on the writing connection and inside its transactions. */
export class CustodyRows {
  readonly #evidence: Query<EvidenceRow>;
  readonly #newest: Query<NonNullable<EvidenceStanding["newest"]>>;
  readonly #hold: Query<HoldRow>;
  readonly #handedOut: Query<HandOut>;
  readonly #addRecord: StatementSync;
  readonly #addErased: StatementSync;
  readonly #erase: StatementSync;
  readonly #addStatement: StatementSync;

  constructor(database: DatabaseSync) {
    this.#evidence = prepareQuery(
      database,
      `SELECT organisation, fleet_id AS fleetId, content_digest AS contentDigest, erased_us AS erasedUs,
         CASE WHEN erased_us IS NULL AND sha256(bundle) = bundle_sha256 THEN CAST(bundle AS TEXT) ->> '$.proof.log.index' END AS leafIndex
       FROM evidence LEFT JOIN erased_evidence USING (event_id) WHERE event_id = ?`,
    );
    this.#newest = prepareQuery(
      database,
      "SELECT seq, digest FROM custody WHERE event_id = ? ORDER BY seq DESC LIMIT 1",
    );
    this.#hold = prepareQuery(database, newestHold);
    this.#handedOut = prepareQuery(
      database,
      "SELECT DISTINCT key_id AS keyId, form FROM custody WHERE event_id = ? AND at_us >= ? AND action = 'handed_out'",
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
    this.#addStatement = database.prepare(
      `INSERT INTO state_statement (leaf_index, vehicle_key, fleet_id, requested_by, issued_at_us)
       VALUES (?, ?, ?, ?, ?)`,
    );
  }

  standingOf(eventId: string, handedOutSinceUs: number): EvidenceStanding | null {
    const row = this.#evidence.get(eventId);
    if (row === undefined) return null;
    const { erasedUs, ...evidence } = row;
    return {
      ...evidence,
      eventId,
      isErased: erasedUs !== null,
      isOnHold: this.#hold.get({ eventId })?.action === "hold_set",
      newest: this.#newest.get(eventId) ?? null,
      handedOut: this.#handedOut.all(eventId, handedOutSinceUs),
    };
  }

  /** What a document means beside being one: a record of custody or a statement its row, a tombstone the end of bundle and frames. */
  write({ custody, erases, states, subject, leafIndex, loggedAtUs }: DocumentRecord): void {
    if (states !== undefined) {
      this.#addStatement.run(leafIndex, states.vehicleKey, states.fleetId, states.keyId, loggedAtUs);
    }
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

type EvidenceRow = Pick<EvidenceStanding, "organisation" | "fleetId" | "contentDigest" | "leafIndex"> & {
  readonly erasedUs: number | null;
};

/** A row of `newestHold`. */
export interface HoldRow {
  readonly action: "hold_set" | "hold_released";
}

/** The newest record that set or released a legal hold; no row where there never was one. */
export const newestHold = `SELECT action FROM custody
  WHERE event_id = :eventId AND action IN ('hold_set', 'hold_released') ORDER BY seq DESC LIMIT 1`;
