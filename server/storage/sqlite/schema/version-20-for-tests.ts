import { readFileSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";

import { toVersion22 } from "./version-22-for-tests.ts";

/** Makes of a database of the present version what version 20 would have written: places of chains are in the order of vehicles. */
export function toVersion20(database: DatabaseSync): void {
  toVersion22(database);
  database.exec("ALTER TABLE chain_place RENAME TO linked_chain_place");
  database.exec(placesOfEarlierVersions());
  database.exec(`
    INSERT INTO chain_place SELECT vehicle_key, seq, head, leaf_index, leaf FROM linked_chain_place;
    DROP TABLE linked_chain_place;
    DROP TABLE chain_end;
    UPDATE meta SET value = '20' WHERE name = 'schema_version';`);
}

function placesOfEarlierVersions(): string {
  const schema = readFileSync(new URL("document-schema.sql", import.meta.url), "utf8");
  const [text] = /CREATE TABLE chain_place \([^;]*;.*?STRICT, WITHOUT ROWID;/s.exec(schema) ?? [];
  if (text === undefined) throw new Error("document-schema.sql has no chain_place");
  return text;
}
