import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";

import { equalBytes, toHex, utf8 } from "../../../core/encoding/bytes.ts";
import type { Changes } from "../../app/ports/changes.ts";
import { sha256 } from "../../app/sha256.ts";
import { PreparedQueries, prepareQuery, queryOf } from "./prepare-query.ts";
import { entriesPerVehicle } from "./work/write-work.ts";

interface RecordedTable {
  readonly key: readonly string[];
  /** All but counters, times of last use, and bytes whose digest is another column. */
  readonly columns: string;
  /** Which of its rows are recorded; left out: all. */
  readonly where?: string;
}

/**
 * The rows that govern or prove, and that nothing else in the folder repeats: each change of one is recorded with the
 * digest of what was written. Columns are those an edit must not change unnoticed.
 */
export const recordedTables = {
  api_key: {
    key: ["organisation", "public_id"],
    columns:
      "organisation, public_id, name, mode, hash, scopes, fleets, created_us, expires_us, revoked_us, created_by, rotated_to",
  },
  command: {
    key: ["vehicle_key", "seq"],
    columns: "vehicle_key, seq, received_us, key_id, request_id, reason, entry",
    // The fleet's prior, which nobody asked for, is part of every journal.
    where: "key_id <> ''",
  },
  custody: {
    key: ["event_id", "seq"],
    columns: "event_id, seq, leaf_index, action, form, key_id, at_us, digest",
  },
  erased_evidence: {
    key: ["event_id"],
    columns: "event_id, detected_at, erased_us, tombstone_index",
  },
  evidence: {
    key: ["event_id"],
    columns:
      "evidence_key, organisation, event_id, vehicle_key, fleet_id, trigger, supersedes, requested_by, seq, opened_seq, breached_at_us, issued_at_us, tier, " +
      "probable_fault_source, channel, side, statistic, threshold, change_point_seq, health_score, content_digest, " +
      "frame_count, bundle_sha256, frames_sha256, odometer_km",
  },
  evidence_reissue: { key: ["event_id"], columns: "event_id, successor" },
  interval: { key: ["leaf_index"], columns: "leaf_index, number, to_us, digest, leaves" },
  log_checkpoint: {
    key: ["size"],
    columns: "size, root, note",
    where: "size NOT IN (SELECT leaf_index + 1 FROM log_document WHERE kind = 'inventory')",
  },
  log_gap: { key: ["from_index"], columns: "from_index, to_index, restored_us" },
  log_cosignature: { key: ["witness", "size"], columns: "witness, size, line" },
  log_document: {
    key: ["leaf_index"],
    columns: "leaf_index, kind, organisation, subject, logged_us",
    // An inventory is not in the changes it ends with; it says itself what its columns repeat.
    where: "kind <> 'inventory'",
  },
  state_statement: {
    key: ["leaf_index"],
    columns: "leaf_index, vehicle_key, fleet_id, requested_by, issued_at_us",
  },
  specification: { key: ["sha256"], columns: "sha256" },
  unsealed_evidence: { key: ["event_id"], columns: "event_id, since_us" },
  vehicle_work: {
    key: ["vehicle_key"],
    columns:
      "vehicle_key, organisation, version, assignee, acknowledged_seq, acknowledged_tier, acknowledged_source, " +
      "snoozed_until_us, snoozed_seq, snoozed_tier, snoozed_source, held, repair_pending, work",
  },
  work_entry: {
    key: ["vehicle_key", "entry"],
    columns: "vehicle_key, entry, at_us, action, seq, key_id, key_name, comment, details, undone_by",
  },
} satisfies Readonly<Record<string, RecordedTable>>;

/** The same of the database of webhooks. */
export const recordedWebhookTables = {
  webhook: {
    key: ["webhook_key"],
    columns:
      "webhook_key, organisation, webhook_id, url, description, event_types, fleets, format, secret, previous_secret, " +
      "previous_until_us, disabled_reason, disabled_us, begins_after, created_us, updated_us",
  },
} satisfies Readonly<Record<string, RecordedTable>>;

type TableName = keyof typeof recordedTables | keyof typeof recordedWebhookTables;

const tables: Readonly<Record<string, RecordedTable>> = { ...recordedTables, ...recordedWebhookTables };

/** A row by the values of its table's key. */
export interface RowName {
  readonly table: TableName;
  readonly key: readonly (string | number)[];
}

export function rowOfWebhook(webhookKey: number): RowName {
  return { table: "webhook", key: [webhookKey] };
}

/** How many changes were recorded, and the head of their chain. */
export interface ChangesHead {
  readonly count: number;
  /** Hex. */
  readonly head: string;
}

/** The recorded changes of one database, on a connection and inside its transactions. */
export class RowChanges {
  readonly #queries: PreparedQueries;
  readonly #database: DatabaseSync;
  #add: StatementSync | null = null;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#queries = new PreparedQueries(database);
  }

  /** Null before the first. */
  head(): ChangesHead | null {
    const row = this.#queries
      .query<{ number: number; head: Uint8Array }>(
        "SELECT number, head FROM row_change ORDER BY number DESC LIMIT 1",
      )
      .get();
    return row === undefined ? null : { count: row.number, head: toHex(row.head) };
  }

  /** Whether a row is as it was last written; one that is not there, whether it never was or was removed. */
  isAsRecorded(name: RowName): boolean {
    return sameDigest(this.#recorded(name), this.#present(name));
  }

  /**
   * Does what changes these rows, and records them as they are then. What was changed past this before stays as it was
   * recorded: a later change must not make an edit good.
   */
  record<T>(names: readonly RowName[], change: () => T): T {
    const sound = names.filter((name) => this.isAsRecorded(name));
    const result = change();
    for (const name of sound) this.#append(name);
    return result;
  }

  /** Records a row that was not there before, and whose key is known only now. */
  recordNew(name: RowName): void {
    this.#append(name);
  }

  #append(name: RowName): void {
    const digest = this.#present(name);
    if (sameDigest(this.#recorded(name), digest)) return;
    const before = this.head();
    const row = { ofTable: name.table, rowKey: JSON.stringify(name.key), digest };
    const { count, head } = nextHead(before, row);
    this.#add ??= this.#database.prepare(
      "INSERT INTO row_change (number, of_table, row_key, digest, head) VALUES (?, ?, ?, ?, ?)",
    );
    this.#add.run(count, row.ofTable, row.rowKey, digest, Buffer.from(head, "hex"));
  }

  /** The digest that was recorded last; null for a row that was never written, or removed. */
  #recorded({ table, key }: RowName): Uint8Array | null {
    return (
      this.#queries
        .query<{ digest: Uint8Array | null }>(
          "SELECT digest FROM row_change WHERE of_table = ? AND row_key = ? ORDER BY number DESC LIMIT 1",
        )
        .get(table, JSON.stringify(key))?.digest ?? null
    );
  }

  #present({ table, key }: RowName): Uint8Array | null {
    const { key: names, columns } = tables[table]!;
    const row = this.#queries
      .query<ColumnValues>(
        `SELECT ${columns} FROM ${table} WHERE ${names.map((column) => `${column} = ?`).join(" AND ")}`,
      )
      .get(...key);
    return row === undefined ? null : digestOfRow(row);
  }
}

type ColumnValues = Readonly<Record<string, SQLInputValue>>;

function digestOfRow(row: ColumnValues): Uint8Array {
  const values = Object.entries(row).map(([column, value]) => [column, plain(value)]);
  return sha256(utf8(JSON.stringify(values)));
}

function plain(value: SQLInputValue): string | number | null {
  if (value instanceof Uint8Array) return toHex(value);
  if (typeof value !== "bigint") return value as string | number | null;
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
}

function sameDigest(one: Uint8Array | null, other: Uint8Array | null): boolean {
  return one === null || other === null ? one === other : equalBytes(one, other);
}

interface RecordedChange {
  readonly ofTable: string;
  readonly rowKey: string;
  readonly digest: Uint8Array | null;
}

function nextHead(before: ChangesHead | null, { ofTable, rowKey, digest }: RecordedChange): ChangesHead {
  const count = (before?.count ?? 0) + 1;
  const parts = [before?.head ?? null, count, ofTable, rowKey, digest === null ? null : toHex(digest)];
  return { count, head: toHex(sha256(utf8(JSON.stringify(parts)))) };
}

/** What contradicts the recorded changes, with table and row, and the heads that `counts` ask for. */
export interface ExaminedChanges {
  readonly changes: number;
  readonly rows: number;
  readonly faults: readonly string[];
  readonly heads: ReadonlyMap<number, string>;
}

/** Folds the recorded changes, and compares every row of every recorded table with what they lead to. */
export function examineRowChanges(
  database: DatabaseSync,
  given: { readonly tables: Readonly<Record<string, RecordedTable>>; readonly counts: ReadonlySet<number> },
): ExaminedChanges {
  const { changes, latest, heads, fault } = foldChanges(database, given.counts);
  const faults = fault === null ? [] : [fault];
  let rows = 0;
  for (const [table, form] of Object.entries(given.tables)) {
    for (const row of rowsOf(database, table, form)) {
      rows += 1;
      const key = form.key.map((column) => plain(row[column] ?? null));
      const name = `${table} ${JSON.stringify(key)}`;
      const digest = latest.get(name) ?? null;
      latest.delete(name);
      if (digest === null) faults.push(`table ${name}: was not written by the service`);
      else if (!equalBytes(digest, digestOfRow(row))) faults.push(`table ${name}: is not as it was written`);
    }
  }
  for (const [name, digest] of latest) if (digest !== null) faults.push(`table ${name}: is missing`);
  return { changes, rows, faults, heads };
}

/** The digest that each row was last recorded with, as far as the chain holds. */
function foldChanges(database: DatabaseSync, counts: ReadonlySet<number>) {
  const heads = new Map<number, string>();
  const latest = new Map<string, Uint8Array | null>();
  let last: ChangesHead | null = null;
  const all = prepareQuery<RecordedChange & { readonly number: number; readonly head: Uint8Array }>(
    database,
    "SELECT number, of_table AS ofTable, row_key AS rowKey, digest, head FROM row_change ORDER BY number",
  );
  for (const row of all.iterate()) {
    const due = nextHead(last, row);
    if (row.number !== due.count || toHex(row.head) !== due.head) {
      const fault = `table row_change: change ${due.count} is not as it was written`;
      return { changes: due.count - 1, latest, heads, fault };
    }
    last = due;
    if (counts.has(due.count)) heads.set(due.count, due.head);
    latest.set(`${row.ofTable} ${row.rowKey}`, row.digest);
  }
  return { changes: last?.count ?? 0, latest, heads, fault: null };
}

function rowsOf(database: DatabaseSync, table: string, { columns, where = "1" }: RecordedTable) {
  const stored = database.prepare(`SELECT ${columns} FROM ${table} WHERE ${where}`);
  // An edit may have left a number that is none of ours.
  stored.setReadBigInts(true);
  return queryOf<ColumnValues>(stored).iterate();
}

/** The recorded rows that a commit writes or removes, but for keys and notes of reissue, which are recorded where they are written. */
export function changedRows(changes: Changes): readonly RowName[] {
  const { waiting, bundles, cosignatures } = changes.attestations;
  const { interval } = changes.precommit;
  const erased = changes.documents.flatMap(({ erases, subject }) => (erases === true ? [subject] : []));
  const inDocuments = changes.documents.filter(({ kind }) => kind !== "inventory");
  return [
    ...changes.commands.flatMap(({ keyId, vehicleKey, seq }) =>
      keyId === "" ? [] : [row("command", vehicleKey, seq)],
    ),
    ...[...changes.evidence, ...bundles].map(({ eventId }) => row("evidence", eventId)),
    ...erased.flatMap((eventId) => [row("evidence", eventId), row("erased_evidence", eventId)]),
    ...[...waiting, ...bundles].map(({ eventId }) => row("unsealed_evidence", eventId)),
    ...cosignatures.map(({ witness, size }) => row("log_cosignature", witness, size)),
    ...inDocuments.map(({ leafIndex }) => row("log_document", leafIndex)),
    // An inventory is logged alone.
    ...(changes.log === null || inDocuments.length < changes.documents.length
      ? []
      : [row("log_checkpoint", changes.log.size)]),
    ...changes.documents.flatMap(({ custody, subject }) =>
      custody === undefined ? [] : [row("custody", subject, custody.seq)],
    ),
    ...changes.documents.flatMap(({ states, leafIndex }) =>
      states === undefined ? [] : [row("state_statement", leafIndex)],
    ),
    ...(interval === null ? [] : [row("interval", interval.leafIndex)]),
    ...changes.work.flatMap(rowsOfWork),
  ];
}

/** With each entry that is added one may go. */
function rowsOfWork({ vehicleKey, work, entries, undone }: Changes["work"][number]): readonly RowName[] {
  const gone = entries.map((_, at) => work.version - entriesPerVehicle - at).filter((entry) => entry > 0);
  const named = [...entries.map(({ entry }) => entry), ...undone.map(({ entry }) => entry), ...gone];
  return [
    row("vehicle_work", vehicleKey),
    ...[...new Set(named)].map((entry) => row("work_entry", vehicleKey, entry)),
  ];
}

function row(table: RowName["table"], ...key: RowName["key"]): RowName {
  return { table, key };
}
