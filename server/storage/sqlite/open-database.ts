import { closeSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

import { sha256 } from "../../app/sha256.ts";
import { memoryShares } from "../../platform/memory-shares.ts";
import { FrameTexts } from "./texts/frame-texts.ts";
import { prepareQuery } from "./prepare-query.ts";
import { readWideIntegers } from "./read-wide-integers.ts";
import { makeCurrent, requireCurrent, versionOf, type DatabaseForm } from "./schema/database-form.ts";
import { storeForm } from "./schema/store-form.ts";

/** 3.7.0 to 3.51.2 can corrupt a database in WAL mode when a checkpoint meets a reset of the log. */
const oldestSafeSqlite = [3, 51, 3] as const;
const pageBytes = 8192;
/** A log this long (64 MiB) is folded back into the database within the commit; the writer sees to it much earlier. */
const longestLogPages = 8192;
const busyTimeoutMs = 5_000;

export interface WritingOptions {
  /** Tests give another one. */
  readonly form?: DatabaseForm;
  /** For the service alone: nobody else writes while it is done. */
  readonly mayUpgrade?: boolean;
}

/**
 * Opens the one database of a data folder for writing, and makes the tables it lacks. Safe to race: whoever
 * comes second waits and finds the tables there. Throws `DatabaseRefusal` for one this program does not work on, and
 * leaves it as it is.
 */
export function openDatabase(
  path: string,
  { form = storeForm, mayUpgrade = false }: WritingOptions = {},
): DatabaseSync {
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
    assertSafeSqlite(database);
    versionOf(database, form);
    database.exec(`PRAGMA page_size = ${pageBytes}`);
    database.exec("PRAGMA journal_mode = WAL");
    // FULL: a commit is on the disk before it returns. NORMAL loses acknowledged frames when the power goes.
    database.exec("PRAGMA synchronous = FULL");
    database.exec("PRAGMA trusted_schema = OFF");
    // What is erased or replaced is overwritten with zeros, in every place a page ever left it.
    database.exec("PRAGMA secure_delete = ON");
    database.exec("PRAGMA mmap_size = 0");
    database.exec(`PRAGMA cache_size = -${memoryShares().pageCacheKiB}`);
    database.exec(`PRAGMA wal_autocheckpoint = ${longestLogPages}`);
    // A log that a burst or a slow reader made longer gives the room back afterwards.
    database.exec(`PRAGMA journal_size_limit = ${longestLogPages * pageBytes}`);
    addFunctions(database);
    makeCurrent(database, { form, mayUpgrade });
    return database;
  } catch (fault) {
    database.close();
    throw fault;
  }
}

/** Opens an existing database for reading only. Throws `DatabaseRefusal` for one of another schema version. */
export function openForReading(path: string): DatabaseSync {
  const database = openReadable(path);
  try {
    requireCurrent(database, storeForm);
    return database;
  } catch (fault) {
    database.close();
    throw fault;
  }
}

/**
 * The same, also of an earlier version or without tables. `path` may be a file's address with SQLite's parameters; refusals
 * name the file `called`, where it is a copy.
 */
export function openReadable(
  path: string,
  { form = storeForm, called }: { readonly form?: DatabaseForm; readonly called?: string } = {},
): DatabaseSync {
  const database = readWideIntegers(new DatabaseSync(path, { readOnly: true, timeout: busyTimeoutMs }));
  try {
    assertSafeSqlite(database);
    database.exec("PRAGMA trusted_schema = OFF");
    database.exec("PRAGMA mmap_size = 0");
    database.exec("PRAGMA query_only = ON");
    addFunctions(database);
    versionOf(database, form, called);
    return database;
  } catch (fault) {
    database.close();
    throw fault;
  }
}

/**
 * `sha256(blob)` in queries: whether stored bytes are still what they were is asked where they are read. And
 * `frame_text(text, model, timestamp_us)`: a frame's text as received (journal-rows.ts).
 */
function addFunctions(database: DatabaseSync): void {
  const texts = new FrameTexts();
  database.function("frame_text", { deterministic: true, directOnly: true }, (text, model, timestampUs) =>
    texts.read(text, model, Number(timestampUs)),
  );
  database.function("sha256", { deterministic: true, directOnly: true }, (bytes) =>
    bytes instanceof Uint8Array ? sha256(bytes) : null,
  );
}

function assertSafeSqlite(database: DatabaseSync): void {
  const query = prepareQuery<{ version: string }>(database, "SELECT sqlite_version() AS version");
  const version = query.get()?.version ?? "";
  if (isAtLeast(version, oldestSafeSqlite)) return;
  throw new Error(
    `SQLite ${version} can corrupt a write-ahead log; ${oldestSafeSqlite.join(".")} or later is needed. ` +
      "Run with the Node.js version that package.json pins.",
  );
}

function isAtLeast(version: string, oldest: readonly number[]): boolean {
  const parts = version.split(".").map(Number);
  const decides = oldest.findIndex((part, at) => parts[at] !== part);
  return decides === -1 || (parts[decides] ?? 0) > (oldest[decides] ?? 0);
}
