import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

import { prepareQuery } from "../prepare-query.ts";
import { toVersion9 } from "./version-9-for-tests.ts";
import { widenFrames } from "../write/wide-frames-for-tests.ts";

/** Makes of a database of the present version what version 8 would have written; what steps of later versions add goes. */
export function toVersion8(database: DatabaseSync): void {
  toVersion9(database);
  database.exec("PRAGMA foreign_keys = OFF");
  widenFrames(database);
  const counted = prepareQuery<{ text: string }>(
    database,
    "SELECT json_group_array(json_array(organisation, fleet_id, region, block, frames)) AS text FROM frame_tally WHERE level = 0",
  ).get();
  const older = version8();
  const early = new Set(things(older).map(({ name }) => name));
  const counting = usageThings(older);
  const later = things(database).filter(({ name }) => !early.has(name) || counting.has(name));
  for (const { type, name } of later.reverse()) database.exec(`DROP ${type} IF EXISTS "${name}"`);
  for (const { name, sql } of things(older)) if (droppedSince.includes(name)) database.exec(sql);
  database.exec(step("usage-schema.sql"));
  database.exec(step("frame-bytes-schema.sql"));
  database
    .prepare(
      "INSERT INTO frame_count SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?)",
    )
    .run(counted?.text ?? "[]");
  database.exec("UPDATE meta SET value = '8' WHERE name = 'schema_version'");
  older.close();
}

const droppedSince = ["frame_count", "vehicle_needing_attention"];

const steps = [
  "schema.sql",
  "log-schema.sql",
  "document-schema.sql",
  "kept-answer-schema.sql",
  "usage-schema.sql",
  "noise-schema.sql",
  "served-digest-schema.sql",
  "frame-bytes-schema.sql",
];

function version8(): DatabaseSync {
  const database = new DatabaseSync(":memory:");
  for (const name of steps) database.exec(step(name));
  return database;
}

/** What usage-schema.sql makes, counting what is there. */
function usageThings(database: DatabaseSync): ReadonlySet<string> {
  const text = step("usage-schema.sql");
  return new Set(
    things(database)
      .map(({ name }) => name)
      .filter((name) => new RegExp(`CREATE \\w+ ${name} `).test(text)),
  );
}

function things(database: DatabaseSync) {
  return prepareQuery<{ readonly type: string; readonly name: string; readonly sql: string }>(
    database,
    "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY type = 'trigger', type = 'index'",
  ).all();
}

function step(name: string): string {
  return readFileSync(new URL(name, import.meta.url), "utf8");
}
