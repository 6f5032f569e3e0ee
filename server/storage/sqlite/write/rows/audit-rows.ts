import type { DatabaseSync, StatementSync } from "node:sqlite";

import { type AuditEnd, chainAudit } from "../../../../app/audit/chain-audit.ts";
import type { AuditEntry, AuditLimits } from "../../../../app/ports/audit.ts";
import { prepareQuery, type Query } from "../../prepare-query.ts";

/** Records that go for each that is added, beside it: removal keeps up and never holds anybody up. */
const droppedAtOnce = 200;

/** The audit log on a writing connection, inside its transactions. The chain goes on from what is stored, whoever wrote it. */
export class AuditRows {
  readonly #end: Query<AuditEnd>;
  readonly #add: StatementSync;
  readonly #oldest: Query<{ seq: number; atUs: number }>;
  readonly #drop: StatementSync;

  constructor(database: DatabaseSync) {
    this.#end = prepareQuery(
      database,
      "SELECT seq, digest FROM audit_record WHERE organisation = ? ORDER BY seq DESC LIMIT 1",
    );
    this.#add = database.prepare(
      `INSERT INTO audit_record (organisation, seq, at_us, key_id, action, subject, result, code, reason, request_id,
         client_address, count, prev, digest) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#oldest = prepareQuery(
      database,
      "SELECT seq, at_us AS atUs FROM audit_record WHERE organisation = ? ORDER BY seq LIMIT ?",
    );
    this.#drop = database.prepare("DELETE FROM audit_record WHERE organisation = ? AND seq <= ?");
  }

  /** `limits` null: all are kept. */
  append(entries: readonly AuditEntry[], limits: AuditLimits | null): void {
    for (const [organisation, own] of Map.groupBy(entries, (entry) => entry.organisation)) {
      let end = this.#end.get(organisation) ?? null;
      for (const entry of own) end = this.#append(entry, end);
      const newest = own.at(-1)?.atUs ?? 0;
      if (limits !== null && end !== null)
        this.#dropOld(organisation, { end, newest, limits, added: own.length });
    }
  }

  #append(entry: AuditEntry, end: AuditEnd | null): AuditEnd {
    const { keyId, action, subject, result, code, reason, requestId, clientAddress, count, ...record } =
      chainAudit(entry, end);
    const what = [keyId, action, subject, result, code, reason, requestId, clientAddress, count] as const;
    const { organisation, seq, atUs, prev, digest } = record;
    this.#add.run(organisation, seq, atUs, ...what, prev, digest);
    return { seq, digest };
  }

  /** Only from the oldest on, so that what is left is a chain. */
  #dropOld(
    organisation: string,
    given: {
      readonly end: AuditEnd;
      readonly newest: number;
      readonly limits: AuditLimits;
      readonly added: number;
    },
  ): void {
    const { end, newest, limits, added } = given;
    let through = 0;
    for (const { seq, atUs } of this.#oldest.all(organisation, droppedAtOnce + added)) {
      const isKept = atUs >= newest - limits.keptUs && seq > end.seq - limits.perOrganisation;
      if (isKept || seq === end.seq) break;
      through = seq;
    }
    if (through > 0) this.#drop.run(organisation, through);
  }
}
