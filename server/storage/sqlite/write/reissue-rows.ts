import type { DatabaseSync, StatementSync } from "node:sqlite";

import type { EvidenceRecord } from "../../../app/ports/transaction.ts";

/** Evidence by one key behind one leaf: what a revocation has made worthless. */
export interface Worthless {
  readonly keyId: string;
  /** The last leaf the key counts at. */
  readonly lastIndex: number;
}

/** Evidence that is to be issued anew, and the requests for it. */
export class ReissueRows {
  readonly #next: StatementSync;
  readonly #note: StatementSync;
  readonly #waiting: StatementSync;
  readonly #settle: StatementSync;
  readonly #ask: StatementSync;
  readonly #issued: StatementSync;

  constructor(database: DatabaseSync) {
    // Erased evidence stays erased; what third parties are still asked about comes later; damaged bytes are not signed.
    this.#next = database.prepare(
      `SELECT * FROM evidence
       WHERE length(bundle) > 0
         AND CASE WHEN sha256(bundle) = bundle_sha256 AND sha256(frames) = frames_sha256
           THEN json_extract(CAST(bundle AS TEXT), '$.proof.envelope.signatures[0].keyid') = ?
             AND json_extract(CAST(bundle AS TEXT), '$.proof.log.index') > ? END
         AND event_id NOT IN (SELECT event_id FROM evidence_reissue)
         AND event_id NOT IN (SELECT event_id FROM unsealed_evidence)
       ORDER BY evidence_key LIMIT ?`,
    );
    this.#note = database.prepare("INSERT INTO evidence_reissue (event_id, successor) VALUES (?, ?)");
    this.#waiting = database.prepare(
      "SELECT request_key FROM reissue_request WHERE issued IS NULL ORDER BY request_key LIMIT 1",
    );
    this.#settle = database.prepare("UPDATE reissue_request SET issued = ? WHERE request_key = ?");
    this.#ask = database.prepare("INSERT INTO reissue_request (requested_us) VALUES (?)");
    this.#issued = database.prepare("SELECT issued FROM reissue_request WHERE request_key = ?");
  }

  next({ keyId, lastIndex }: Worthless, limit: number): readonly EvidenceRecord[] {
    return this.#next.all(keyId, lastIndex, limit).map(recordOfRow);
  }

  note(eventId: string, successor: string): void {
    this.#note.run(eventId, successor);
  }

  waiting(): number | null {
    return (this.#waiting.get()?.["request_key"] as number | undefined) ?? null;
  }

  settle(key: number, issued: number): void {
    this.#settle.run(issued, key);
  }

  ask(atUs: number): number {
    return Number(this.#ask.run(atUs).lastInsertRowid);
  }

  /** Null while the request waits. */
  issuedFor(key: number): number | null {
    return this.#issued.get(key)?.["issued"] as number | null;
  }
}

function recordOfRow(row: Readonly<Record<string, unknown>>): EvidenceRecord {
  return {
    organisation: row["organisation"] as string,
    eventId: row["event_id"] as string,
    vehicleKey: row["vehicle_key"] as number,
    fleetId: row["fleet_id"] as string,
    seq: row["seq"] as number,
    breachedAtUs: row["breached_at_us"] as number,
    issuedAtUs: row["issued_at_us"] as number,
    tier: row["tier"] as EvidenceRecord["tier"],
    probableFaultSource: row["probable_fault_source"] as EvidenceRecord["probableFaultSource"],
    channel: row["channel"] as EvidenceRecord["channel"],
    side: row["side"] as EvidenceRecord["side"],
    statistic: row["statistic"] as number,
    threshold: row["threshold"] as number,
    changePointSeq: row["change_point_seq"] as number,
    healthScore: row["health_score"] as number,
    contentDigest: row["content_digest"] as string,
    frameCount: row["frame_count"] as number,
    bundle: row["bundle"] as Uint8Array,
    frames: row["frames"] as Uint8Array,
  };
}
