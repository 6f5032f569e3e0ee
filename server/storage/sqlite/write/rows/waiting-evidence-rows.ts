import type { DatabaseSync, StatementSync } from "node:sqlite";

import { evidenceIssued } from "../../../../app/evidence/evidence-issued.ts";
import type { EvidenceNeeds } from "../../../../app/evidence/issue-evidence.ts";
import { issueWaiting } from "../../../../app/evidence/waiting-evidence.ts";
import { enterInLog, type LogNeeds } from "../../../../app/log/enter-in-log.ts";
import { noChanges, type WaitingEvidence } from "../../../../app/ports/changes.ts";
import type { Store } from "../../../../app/ports/transaction.ts";
import { prepareQuery, type Query } from "../../prepare-query.ts";

/** Bundles issued in one transaction. */
const issuedAtOnce = 32;

export interface WaitingNeeds {
  readonly evidence: EvidenceNeeds;
  readonly log: LogNeeds;
  readonly scoring: string;
  /** Third parties are asked about the bundles before anybody sees them. */
  readonly awaitsAttestations: boolean;
}

/** Evidence that waits for the name of its issuer. */
export class WaitingEvidenceRows {
  readonly #add: StatementSync;
  readonly #next: Query<WaitingEvidence>;
  readonly #drop: StatementSync;

  constructor(database: DatabaseSync) {
    this.#add = database.prepare(
      `INSERT INTO waiting_evidence (event_id, organisation, vehicle_key, fleet_id, draft, initial_state, frames)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#next = prepareQuery(
      database,
      `SELECT event_id AS eventId, organisation, vehicle_key AS vehicleKey, fleet_id AS fleetId, draft,
         initial_state AS initialState, frames FROM waiting_evidence ORDER BY waiting_key LIMIT ?`,
    );
    this.#drop = database.prepare("DELETE FROM waiting_evidence WHERE event_id = ?");
  }

  add(one: WaitingEvidence): void {
    const { eventId, organisation, vehicleKey, fleetId, draft, initialState, frames } = one;
    this.#add.run(eventId, organisation, vehicleKey, fleetId, draft, initialState, frames);
  }

  /**
   * Issues all of it, in order. Each piece leaves this table in the transaction that stores and logs it, so that a process
   * which ends at any moment issues it once. How many.
   */
  async issueAll(store: Store, needs: WaitingNeeds): Promise<number> {
    let issued = 0;
    for (let more = await this.#issueSome(store, needs); more > 0; more = await this.#issueSome(store, needs))
      issued += more;
    return issued;
  }

  async #issueSome(
    store: Store,
    { evidence: given, log, scoring, awaitsAttestations }: WaitingNeeds,
  ): Promise<number> {
    const growth = await store.transact(async (transaction) => {
      const waiting = this.#next.all(issuedAtOnce);
      if (waiting.length === 0) return null;
      const issued = waiting.map((one) => issueWaiting(one, given));
      const edge = await transaction.readLogEdge();
      const { evidence, log: grown } = enterInLog({ documents: [], evidence: issued }, edge, log);
      const unsealed = evidence.map(({ eventId, issuedAtUs }) => ({ eventId, sinceUs: issuedAtUs }));
      await transaction.write({
        ...noChanges,
        scoring,
        evidence,
        log: grown,
        events: awaitsAttestations ? [] : evidence.map((one) => evidenceIssued(one, given.nowUs())),
        attestations: { ...noChanges.attestations, waiting: awaitsAttestations ? unsealed : [] },
      });
      for (const { eventId } of waiting) this.#drop.run(eventId);
      return grown;
    });
    if (growth === null) return 0;
    log.mark.raise(growth);
    return growth.leaves.length;
  }
}
