import { existsSync, statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";

import { openReadable } from "../open-database.ts";
import { versionOf } from "../schema/database-form.ts";
import { storeForm } from "../schema/store-form.ts";

/**
 * A look into a database before anything is made; null for one that is missing or holds no tables. One that nobody has
 * open and that has no write-ahead log is read as it stands: SQLite would make files beside it. Throws `DatabaseRefusal` for
 * one that is not of this form, or newer.
 */
export function openIfNotEmpty(path: string, form = storeForm): DatabaseSync | null {
  if (!existsSync(path) || sizeOf(path) + sizeOf(`${path}-wal`) === 0) return null;
  const address = pathToFileURL(path);
  if (!existsSync(`${path}-shm`) && sizeOf(`${path}-wal`) === 0) address.searchParams.set("immutable", "1");
  const database = openReadable(address.href, { form });
  if (versionOf(database, form) !== 0) return database;
  database.close();
  return null;
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Whether API keys were made in this database, whatever became of them. */
export function holdsApiKeys(database: DatabaseSync): boolean {
  return database.prepare("SELECT 1 FROM api_key LIMIT 1").get() !== undefined;
}
