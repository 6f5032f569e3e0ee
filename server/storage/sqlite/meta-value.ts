import type { DatabaseSync } from "node:sqlite";

import { prepareQuery } from "./prepare-query.ts";

/** A value of the table `meta` by its name; null where there is none. */
export function metaValue(database: DatabaseSync, name: string): string | null {
  const row = prepareQuery<{ value: string }>(database, "SELECT value FROM meta WHERE name = ?").get(name);
  return row?.value ?? null;
}

export function setMetaValue(database: DatabaseSync, name: string, value: string): void {
  database.prepare("INSERT OR REPLACE INTO meta (name, value) VALUES (?, ?)").run(name, value);
}
