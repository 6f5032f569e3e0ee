import type { DatabaseSync, StatementSync } from "node:sqlite";

import { type AuditEnd, chainAudit } from "../../../../app/audit/chain-audit.ts";
import type { AuditEntry, AuditLimits, AuditStretch } from "../../../../app/ports/audit.ts";
import { prepareQuery, type Query } from "../../prepare-query.ts";

/** Records that go at once beside as many as were added: removal keeps up and never holds anybody up. */
const droppedAtOnce = 5_000;

/** The audit log on a writing connection, inside its transactions. The chain goes on from what is stored, whoever wrote it. */
export class AuditRows {
  readonly #end: Query<AuditEnd>;
  readonly #add: StatementSync;
  readonly #ends: Query<AuditStretch & { readonly newestUs: number; readonly listed: number | null }>;
  readonly #oldest: Query<{ seq: number; atUs: number }>;
  readonly #list: StatementSync;
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
    this.#ends = prepareQuery(database, changedEnds);
    this.#list = database.prepare(
      `INSERT INTO listed_audit (organisation, from_seq, to_seq) VALUES (?, ?, ?)
       ON CONFLICT (organisation) DO UPDATE SET from_seq = excluded.from_seq, to_seq = excluded.to_seq`,
    );
    this.#drop = database.prepare("DELETE FROM audit_record WHERE organisation = ? AND seq < ?");
  }

  append(entries: readonly AuditEntry[]): void {
    for (const [organisation, own] of Map.groupBy(entries, (entry) => entry.organisation)) {
      let end = this.#end.get(organisation) ?? null;
      for (const entry of own) end = this.#append(entry, end);
    }
  }

  /**
   * The logs that have grown since they were listed last, each from the oldest record that is kept on: all but the newest
   * may be too old or too many. `limits` null: all are kept.
   */
  changed(limits: AuditLimits | null): readonly AuditStretch[] {
    return this.#ends.all().map(({ newestUs, listed, ...stretch }) => {
      if (limits === null) return stretch;
      const added = stretch.to - (listed ?? 0);
      return { ...stretch, from: this.#keptFrom(stretch, { newestUs, added, limits }) };
    });
  }

  /** Removes what is no longer kept. Only once an inventory has these stretches: whatever else is missing was taken out. */
  list(stretches: readonly AuditStretch[]): void {
    for (const { organisation, from, to } of stretches) {
      this.#list.run(organisation, from, to);
      this.#drop.run(organisation, from);
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
  #keptFrom(
    { organisation, from, to }: AuditStretch,
    given: { readonly newestUs: number; readonly added: number; readonly limits: AuditLimits },
  ): number {
    const { newestUs, added, limits } = given;
    let kept = from;
    for (const { seq, atUs } of this.#oldest.all(organisation, droppedAtOnce + added)) {
      const isKept = atUs >= newestUs - limits.keptUs && seq > to - limits.perOrganisation;
      if (isKept || seq === to) break;
      kept = seq + 1;
    }
    return kept;
  }
}

/** One organisation after another by the index, without a look at every record. */
const changedEnds = `WITH RECURSIVE owner (organisation) AS (
    SELECT min(organisation) FROM audit_record
    UNION ALL SELECT (SELECT min(organisation) FROM audit_record WHERE organisation > owner.organisation)
      FROM owner WHERE owner.organisation IS NOT NULL),
  stretch AS (SELECT organisation,
      (SELECT min(seq) FROM audit_record WHERE organisation = owner.organisation) AS "from",
      (SELECT max(seq) FROM audit_record WHERE organisation = owner.organisation) AS "to"
    FROM owner WHERE organisation IS NOT NULL)
  SELECT stretch.organisation, stretch."from", stretch."to", record.digest AS head, record.at_us AS newestUs,
    listed_audit.to_seq AS listed
  FROM stretch JOIN audit_record AS record ON record.organisation = stretch.organisation AND record.seq = stretch."to"
    LEFT JOIN listed_audit ON listed_audit.organisation = stretch.organisation
  WHERE listed_audit.to_seq IS NOT stretch."to" ORDER BY stretch.organisation`;
