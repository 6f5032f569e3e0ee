import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname, join, resolve, sep } from "node:path";
import { backup, type DatabaseSync } from "node:sqlite";
import { pathToFileURL } from "node:url";

import { ConfigError } from "../config.ts";
import { keysFolder } from "../keys/evidence-key-files.ts";
import { codeOf } from "../platform/fault.ts";
import { dataFolder } from "../storage/data-folder.ts";
import { openForExamination } from "../storage/sqlite/audit/open-for-examination.ts";
import { openReadable } from "../storage/sqlite/open-database.ts";
import { versionOf, type DatabaseForm } from "../storage/sqlite/schema/database-form.ts";
import { storeForm } from "../storage/sqlite/schema/store-form.ts";
import { webhookForm } from "../storage/sqlite/webhooks/open-webhook-database.ts";
import { prepareQuery } from "../storage/sqlite/prepare-query.ts";
import { type AdministerOptions, dataDirOf, logMarkFileOf, requireDatabase } from "./administer.ts";

/** What a backup holds, counted in the copy. */
export interface BackupReport {
  /** Absolute. */
  readonly folder: string;
  readonly bytes: number;
  readonly schemaVersion: number;
  readonly vehicles: number;
  readonly frames: number;
  readonly evidence: number;
  readonly apiKeys: number;
  /** Null where no webhook was ever made. */
  readonly webhooks: number | null;
  /** How far the log was signed; null where none has begun. */
  readonly logSize: number | null;
  /** Names in the folder keys. */
  readonly keys: readonly string[];
  /** Left out on purpose: a backup that brought it along would hide that what it restores is older than the log. */
  readonly markFile: string;
}

/**
 * Copies a data folder into a new one, beside a running service: each database as it was at one moment, then the keys,
 * so that every key the database names is there. The copy is read and counted before it is reported; where anything goes
 * wrong nothing is left of it. Throws `ConfigError` where there is nothing to copy, or no place for it.
 */
export async function backUpDataFolder(
  options: AdministerOptions & { readonly to: string },
): Promise<BackupReport> {
  const env = options.env ?? process.env;
  const dataDir = dataDirOf(env, options);
  requireDatabase(dataDir);
  const from = dataFolder(dataDir);
  const to = resolve(options.to);
  refusePlace(to, dataDir);
  const isNew = mkdirSync(to, { recursive: true, mode: 0o700 }) !== undefined;
  chmodSync(to, 0o700);
  try {
    const copy = dataFolder(to);
    await copyDatabase(storeForm, from.database, copy.database);
    // After the store: what it knows of deliveries is then never older than the events (docs/decisions/0024).
    if (existsSync(from.webhooks)) await copyDatabase(webhookForm, from.webhooks, copy.webhooks);
    const keys = copyKeys(join(dataDir, keysFolder), join(to, keysFolder));
    for (const path of [to, dirname(to)]) flush(path);
    return {
      folder: to,
      bytes: bytesIn(to),
      ...countStore(copy.database),
      webhooks: existsSync(copy.webhooks) ? countWebhooks(copy.webhooks) : null,
      keys,
      markFile: logMarkFileOf(env) ?? from.logMark,
    };
  } catch (fault) {
    for (const name of readdirSync(to)) rmSync(join(to, name), { recursive: true });
    if (isNew) rmSync(to, { recursive: true });
    throw fault;
  }
}

function refusePlace(to: string, dataDir: string): void {
  if (`${to}${sep}`.startsWith(`${resolve(dataDir)}${sep}`)) {
    throw new ConfigError([
      `${to} lies in the data folder itself: a backup belongs elsewhere, on another disk`,
    ]);
  }
  if (!existsSync(to)) return;
  if (!statSync(to).isDirectory()) throw new ConfigError([`${to} is a file: name a folder that is new`]);
  if (readdirSync(to).length > 0) {
    throw new ConfigError([`${to} is not empty: every backup goes into a folder of its own`]);
  }
}

/** Pages copied at a time. */
const pagesAtOnce = 1_000;

/** As it is at one moment, also beside a running service. */
export async function copyDatabase(form: DatabaseForm, from: string, to: string): Promise<void> {
  const examined = openForExamination(from, form);
  const { database } = examined;
  // For its owner alone, before anything is in it.
  closeSync(openSync(to, "wx", 0o600));
  try {
    // What others commit meanwhile is not seen: without this the copy would begin again after each commit.
    database.exec("BEGIN");
    if (!hasTables(database))
      throw new ConfigError([`${from} is an empty database: there is nothing to copy`]);
    await backup(database, to, { rate: pagesAtOnce });
  } finally {
    examined.close();
  }
  flush(to);
}

/** Begins what `BEGIN` only announces: the database is looked at as it is now. */
function hasTables(database: DatabaseSync): boolean {
  return database.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get() !== undefined;
}

/** What another process is only just making has a name with its number in it. */
const unfinished = /\.\d+\.[0-9a-f]{12}$/;

export function copyKeys(from: string, to: string): readonly string[] {
  mkdirSync(to, { mode: 0o700 });
  const names = existsSync(from) ? readdirSync(from).filter((name) => !unfinished.test(name)) : [];
  const copied = names.filter((name) => copyKey(join(from, name), join(to, name)));
  flush(to);
  return copied.toSorted();
}

/** False for what is no file, or gone meanwhile. */
function copyKey(from: string, to: string): boolean {
  const found = statSync(from, { throwIfNoEntry: false });
  if (found?.isFile() !== true) return false;
  try {
    copyFileSync(from, to);
  } catch (fault) {
    if (codeOf(fault) === "ENOENT") return false;
    throw fault;
  }
  chmodSync(to, found.mode & 0o777);
  flush(to);
  return true;
}

export function flush(path: string): void {
  // Windows opens no folder.
  if (process.platform === "win32" && statSync(path).isDirectory()) return;
  const file = openSync(path, "r");
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

type StoreCounts = Pick<
  BackupReport,
  "schemaVersion" | "vehicles" | "frames" | "evidence" | "apiKeys" | "logSize"
>;

function countStore(path: string): StoreCounts {
  return readSound(storeForm, path, (database) => {
    const logSize = numberOf(database, "SELECT max(size) AS number FROM log_checkpoint");
    const rows = (table: string): number =>
      numberOf(database, `SELECT count(*) AS number FROM ${table}`) ?? 0;
    return {
      schemaVersion: versionOf(database, storeForm),
      vehicles: rows("vehicle"),
      frames: rows("frame"),
      evidence: rows("evidence"),
      apiKeys: rows("api_key"),
      logSize,
    };
  });
}

function countWebhooks(path: string): number {
  return readSound(
    webhookForm,
    path,
    (database) => numberOf(database, "SELECT count(*) AS number FROM webhook") ?? 0,
  );
}

/** Reads a copy as it stands, so that nothing is made beside it. Throws where a page of it is not sound. */
function readSound<Result>(
  form: DatabaseForm,
  path: string,
  read: (database: DatabaseSync) => Result,
): Result {
  const address = pathToFileURL(path);
  address.searchParams.set("immutable", "1");
  const database = openReadable(address.href, { form });
  try {
    const damage = prepareQuery<{ quick_check: string }>(database, "PRAGMA quick_check(1)").get()
      ?.quick_check;
    if (damage !== "ok") {
      throw new Error(`the copy of ${path} is damaged (${damage}), and so may be what it was made of`);
    }
    return read(database);
  } finally {
    database.close();
  }
}

function numberOf(database: DatabaseSync, sql: string): number | null {
  return prepareQuery<{ number: number | null }>(database, sql).get()?.number ?? null;
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => statSync(join(folder, name)))
    .filter((found) => found.isFile())
    .reduce((sum, { size }) => sum + size, 0);
}
