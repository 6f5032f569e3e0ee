import { closeSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

import { readWideIntegers } from "../read-wide-integers.ts";
import { makeCurrent, versionOf, type DatabaseForm } from "../schema/database-form.ts";

/** What webhooks.db is: a database of its own, with versions of its own (schema/upgrades/README.md). */
export const webhookForm: DatabaseForm = {
  applicationId: 0x506c_6d57, // "PlmW"
  tables: ["webhook-schema.sql", "../schema/row-change.sql"].map((name) => new URL(name, import.meta.url)),
  upgrades: [],
};

const busyTimeoutMs = 5_000;
const longestLogPages = 2_048;
const pageBytes = 8_192;

/** Opens the database of webhooks for writing, and makes its tables. Throws `DatabaseRefusal` for one that is not ours, or newer. */
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
    versionOf(database, webhookForm);
    database.exec(`PRAGMA page_size = ${pageBytes}`);
    database.exec("PRAGMA journal_mode = WAL");
    database.exec("PRAGMA synchronous = FULL");
    database.exec("PRAGMA trusted_schema = OFF");
    database.exec("PRAGMA secure_delete = ON");
    database.exec("PRAGMA mmap_size = 0");
    database.exec(`PRAGMA journal_size_limit = ${longestLogPages * pageBytes}`);
    makeCurrent(database, { form: webhookForm, mayUpgrade: true });
    return database;
  } catch (fault) {
    database.close();
    throw fault;
  }
}
