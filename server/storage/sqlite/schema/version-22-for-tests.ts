import { readFileSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";

/** Makes of a database of the present version what version 22 would have written: the minute of hearing has no column. */
export function toVersion22(database: DatabaseSync): void {
  database.exec("DROP TRIGGER IF EXISTS vehicle_is_heard; ALTER TABLE vehicle DROP COLUMN heard_minute");
  database.exec(triggerOfEarlierVersions());
  database.exec("UPDATE meta SET value = '22' WHERE name = 'schema_version'");
}

function triggerOfEarlierVersions(): string {
  const schema = readFileSync(new URL("tally-schema.sql", import.meta.url), "utf8");
  const [text] = /CREATE TRIGGER vehicle_is_heard .*?\nEND;/s.exec(schema) ?? [];
  if (text === undefined) throw new Error("tally-schema.sql has no vehicle_is_heard");
  return text;
}
