import { readFileSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";

import { inTransaction } from "../in-transaction.ts";
import { metaValue } from "../meta-value.ts";
import { prepareQuery } from "../prepare-query.ts";

/** What a database of ours is made of, and how its file is distinguished from any other. */
export interface DatabaseForm {
  /** SQLite's `application_id`, in the file's header. */
  readonly applicationId: number;
  /** SQL of version 1. */
  readonly tables: readonly URL[];
  /** SQL that leads from each version to the next: the first makes version 2 (upgrades/README.md). */
  readonly upgrades: readonly URL[];
  /** Columns of numbers that no SQL names: made where the table lacks them, also of a database that has been there. */
  readonly figures?: { readonly table: string; readonly columns: readonly string[] };
}

/** This program does not work on the database: it is another program's, or of another version. */
export class DatabaseRefusal extends Error {}

/** The version this program works on; SQLite's `user_version` has that of a file. */
export function currentVersion({ upgrades }: DatabaseForm): number {
  return 1 + upgrades.length;
}

/** 0 for a database without tables. Throws `DatabaseRefusal`, which names `path`, for one that is not of this form. */
export function versionOf(database: DatabaseSync, form: DatabaseForm, path = pathOf(database)): number {
  const [id, version] = [numberOf(database, "application_id"), numberOf(database, "user_version")];
  if (id === 0 && version === 0 && isEmpty(database)) return 0;
  if (id !== form.applicationId) throw new DatabaseRefusal(`${path} ${whatElse(database, id)}`);
  if (version >= 1 && version <= currentVersion(form)) return version;
  throw new DatabaseRefusal(
    `${path} has schema version ${version}; this version of Plumbline knows ${currentVersion(form)}. ` +
      "Use the version that wrote it, or a newer one.",
  );
}

/** Throws `DatabaseRefusal` for a database without tables, or of an earlier version. */
export function requireCurrent(database: DatabaseSync, form: DatabaseForm): void {
  const version = versionOf(database, form);
  if (!isCurrent(database, { form, version })) throw tooOld(database, { form, version });
}

function isCurrent(
  database: DatabaseSync,
  { form, version }: { readonly form: DatabaseForm; readonly version: number },
): boolean {
  return version === currentVersion(form) && missingFigures(database, form).length === 0;
}

/** Columns the next start of the service makes. */
export function missingFigures(database: DatabaseSync, { figures }: DatabaseForm): readonly string[] {
  if (figures === undefined) return [];
  const query = prepareQuery<{ name: string }>(database, "SELECT name FROM pragma_table_info(?)");
  const there = query.all(figures.table).map(({ name }) => name);
  return figures.columns.filter((column) => !there.includes(column));
}

/**
 * Makes the tables of a database that has none, and with `mayUpgrade` those of an earlier version into the present ones: in
 * one transaction, so that whoever is interrupted leaves the version there was. Safe to race: whoever comes second waits.
 */
export function makeCurrent(
  database: DatabaseSync,
  { form, mayUpgrade }: { readonly form: DatabaseForm; readonly mayUpgrade: boolean },
): void {
  if (isCurrent(database, { form, version: versionOf(database, form) })) return;
  inTransaction(database, () => {
    const version = versionOf(database, form);
    if (version > 0 && !mayUpgrade && !isCurrent(database, { form, version })) {
      throw tooOld(database, { form, version });
    }
    const steps = version === 0 ? [...form.tables, ...form.upgrades] : form.upgrades.slice(version - 1);
    for (const step of steps) database.exec(readFileSync(step, "utf8"));
    for (const column of missingFigures(database, form)) {
      database.exec(`ALTER TABLE ${form.figures!.table} ADD COLUMN ${column} REAL`);
    }
    database.exec(`PRAGMA application_id = ${form.applicationId}`);
    database.exec(`PRAGMA user_version = ${currentVersion(form)}`);
  });
}

function tooOld(
  database: DatabaseSync,
  { form, version }: { readonly form: DatabaseForm; readonly version: number },
): DatabaseRefusal {
  const path = pathOf(database);
  if (version === 0) return new DatabaseRefusal(`${path} is an empty database.`);
  const lacks =
    version === currentVersion(form)
      ? `lacks ${missingFigures(database, form).join(", ")}, which this version of Plumbline works on: `
      : `has schema version ${version}, and this version of Plumbline works on ${currentVersion(form)}: `;
  return new DatabaseRefusal(
    `${path} ${lacks}` +
      "make a backup (plumbline backup), then start the service once to upgrade it (plumbline serve).",
  );
}

function whatElse(database: DatabaseSync, id: number): string {
  const another = "Name another data folder (PLUMBLINE_DATA_DIR or --data-dir); this one stays as it is.";
  const version = developmentVersion(database);
  return version === null
    ? `is not a database of Plumbline: its application_id is ${id}. ${another}`
    : `was written by a version of Plumbline before its first release (schema version ${version}), which this one does not read. ${another}`;
}

/** The version in the table where databases had it before there was a release. */
function developmentVersion(database: DatabaseSync): string | null {
  try {
    return metaValue(database, "schema_version");
  } catch {
    return null;
  }
}

function isEmpty(database: DatabaseSync): boolean {
  return prepareQuery(database, "SELECT 1 FROM sqlite_schema LIMIT 1").get() === undefined;
}

function numberOf(database: DatabaseSync, pragma: "application_id" | "user_version"): number {
  return (
    Object.values(prepareQuery<Record<string, number>>(database, `PRAGMA ${pragma}`).get() ?? {})[0] ?? 0
  );
}

function pathOf(database: DatabaseSync): string {
  return database.location() ?? "the database";
}
