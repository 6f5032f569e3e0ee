import type { DatabaseSync } from "node:sqlite";

import { prepareQuery } from "./prepare-query.ts";

/** What the table `meta` says of the database; null for what it does not. */
export function metaValue(database: DatabaseSync, name: string): string | null {
  const row = prepareQuery<{ value: string }>(database, "SELECT value FROM meta WHERE name = ?").get(name);
  return row?.value ?? null;
}

export function setMetaValue(database: DatabaseSync, name: string, value: string): void {
  database.prepare("INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)").run(name, value);
}
