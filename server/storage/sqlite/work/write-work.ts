import type { DatabaseSync, StatementSync } from "node:sqlite";

import type {
  SinceMark,
  StoredWork,
  Work,
  WorkChange,
  WorkComment,
  WorkEntry,
  WorkRegister,
} from "../../../app/ports/work.ts";
import { prepareQuery, type Query } from "../prepare-query.ts";
import {
  detailsOf,
  entryOfRow,
  markColumns,
  sinceMarkQuery,
  sinceOf,
  workOfRow,
  workQuery,
  type WorkEntryRow,
  type WorkRow,
} from "./work-rows.ts";

/** Of more entries than these the oldest go: nobody reads further back, and one vehicle must not fill the store. */
export const entriesPerVehicle = 10_000;

/** Work on the writing connection, inside its transactions. */
export class WorkRows {
  readonly #find: Query<WorkRow>;
  readonly #findEntry: Query<WorkEntryRow>;
  readonly #findComment: Query<WorkEntryRow>;
  readonly #anyPending: Query<{ one: number }>;
  readonly #pending: Query<{ key: number }>;
  readonly #since: Query<{ worse: number; calmed: number }>;
  readonly #put: StatementSync;
  readonly #add: StatementSync;
  readonly #undo: StatementSync;
  readonly #drop: StatementSync;

  constructor(database: DatabaseSync) {
    this.#find = prepareQuery(database, workQuery);
    this.#findEntry = prepareQuery(database, "SELECT * FROM work_entry WHERE vehicle_key = ? AND entry = ?");
    this.#findComment = prepareQuery(
      database,
      `SELECT * FROM work_entry WHERE vehicle_key = ? AND entry < ? AND comment IS NOT NULL AND undone_by IS NULL
       ORDER BY entry DESC LIMIT 1`,
    );
    this.#anyPending = prepareQuery(
      database,
      "SELECT 1 AS one FROM vehicle_work WHERE repair_pending = 1 LIMIT 1",
    );
    this.#pending = prepareQuery(
      database,
      `SELECT vehicle_key AS key FROM vehicle_work
       WHERE repair_pending = 1 AND vehicle_key IN (SELECT value FROM json_each(?)) ORDER BY vehicle_key`,
    );
    this.#since = prepareQuery(database, sinceMarkQuery);
    this.#put = database.prepare(
      `INSERT INTO vehicle_work (vehicle_key, organisation, version, assignee, acknowledged_seq, acknowledged_tier,
         acknowledged_source, snoozed_seq, snoozed_tier, snoozed_source, snoozed_until_us, held, repair_pending, work)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (vehicle_key) DO UPDATE SET version = excluded.version, assignee = excluded.assignee,
         acknowledged_seq = excluded.acknowledged_seq, acknowledged_tier = excluded.acknowledged_tier,
         acknowledged_source = excluded.acknowledged_source, snoozed_seq = excluded.snoozed_seq,
         snoozed_tier = excluded.snoozed_tier, snoozed_source = excluded.snoozed_source,
         snoozed_until_us = excluded.snoozed_until_us, held = excluded.held, repair_pending = excluded.repair_pending,
         work = excluded.work`,
    );
    this.#add = database.prepare(
      `INSERT INTO work_entry (vehicle_key, entry, at_us, action, seq, key_id, key_name, comment, details)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    );
    this.#undo = database.prepare(
      `UPDATE work_entry SET undone_by = ?, comment = CASE WHEN ? THEN NULL ELSE comment END
       WHERE vehicle_key = ? AND entry = ?`,
    );
    this.#drop = database.prepare("DELETE FROM work_entry WHERE vehicle_key = ? AND entry <= ?");
  }

  find(vehicleKey: number): StoredWork | null {
    return workOfRow(this.#find.get(vehicleKey));
  }

  findEntry({ vehicleKey, entry }: Parameters<WorkRegister["findWorkEntry"]>[0]): WorkEntry | null {
    const row = this.#findEntry.get(vehicleKey, entry);
    return row === undefined ? null : entryOfRow(row);
  }

  commentBefore({ vehicleKey, before }: Parameters<WorkRegister["findWorkComment"]>[0]): WorkComment | null {
    const row = this.#findComment.get(vehicleKey, before);
    if (row === undefined) return null;
    const { entry, atUs, by, comment: text } = entryOfRow(row);
    return text === null ? null : { entry, atUs, by, text };
  }

  /** Mostly there is none at all, which costs one look into an empty index. */
  pendingOf(vehicleKeys: readonly number[]): readonly number[] {
    if (vehicleKeys.length === 0 || this.#anyPending.get() === undefined) return [];
    return this.#pending.all(JSON.stringify(vehicleKeys)).map(({ key }) => key);
  }

  since({ vehicleKey, mark }: Parameters<WorkRegister["sinceMark"]>[0]): SinceMark {
    const { seq, tier, source } = mark;
    const row = this.#since.get({ vehicleKey, seq, tier, source });
    return sinceOf(row?.worse ?? 0, row?.calmed ?? 0) ?? { worse: false, calmed: false };
  }

  write(changes: readonly WorkChange[]): void {
    for (const change of changes) this.#write(change);
  }

  #write({ vehicleKey, organisation, work, entries, undone }: WorkChange): void {
    for (const entry of entries) {
      const { atUs, action, seq, by, comment } = entry;
      const who = [by.keyId, by.keyName, comment] as const;
      this.#add.run(vehicleKey, entry.entry, atUs, action, seq, ...who, detailsOf(entry));
    }
    for (const { entry, by, erasesComment } of undone) {
      this.#undo.run(by, erasesComment ? 1 : 0, vehicleKey, entry);
    }
    this.#put.run(vehicleKey, organisation, ...columnsOf(work));
    const past = work.version - entriesPerVehicle;
    if (past > 0) this.#drop.run(vehicleKey, past);
  }
}

/** In the order of the table's columns. */
function columnsOf(work: Work): readonly (number | string | null)[] {
  const { version, assignee, acknowledgement, snooze, hold, repair } = work;
  return [
    version,
    assignee,
    ...markColumns(acknowledgement),
    ...markColumns(snooze),
    snoozedUntilUs(snooze),
    hold === null ? 0 : 1,
    repair?.outcome === "pending" ? 1 : 0,
    JSON.stringify(work),
  ];
}

/** What the clock still has to find: null once the end of a snooze has been announced. */
function snoozedUntilUs(snooze: Work["snooze"]): number | null {
  return snooze === null || snooze.isOver === true ? null : snooze.untilUs;
}
