import { closeSync, openSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

import { inTransaction } from "../in-transaction.ts";
import { metaValue, setMetaValue } from "../meta-value.ts";
import { readWideIntegers } from "../read-wide-integers.ts";

/** Written into the database; a server refuses one that is newer than itself. */
const schemaVersion = 1;
const busyTimeoutMs = 5_000;
const longestLogPages = 2_048;
const pageBytes = 8_192;

/** Opens the database of webhooks for writing, and makes its tables. Throws when a newer version wrote it. */
export function openWebhookDatabase(path: string): DatabaseSync {
  // For its owner alone; SQLite gives the log beside it the same rights.
  closeSync(openSync(path, "a", 0o600));
  const database = readWideIntegers(
    new DatabaseSync(path, {
      timeout: busyTimeoutMs,
      enableForeignKeyConstraints: true,
      enableDoubleQuotedStringLiterals: false,
    }),
  );
  try {
    database.exec(`PRAGMA page_size = ${pageBytes}`);
    database.exec("PRAGMA journal_mode = WAL");
    database.exec("PRAGMA synchronous = FULL");
    database.exec("PRAGMA trusted_schema = OFF");
    database.exec("PRAGMA secure_delete = ON");
    database.exec("PRAGMA mmap_size = 0");
    database.exec(`PRAGMA journal_size_limit = ${longestLogPages * pageBytes}`);
    inTransaction(database, () => makeTables(database, path));
    return database;
  } catch (fault) {
    database.close();
    throw fault;
  }
}

function makeTables(database: DatabaseSync, path: string): void {
  const hasTables = database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'meta'").get() !== undefined;
  if (!hasTables) {
    database.exec(readFileSync(new URL("./webhook-schema.sql", import.meta.url), "utf8"));
    setMetaValue(database, "schema_version", String(schemaVersion));
  }
  const version = Number(metaValue(database, "schema_version"));
  if (version !== schemaVersion) {
    throw new Error(
      `${path} has schema version ${version}; this server knows version ${schemaVersion}. Use the server version that wrote it, or a newer one.`,
    );
  }
}
