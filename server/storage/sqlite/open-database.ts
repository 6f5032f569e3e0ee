import { closeSync, openSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

import { sha256 } from "../../app/sha256.ts";
import { memoryShares } from "../../platform/memory-shares.ts";
import { FrameTexts } from "./texts/frame-texts.ts";
import { inTransaction } from "./in-transaction.ts";
import { metaValue, setMetaValue } from "./meta-value.ts";
import { hasIndexedFrames, moveIndexedFrames } from "./write/move-indexed-frames.ts";
import { hasWideFrames, moveWideFrames } from "./write/move-wide-frames.ts";
import { describeVehicles, hasUndescribed } from "./write/describe-vehicles.ts";
import { prepareQuery } from "./prepare-query.ts";
import { readWideIntegers } from "./read-wide-integers.ts";

/** Written into every database; a server refuses one that is newer than itself. */
export const schemaVersion = 23;

/** The last one with wide rows of frames. */
const widestVersion = 8;
/** The last one with an index of every vehicle's entries. */
const indexedVersion = 19;
/** The last one that knew nothing of attributes. */
const undescribedVersion = 13;
/** 3.7.0 to 3.51.2 can corrupt a database in WAL mode when a checkpoint meets a reset of the log. */
const oldestSafeSqlite = [3, 51, 3] as const;
/** Wide rows of frames fit a page of this size several times over. */
const pageBytes = 8192;
/** A log this long (64 MiB) is folded back into the database within the commit; the writer sees to it much earlier. */
const longestLogPages = 8192;
const busyTimeoutMs = 5_000;

/**
 * Opens the one database of a data folder for writing, and makes the tables it lacks. Safe to race: whoever
 * comes second waits and finds the tables there. Throws when the database was written by a newer version.
 */
export function openDatabase(path: string): DatabaseSync {
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
    makeTables(database);
    return database;
  } catch (fault) {
    database.close();
    throw fault;
  }
}

/** Opens an existing database for reading only. Throws for one of another schema version. */
export function openForReading(path: string): DatabaseSync {
  const database = openReadable(path);
  try {
    refuseOther(versionOf(database));
    return database;
  } catch (fault) {
    database.close();
    throw fault;
  }
}

/** The same, of any schema version. `path` may be a file's address with SQLite's parameters. */
export function openReadable(path: string): DatabaseSync {
  const database = readWideIntegers(new DatabaseSync(path, { readOnly: true, timeout: busyTimeoutMs }));
  try {
    assertSafeSqlite(database);
    database.exec("PRAGMA trusted_schema = OFF");
    database.exec("PRAGMA mmap_size = 0");
    database.exec("PRAGMA query_only = ON");
    addFunctions(database);
    versionOf(database);
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

/** What each version adds to the one before. */
const schemaSteps = [
  ["schema.sql"],
  ["log-schema.sql"],
  ["document-schema.sql"],
  ["kept-answer-schema.sql"],
  ["usage-schema.sql"],
  ["noise-schema.sql"],
  ["served-digest-schema.sql"],
  ["frame-bytes-schema.sql"],
  ["tally-schema.sql", "compact-frame-schema.sql"],
  ["event-schema.sql"],
  ["key-schema.sql"],
  ["audit-schema.sql"],
  ["compact-score-schema.sql"],
  ["attribute-schema.sql"],
  ["scenario-schema.sql"],
  ["work-schema.sql"],
  ["analytics-schema.sql"],
  ["refold-schema.sql"],
  ["odometer-schema.sql"],
  ["linked-frame-schema.sql"],
  ["linked-chain-schema.sql"],
  ["stated-score-schema.sql"],
  ["heard-minute-schema.sql"],
] as const;

function makeTables(database: DatabaseSync): void {
  if (!(versionOf(database) < schemaVersion)) return refuseOther(versionOf(database));
  inTransaction(database, () => {
    for (const step of schemaSteps.slice(storedVersion(database)).flat()) {
      database.exec(readFileSync(new URL(`schema/${step}`, import.meta.url), "utf8"));
    }
    setMetaValue(database, "schema_version", String(schemaVersion));
  });
  moveIndexedFrames(database);
  moveWideFrames(database);
  describeVehicles(database);
}

function hasTables(database: DatabaseSync): boolean {
  return database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'meta'").get() !== undefined;
}

/** 0 for a database without tables. While frames wait to be moved or vehicles to be described, an upgrade is not finished. */
export function versionOf(database: DatabaseSync): number {
  const version = storedVersion(database);
  if (hasWideFrames(database)) return Math.min(version, widestVersion);
  if (hasUndescribed(database)) return Math.min(version, undescribedVersion);
  return hasIndexedFrames(database) ? Math.min(version, indexedVersion) : version;
}

function storedVersion(database: DatabaseSync): number {
  if (!hasTables(database)) return 0;
  return Number(metaValue(database, "schema_version") ?? Number.NaN);
}

function refuseOther(version: number): void {
  if (version === schemaVersion) return;
  if (version < schemaVersion) {
    throw new Error(
      `This data folder has schema version ${version}, and this version works on ${schemaVersion}: start the service ` +
        "once to upgrade it (plumbline serve); make a backup first.",
    );
  }
  throw new Error(
    `This data folder has schema version ${version}; this server knows version ${schemaVersion}. ` +
      "Use the server version that wrote it, or a newer one.",
  );
}
