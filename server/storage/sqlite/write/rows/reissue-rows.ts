import type { DatabaseSync, StatementSync } from "node:sqlite";

import type { EvidenceRecord } from "../../../../app/ports/changes.ts";
import { evidenceFactColumns } from "./attestation-rows.ts";
import { prepareQuery, type Query } from "../../prepare-query.ts";

/** Evidence by one key behind one entry of the log: what a revocation has invalidated. */
export interface InvalidatedEvidence {
  readonly keyId: string;
  /** The last entry at which the key counts. */
  readonly lastIndex: number;
}

/** Evidence that is to be issued anew, and the requests for it. */
export class ReissueRows {
  readonly #next: Query<EvidenceRecord>;
  readonly #note: StatementSync;
  readonly #waiting: Query<{ key: number }>;
  readonly #settle: StatementSync;
  readonly #ask: StatementSync;
  readonly #issued: Query<{ issued: number | null }>;

  constructor(database: DatabaseSync) {
    // Erased evidence stays erased; what third parties are still asked about comes later; damaged bytes are not signed.
    this.#next = prepareQuery(
      database,
      `SELECT ${evidenceFactColumns}, bundle, evidence.frames, evidence.odometer_km AS odometerKm
       FROM evidence JOIN vehicle USING (vehicle_key)
       WHERE length(bundle) > 0
         AND CASE WHEN sha256(bundle) = bundle_sha256 AND sha256(evidence.frames) = frames_sha256
           THEN json_extract(CAST(bundle AS TEXT), '$.proof.envelope.signatures[0].keyid') = ?
             AND json_extract(CAST(bundle AS TEXT), '$.proof.log.index') > ? END
         AND event_id NOT IN (SELECT event_id FROM evidence_reissue)
         AND event_id NOT IN (SELECT event_id FROM unsealed_evidence)
       ORDER BY evidence_key LIMIT ?`,
    );
    this.#note = database.prepare("INSERT INTO evidence_reissue (event_id, successor) VALUES (?, ?)");
    this.#waiting = prepareQuery(
      database,
      "SELECT request_key AS key FROM reissue_request WHERE issued IS NULL ORDER BY request_key LIMIT 1",
    );
    this.#settle = database.prepare("UPDATE reissue_request SET issued = ? WHERE request_key = ?");
    this.#ask = database.prepare("INSERT INTO reissue_request (requested_us) VALUES (?)");
    this.#issued = prepareQuery(database, "SELECT issued FROM reissue_request WHERE request_key = ?");
  }

  next({ keyId, lastIndex }: InvalidatedEvidence, limit: number): readonly EvidenceRecord[] {
    return this.#next.all(keyId, lastIndex, limit);
  }

  note(eventId: string, successor: string): void {
    this.#note.run(eventId, successor);
  }

  waiting(): number | null {
    return this.#waiting.get()?.key ?? null;
  }

  settle(key: number, issued: number): void {
    this.#settle.run(issued, key);
  }

  ask(atUs: number): number {
    return Number(this.#ask.run(atUs).lastInsertRowid);
  }

  /** Null while the request waits. */
  issuedFor(key: number): number | null {
    return this.#issued.get(key)?.issued ?? null;
  }
}
