import type { DatabaseSync, StatementSync } from "node:sqlite";

import type { Changes, EvidenceFacts } from "../../../../app/ports/changes.ts";
import { sha256 } from "../../../../app/sha256.ts";
import { prepareQuery, type Query } from "../../prepare-query.ts";

/** Columns of `evidence JOIN vehicle USING (vehicle_key)` as `EvidenceFacts` names them. */
export const evidenceFactColumns = `evidence.organisation, event_id AS eventId, vehicle_key AS vehicleKey, vehicle_id AS vehicleId,
  evidence.fleet_id AS fleetId, trigger, supersedes, seq, opened_seq AS openedSeq, breached_at_us AS breachedAtUs, issued_at_us AS issuedAtUs, evidence.tier,
  evidence.probable_fault_source AS probableFaultSource, channel, side, statistic, threshold,
  change_point_seq AS changePointSeq, evidence.health_score AS healthScore, content_digest AS contentDigest,
  frame_count AS frameCount`;

/** Evidence that waits for third parties, and what they attested, on the writing connection and inside its transactions. */
export class AttestationRows {
  readonly #wait: StatementSync;
  readonly #attach: StatementSync;
  readonly #leave: StatementSync;
  readonly #cosign: StatementSync;
  readonly #findWaiting: Query<EvidenceFacts>;

  constructor(database: DatabaseSync) {
    this.#wait = database.prepare("INSERT INTO unsealed_evidence (event_id, since_us) VALUES (?, ?)");
    // Only what the final form was made from: not what was sealed or erased meanwhile, and not what the disk has damaged.
    this.#attach = database.prepare(
      "UPDATE evidence SET bundle = ?, bundle_sha256 = ? WHERE event_id = ? AND bundle = ? AND bundle_sha256 = ?",
    );
    this.#leave = database.prepare("DELETE FROM unsealed_evidence WHERE event_id = ?");
    this.#cosign = database.prepare(
      "INSERT OR IGNORE INTO log_cosignature (witness, size, line) VALUES (?, ?, ?)",
    );
    // An erased bundle is empty: nothing of it is announced.
    this.#findWaiting = prepareQuery(
      database,
      `SELECT ${evidenceFactColumns} FROM evidence JOIN vehicle USING (vehicle_key) JOIN unsealed_evidence USING (event_id)
       WHERE event_id = ? AND length(bundle) > 0`,
    );
  }

  findWaiting(eventId: string): EvidenceFacts | null {
    return this.#findWaiting.get(eventId) ?? null;
  }

  write({ waiting, bundles, cosignatures }: Changes["attestations"]): void {
    for (const { eventId, sinceUs } of waiting) this.#wait.run(eventId, sinceUs);
    for (const { eventId, before, after } of bundles) {
      this.#attach.run(after, sha256(after), eventId, before, sha256(before));
      this.#leave.run(eventId);
    }
    for (const { witness, size, line } of cosignatures) this.#cosign.run(witness, size, line);
  }
}
