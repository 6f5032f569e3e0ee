import { existsSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";

import { formatInstant } from "../../core/encoding/instant.ts";
import { auditFault } from "../app/audit/chain-audit.ts";
import type { AuditStretch, StoredAuditRecord } from "../app/ports/audit.ts";
import { openOwnDocument } from "../app/present/present-custody.ts";
import { auditColumns } from "../storage/sqlite/read/audit-queries.ts";
import { openForExamination } from "../storage/sqlite/audit/open-for-examination.ts";
import { prepareQuery } from "../storage/sqlite/prepare-query.ts";
import {
  examineRowChanges,
  recordedTables,
  recordedWebhookTables,
  type ChangesHead,
} from "../storage/sqlite/row-changes.ts";
import { webhookForm } from "../storage/sqlite/webhooks/open-webhook-database.ts";
import type { Inventory } from "../storage/sqlite/write/inventory-keeper.ts";
import { failed, type Finding, listed, ok, restore } from "./finding.ts";

const readAtOnce = 1_000;
const shown = 5;
const then = "restore the database from a backup, and ask who could write to it";

/** What the inventories in the log say, oldest first. That they are those logged is for the check of the log to find. */
export interface Inventories {
  readonly all: readonly Pick<Inventory, "rows" | "webhooks">[];
  /** Of each organisation what the inventories that name it say, oldest first. */
  readonly audit: ReadonlyMap<string, readonly AuditStretch[]>;
  readonly faults: readonly string[];
}

export function readInventories(database: DatabaseSync): Inventories {
  const rows = prepareQuery<InventoryRow>(
    database,
    `SELECT envelope, organisation, subject, logged_us AS loggedUs FROM log_document WHERE kind = 'inventory'
     ORDER BY leaf_index`,
  );
  const all: Inventories["all"][number][] = [];
  const audit = new Map<string, AuditStretch[]>();
  const faults: string[] = [];
  for (const row of rows.iterate()) {
    const { payload } = openOwnDocument<Inventory>(row.envelope);
    const number = all.length + 1;
    if (payload.number !== number || !isListed(row, payload)) {
      faults.push(`table log_document: inventory ${number} is missing, or is not listed as what it is`);
      break;
    }
    all.push({ rows: payload.rows, webhooks: payload.webhooks });
    for (const stretch of payload.audit) {
      const before = audit.get(stretch.organisation);
      if (before === undefined) audit.set(stretch.organisation, [stretch]);
      else before.push(stretch);
    }
  }
  return { all, audit, faults };
}

interface InventoryRow {
  readonly envelope: Uint8Array;
  readonly organisation: string | null;
  readonly subject: string;
  readonly loggedUs: number;
}

function isListed({ organisation, subject, loggedUs }: InventoryRow, { number, at }: Inventory): boolean {
  return organisation === null && subject === String(number) && formatInstant(loggedUs) === at;
}

/** Whether the rows that govern or prove are as the service wrote them, up to the newest inventory and after it. */
export function examineRows(database: DatabaseSync, inventories: Inventories): Finding {
  const counts = inventories.all.map(({ rows }) => rows);
  const { faults, detail } = examineHeads(database, { tables: recordedTables, counts, name: "" });
  const all = [...inventories.faults, ...faults];
  return all.length === 0 ? ok("rows", detail) : failed("rows", `${listed(all, { shown })}: ${then}`);
}

/** The same of the webhooks' database. Nothing where there is none, and none was ever in an inventory. */
export function examineWebhookRows(path: string, inventories: Inventories): readonly Finding[] {
  const what = "webhook rows";
  const counts = inventories.all.map(({ webhooks }) => webhooks);
  if (!existsSync(path)) {
    if (counts.every((head) => head === null)) return [];
    return [failed(what, `${path} is missing, and webhooks were made in it: ${then}`)];
  }
  const examined = openForExamination(path, webhookForm);
  try {
    const { faults, detail } = examineHeads(examined.database, {
      tables: recordedWebhookTables,
      counts,
      name: "webhooks.db, ",
    });
    return [faults.length === 0 ? ok(what, detail) : failed(what, `${listed(faults, { shown })}: ${then}`)];
  } finally {
    examined.close();
  }
}

function examineHeads(
  database: DatabaseSync,
  given: {
    readonly tables: Parameters<typeof examineRowChanges>[1]["tables"];
    readonly counts: readonly (ChangesHead | null)[];
    readonly name: string;
  },
): { readonly faults: readonly string[]; readonly detail: string } {
  const { tables, name } = given;
  const logged = given.counts.filter((head) => head !== null);
  const { changes, rows, faults, heads } = examineRowChanges(database, {
    tables,
    counts: new Set(logged.map(({ count }) => count)),
  });
  const other = logged.find(({ count, head }) => heads.get(count) !== head);
  const newest = logged.at(-1)?.count ?? 0;
  return {
    faults: [
      ...(other === undefined
        ? []
        : [`${name}table row_change: change ${other.count} is not the one in the log's inventory`]),
      ...faults.map((fault) => `${name}${fault}`),
    ],
    detail: `${rows} rows are as they were last written; ${newest} of ${changes} changes are in the log's inventories`,
  };
}

/** Whether every record of the audit log is as it was written, follows the one before, and is there as the log has it. */
export function examineAudit(database: DatabaseSync, { audit }: Pick<Inventories, "audit">): Finding {
  const what = "audit log";
  const stored = prepareQuery<{ organisation: string }>(
    database,
    "SELECT DISTINCT organisation FROM audit_record ORDER BY organisation",
  ).all();
  const organisations = new Set([...stored.map(({ organisation }) => organisation), ...audit.keys()]);
  let records = 0;
  for (const organisation of organisations) {
    const { fault, read } = examineChain(database, organisation, audit.get(organisation) ?? []);
    const whose = organisation === "" ? "what belongs to no organisation" : organisation;
    if (fault !== null) return failed(what, `of ${whose}, ${fault}: ${then}`);
    records += read;
  }
  const unlike = unlikeListed(database, audit);
  return unlike === null
    ? ok(what, `${records} records in ${organisations.size} chains follow one another, as the log has them`)
    : failed(what, `of ${unlike}, table listed_audit is not what the log's inventory says: ${then}`);
}

/** In pieces that lap over by a record: a long log does not have to fit the memory. */
function examineChain(
  database: DatabaseSync,
  organisation: string,
  logged: readonly AuditStretch[],
): { readonly fault: string | null; readonly read: number } {
  const next = prepareQuery<StoredAuditRecord>(
    database,
    `SELECT ${auditColumns} FROM audit_record WHERE organisation = ? AND seq > ? ORDER BY seq LIMIT ?`,
  );
  const heads = new Map(logged.map(({ to, head }) => [to, head]));
  const { from, to } = logged.at(-1) ?? { from: 1, to: 0 };
  let kept: readonly StoredAuditRecord[] = [];
  for (let read = 0; ;) {
    const records = next.all(organisation, kept[0]?.seq ?? -1, readAtOnce);
    const fault =
      beginFault(kept, records, from) ?? auditFault([...kept, ...records]) ?? loggedFault(records, heads);
    read += records.length;
    kept = records.length === 0 ? kept : records.slice(-1);
    if (fault !== null) return { fault, read };
    if (records.length < readAtOnce) return { fault: endFault(kept, to), read };
  }
}

function beginFault(
  [before]: readonly StoredAuditRecord[],
  [first]: readonly StoredAuditRecord[],
  from: number,
): string | null {
  if (before !== undefined || first === undefined || first.seq === from) return null;
  return `the records begin with ${first.seq}, and are kept from ${from}`;
}

function endFault([last]: readonly StoredAuditRecord[], to: number): string | null {
  const end = last?.seq ?? 0;
  return end < to ? `records ${end + 1} to ${to} are missing` : null;
}

function loggedFault(
  records: readonly StoredAuditRecord[],
  heads: ReadonlyMap<number, string>,
): string | null {
  const other = records.find(({ seq, digest }) => (heads.get(seq) ?? digest) !== digest);
  return other === undefined ? null : `record ${other.seq} is not the one in the log's inventory`;
}

/** An organisation of which the table that retention goes by says something else; null where there is none. */
function unlikeListed(database: DatabaseSync, audit: Inventories["audit"]): string | null {
  const rows = prepareQuery<{ organisation: string; from: number; to: number }>(
    database,
    'SELECT organisation, from_seq AS "from", to_seq AS "to" FROM listed_audit',
  ).all();
  const table = new Map(rows.map((row) => [row.organisation, row]));
  const unlike = [...new Set([...table.keys(), ...audit.keys()])].find((organisation) => {
    const [row, stretch] = [table.get(organisation), audit.get(organisation)?.at(-1)];
    return row?.from !== stretch?.from || row?.to !== stretch?.to;
  });
  return unlike ?? null;
}

/** Keys whose rows say something else than the records of what was done with them, in the part of the audit log that is kept. */
const contradictedKeys = `SELECT key.organisation, key.public_id AS publicId, CASE
    WHEN revoked.seq IS NOT NULL AND key.revoked_us IS NULL THEN 'was revoked (record ' || revoked.seq || '), and its row says it is in force'
    WHEN revoked.seq IS NULL AND key.revoked_us >= since.at_us THEN 'is revoked in its row, and no record says so'
    WHEN made.seq IS NULL AND key.created_us > since.at_us
      AND NOT EXISTS (SELECT 1 FROM api_key AS old WHERE old.rotated_to = key.public_id)
      THEN 'is there, and no record says that it was made'
    WHEN rotated.seq IS NOT NULL AND key.rotated_to IS NULL
      THEN 'was rotated (record ' || rotated.seq || '), and its row does not say so'
  END AS fault
  FROM api_key AS key
    LEFT JOIN audit_record AS since ON since.organisation = key.organisation
      AND since.seq = (SELECT min(seq) FROM audit_record WHERE organisation = key.organisation)
    LEFT JOIN audit_record AS revoked ON revoked.organisation = key.organisation AND revoked.subject = key.public_id
      AND revoked.action = 'key.revoke' AND revoked.result = 'done'
    LEFT JOIN audit_record AS made ON made.organisation = key.organisation AND made.subject = key.public_id
      AND made.action = 'key.create' AND made.result = 'done'
    LEFT JOIN audit_record AS rotated ON rotated.organisation = key.organisation AND rotated.subject = key.public_id
      AND rotated.action = 'key.rotate' AND rotated.result = 'done'
  WHERE fault IS NOT NULL GROUP BY key.public_id ORDER BY key.organisation, key.public_id`;

const goneKeys = `SELECT organisation, subject AS publicId, 'was made (record ' || seq || '), and has no row' AS fault
  FROM audit_record WHERE action = 'key.create' AND result = 'done' AND subject IS NOT NULL
    AND subject NOT IN (SELECT public_id FROM api_key)`;

/** Whether the state of every API key follows from the audit log. A key that contradicts it is refused, too. */
export function examineKeyStates(database: DatabaseSync): Finding {
  const what = "API keys";
  const found = [contradictedKeys, goneKeys].flatMap((sql) =>
    prepareQuery<{ organisation: string; publicId: string; fault: string }>(database, sql).all(),
  );
  const faults = found.map(({ organisation, publicId, fault }) => `${publicId} of ${organisation} ${fault}`);
  return faults.length === 0
    ? ok(what, "what was done with them is what their rows say")
    : failed(what, `${listed(faults, { shown, of: "keys" })}. ${restore}`);
}
