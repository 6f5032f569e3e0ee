import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";

import { equalBytes, toHex } from "../../core/encoding/bytes.ts";
import { formatInstant } from "../../core/encoding/instant.ts";
import { defaultSettings } from "../../core/scoring/settings/settings.ts";
import { formatCheckpoint } from "../../core/evidence/log/checkpoint.ts";
import { signDocument } from "../../core/evidence/log/logged-document.ts";
import { hashesIn, LogTree, type Tile } from "../../core/evidence/log/log-tree.ts";
import type { Recovery } from "../../core/evidence/log/recovery.ts";
import { signNote, type NoteSigner } from "../../core/evidence/log/signed-note.ts";
import { nameScoring } from "../app/journal/name-scoring.ts";
import { enterInLog, type LogNeeds } from "../app/log/enter-in-log.ts";
import { noChanges } from "../app/ports/changes.ts";
import { type LogHead, LogGuardFault } from "../app/ports/high-water-mark.ts";
import { sha256 } from "../app/sha256.ts";
import { ConfigError, readConfig } from "../config.ts";
import { keysFolder } from "../keys/evidence-key-files.ts";
import { openLogSigner } from "../keys/open-log-signer.ts";
import { dataFolder, openDataFolder, type DataFolder } from "../storage/data-folder.ts";
import { nameIssuer, savedNames } from "./issuer-names.ts";
import { HighWaterMarkFile, leafHashesFile } from "../storage/high-water-mark-file.ts";
import { openForExamination } from "../storage/sqlite/audit/open-for-examination.ts";
import { inTransaction } from "../storage/sqlite/in-transaction.ts";
import { metaValue } from "../storage/sqlite/meta-value.ts";
import { openDatabase } from "../storage/sqlite/open-database.ts";
import { prepareQuery } from "../storage/sqlite/prepare-query.ts";
import { RowChanges } from "../storage/sqlite/row-changes.ts";
import type { DatabaseForm } from "../storage/sqlite/schema/database-form.ts";
import { storeForm } from "../storage/sqlite/schema/store-form.ts";
import { renameLog, resumeLog, whyNotSigned } from "../storage/sqlite/start/resume-log.ts";
import { takeWriterLock } from "../storage/sqlite/start/writer-lock.ts";
import { webhookForm } from "../storage/sqlite/webhooks/open-webhook-database.ts";
import { KeyringKeeper } from "../storage/sqlite/write/keyring-keeper.ts";
import { LogRows } from "../storage/sqlite/write/rows/log-rows.ts";
import { SqliteStore } from "../storage/sqlite/write/sqlite-store.ts";
import { type AdministerOptions, dataDirOf, logMarkFileOf, requireDatabase } from "./administer.ts";
import { copyDatabase, copyKeys, flush } from "./back-up-data-folder.ts";

/** What a restore brought back, and what is missing. */
export interface RestoreReport {
  /** Absolute. */
  readonly folder: string;
  readonly frames: number;
  /** Where what was in the folder lies now; null where there was nothing. */
  readonly movedTo: string | null;
  /** As it is in the log; null for a backup in which no log had begun. */
  readonly recovery: (Recovery & { readonly logIndex: number }) | null;
  /** From the newest moment in the backup to the last one of which the mark knows. */
  readonly lostSeconds: number;
}

/**
 * Puts a backup in the place of a data folder, and lets its log go on after all that was ever signed: the hashes beside
 * the high-water mark stand for the entries that are missing, and a signed recovery entry says which those are. What was
 * in the folder is moved aside. Throws `ConfigError` for a folder or backup that is not fit for it, `LogGuardFault` where
 * nobody knows how far the log was signed; the folder is then as it was.
 */
export async function restoreDataFolder(
  options: AdministerOptions & {
    readonly from: string;
    /** Lets the log go on under this name, where nobody knows how far it was signed under the old one. */
    readonly newOrigin?: string;
  },
): Promise<RestoreReport> {
  const env = options.env ?? process.env;
  const dataDir = resolve(dataDirOf(env, options));
  const from = resolve(options.from);
  requireDatabase(from);
  if (from === dataDir) throw new ConfigError([`${from} is the data folder itself: name a backup`]);
  const newOrigin = options.newOrigin === undefined ? null : originNamed(options.newOrigin);
  const folder = openDataFolder(dataDir);
  const markFile = logMarkFileOf(env) ?? folder.logMark;
  const lock = takeWriterLock(folder.writerLock);
  try {
    if (newOrigin === null) refuseUnknownMark(from, markFile);
    else refuseKnownOrigin(from, newOrigin);
    const movedTo = moveAside(folder, dataDir);
    try {
      await copyBackup(from, dataDir);
      const named = namesOfLost(movedTo === null ? [dataDir] : [movedTo, dataDir], folder.database);
      const restored = await goOn({ dataDir, folder, markFile, named, newOrigin });
      if (newOrigin !== null) renameSavedLog(dataDir, newOrigin);
      return { folder: dataDir, movedTo, ...restored };
    } catch (fault) {
      putBack(movedTo, dataDir);
      throw fault;
    }
  } finally {
    lock.release();
  }
}

/** Before anything is moved: without the mark nobody knows what was signed, and going on could fork the log. */
function refuseUnknownMark(from: string, markFile: string): void {
  const { database, close } = opened(dataFolder(from).database);
  try {
    const rows = new LogRows(database);
    const head = rows.head();
    if (head === null) return;
    const mark = HighWaterMarkFile.open(markFile);
    const isAhead = mark !== null && mark.head.size > head.size;
    const why = isAhead ? null : whyNotSigned(mark?.head ?? null, { head, rows, markFile });
    if (why !== null) throw new LogGuardFault(why);
    if (!isAhead || bridgeOf(rows, head, mark) !== null) return;
    throw new LogGuardFault(
      `Entries ${head.size} to ${mark.head.size - 1} of the log were signed after this backup, and ` +
        `${leafHashesFile(markFile)}, which has their hashes, is missing or of another log. Put it back beside the ` +
        'high-water mark; if it is lost, see "Backup and restore" in docs/operations.md.',
    );
  } finally {
    close();
  }
}

/** As PLUMBLINE_LOG_ORIGIN takes it. */
function originNamed(name: string): string {
  const { logOrigin } = readConfig({}, { logOrigin: name });
  if (logOrigin === null) throw new ConfigError(["--new-origin is empty: name the log"]);
  return logOrigin;
}

/** What `plumbline init` wrote down; a name from the environment is the operator's to change. */
function renameSavedLog(dataDir: string, logOrigin: string): void {
  const { issuer } = savedNames(dataDir);
  if (issuer !== null) nameIssuer({ env: {}, dataDir }).save({ issuer, logOrigin });
}

/** A name that this log ever had may have been signed under beyond this backup. */
function refuseKnownOrigin(from: string, newOrigin: string): void {
  const { database, close } = opened(dataFolder(from).database);
  try {
    const keys = ["log_key", "former_log_keys"].map((name) => metaValue(database, name) ?? "");
    const names = keys.flatMap((text) => text.split("\n")).map((key) => key.slice(0, key.indexOf("+")));
    if (names.includes(newOrigin))
      throw new ConfigError([
        `the log was called ${newOrigin} before: name another origin, which was never used`,
      ]);
  } finally {
    close();
  }
}

function opened(path: string) {
  const examined = openForExamination(path);
  return { database: examined.database, close: () => examined.close() };
}

interface Bridge {
  readonly from: number;
  readonly to: LogHead;
  readonly tiles: readonly Tile[];
}

/** What the mark knows beyond a backup; null where its hashes lead neither to the backup's root nor to its own. */
function bridgeOf(rows: LogRows, head: LogHead, mark: HighWaterMarkFile): Bridge | null {
  const hashes = mark.leafHashes();
  if (hashes === null) return null;
  const tiles = new Map<string, Tile>();
  const tree = new LogTree((level, index) => tiles.get(`${level}/${index}`)?.hashes ?? empty, sha256);
  for (const tile of tree.grownTiles(0, hashesIn(hashes))) tiles.set(`${tile.level}/${tile.index}`, tile);
  const { size, root } = mark.head;
  if (!equalBytes(tree.root(size), root) || !equalBytes(tree.root(head.size), head.root)) return null;
  const there = new Map(rows.tiles([...tiles.values()]).map((tile) => [`${tile.level}/${tile.index}`, tile]));
  const isNew = ({ level, index, hashes: due }: Tile) =>
    there.get(`${level}/${index}`)?.hashes.length !== due.length;
  return { from: head.size, to: mark.head, tiles: [...tiles.values()].filter(isNew) };
}

const empty = new Uint8Array(0);

/** Into a folder of its own beside what is restored; only the lock, and the mark if it lies here, stay. */
function moveAside({ logMark, writerLock }: DataFolder, dataDir: string): string | null {
  const stays = new Set(
    [logMark, leafHashesFile(logMark), writerLock].map((path) => path.slice(dataDir.length + 1)),
  );
  const names = readdirSync(dataDir).filter((name) => !stays.has(name) && !name.startsWith(asidePrefix));
  if (names.length === 0) return null;
  let number = 1;
  while (existsSync(join(dataDir, `${asidePrefix}${number}`))) number += 1;
  const to = join(dataDir, `${asidePrefix}${number}`);
  mkdirSync(to, { mode: 0o700 });
  for (const name of names) renameSync(join(dataDir, name), join(to, name));
  return to;
}

const asidePrefix = "before-restore-";

function putBack(movedTo: string | null, dataDir: string): void {
  for (const name of copied) {
    for (const rest of ["", "-wal", "-shm"])
      rmSync(join(dataDir, `${name}${rest}`), { recursive: true, force: true });
  }
  if (movedTo === null) return;
  for (const name of readdirSync(movedTo)) renameSync(join(movedTo, name), join(dataDir, name));
  rmSync(movedTo, { recursive: true });
}

const copied = ["plumbline.db", "webhooks.db", keysFolder];

async function copyBackup(from: string, dataDir: string): Promise<void> {
  const [source, target] = [dataFolder(from), dataFolder(dataDir)];
  await copyDatabase(storeForm, source.database, target.database);
  if (existsSync(source.webhooks)) await copyDatabase(webhookForm, source.webhooks, target.webhooks);
  copyKeys(join(from, keysFolder), join(dataDir, keysFolder));
  flush(dataDir);
}

interface Restoring {
  readonly dataDir: string;
  readonly folder: DataFolder;
  readonly markFile: string;
  readonly named: readonly string[];
  readonly newOrigin: string | null;
}

async function goOn(given: Restoring): Promise<Omit<RestoreReport, "folder" | "movedTo">> {
  const database = openDatabase(given.folder.database);
  try {
    const { frames, sinceUs } = newestMoment(database);
    const head = new LogRows(database).head();
    if (head === null) return { frames, recovery: null, lostSeconds: 0 };
    const { signed, untilUs } = lastSigned(given.markFile, { head, sinceUs });
    const former = given.newOrigin === null ? null : originOf(database);
    const log = await resume(database, { ...given, head });
    const stated = {
      backup: { size: head.size, root: toHex(head.root) },
      signed: { size: signed.size, root: toHex(signed.root) },
      former,
      missing: former === null && signed.size > head.size ? { from: head.size, to: signed.size } : null,
      since: formatInstant(sinceUs),
      until: formatInstant(untilUs),
      evidence: [...given.named],
    };
    const recovery = await logRecovery(database, { dataDir: given.dataDir, log, stated });
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    return { frames, recovery, lostSeconds: Math.ceil((untilUs - sinceUs) / 1e6) };
  } finally {
    database.close();
  }
}

/** What the mark knows; where it is lost, the backup, and that the loss may reach until now. */
function lastSigned(
  markFile: string,
  { head, sinceUs }: { readonly head: LogHead; readonly sinceUs: number },
): { readonly signed: LogHead; readonly untilUs: number } {
  const mark = HighWaterMarkFile.open(markFile);
  const knownUs = mark === null ? Date.now() * 1_000 : Math.floor(statSync(markFile).mtimeMs) * 1_000;
  const isAhead = mark !== null && mark.head.size > head.size;
  return { signed: isAhead ? mark.head : head, untilUs: Math.max(knownUs, sinceUs) };
}

/** Under its own name after all that was signed, or under another one after what the backup holds. */
async function resume(
  database: DatabaseSync,
  { dataDir, markFile, newOrigin, head }: Restoring & { readonly head: LogHead },
): Promise<LogNeeds> {
  const rows = new LogRows(database);
  const signer = openLogSigner(dataDir, newOrigin ?? originOf(database));
  const options = { signer, markFile, sha256 };
  if (newOrigin !== null) {
    keepFormerTrust(dataDir);
    renameLog(database, rows, options);
  } else {
    const mark = HighWaterMarkFile.open(markFile);
    if (mark !== null && mark.head.size > head.size) crossGap(database, { rows, head, mark, signer });
  }
  return resumeLog(database, options);
}

/** Evidence of the old name is verified by the files that were published with it. */
function keepFormerTrust(dataDir: string): void {
  const keys = join(dataDir, keysFolder);
  for (const name of ["trust.json", "trust-keyring.json", "keyring.json", "log.vkey", "log-public.pem"]) {
    if (existsSync(join(keys, name))) copyFileSync(join(keys, name), join(keys, `former-${name}`));
  }
}

async function logRecovery(
  database: DatabaseSync,
  given: {
    readonly dataDir: string;
    readonly log: LogNeeds;
    readonly stated: Omit<Recovery, "schema" | "at">;
  },
): Promise<NonNullable<RestoreReport["recovery"]>> {
  const { dataDir, log, stated } = given;
  const nowUs = () => Date.now() * 1_000;
  const scoring = nameScoring(defaultSettings);
  const { signer } = await KeyringKeeper.open(database, { dataDir, log, scoring, nowUs });
  const atUs = nowUs();
  const recovery: Recovery = { schema: "urn:plumbline:recovery:1", at: formatInstant(atUs), ...stated };
  const grown = await new SqliteStore(database).transact(async (transaction) => {
    const document = {
      ...signDocument("recovery", plain(recovery), { signer, sha256 }),
      organisation: null,
      subject: String(stated.backup.size),
      loggedAtUs: atUs,
    };
    const entered = enterInLog({ documents: [document], evidence: [] }, await transaction.readLogEdge(), log);
    await transaction.write({ ...noChanges, scoring, documents: entered.documents, log: entered.log });
    return entered.log;
  });
  log.mark.raise(grown);
  return { ...recovery, logIndex: grown.size - 1 };
}

function plain({ missing, ...rest }: Recovery) {
  return { ...rest, missing: missing === null ? null : { ...missing } };
}

/** The tiles, the stretch that is missing, and the checkpoint of all that was signed: signed again, it is the same. */
function crossGap(
  database: DatabaseSync,
  given: {
    readonly rows: LogRows;
    readonly head: LogHead;
    readonly mark: HighWaterMarkFile;
    readonly signer: NoteSigner;
  },
): void {
  const { rows, head, mark, signer } = given;
  const bridge = bridgeOf(rows, head, mark);
  if (bridge === null) throw new LogGuardFault("the hashes beside the high-water mark changed meanwhile");
  const { size, root } = bridge.to;
  const checkpoint = signNote(formatCheckpoint({ origin: signer.name, size, root }), [signer]);
  const changed = [
    { table: "log_gap", key: [bridge.from] },
    { table: "log_checkpoint", key: [size] },
  ] as const;
  inTransaction(database, () =>
    new RowChanges(database).record(changed, () =>
      rows.bridge({ from: bridge.from, size, root, checkpoint, tiles: bridge.tiles }, Date.now() * 1_000),
    ),
  );
}

function originOf(database: DatabaseSync): string {
  const known = metaValue(database, "log_key") ?? "";
  return known.slice(0, known.indexOf("+"));
}

/** The newest thing that a backup knows of. */
function newestMoment(database: DatabaseSync): { readonly frames: number; readonly sinceUs: number } {
  const row = prepareQuery<{ frames: number; sinceUs: number | null }>(
    database,
    `SELECT (SELECT count(*) FROM frame) AS frames, max(
       ifnull((SELECT received_us FROM frame ORDER BY position DESC LIMIT 1), 0),
       ifnull((SELECT max(logged_us) FROM log_document), 0),
       ifnull((SELECT max(at_us) FROM audit_record), 0)) AS sinceUs`,
  ).get();
  return { frames: row?.frames ?? 0, sinceUs: row?.sinceUs ?? 0 };
}

/** Evidence that is not in the restored store, by the store that was replaced and by messages on their way to webhooks. */
function namesOfLost(folders: readonly string[], restored: string): readonly string[] {
  const names = new Set<string>();
  const sources: readonly (readonly [keyof DataFolder & ("database" | "webhooks"), DatabaseForm, string])[] =
    [
      ["database", storeForm, "SELECT event_id AS id FROM evidence"],
      [
        "webhooks",
        webhookForm,
        "SELECT DISTINCT event ->> '$.data.evidence_id' AS id FROM delivery WHERE event_type = 'evidence.issued'",
      ],
    ];
  for (const at of folders) {
    for (const [file, form, sql] of sources)
      for (const id of idsIn(dataFolder(at)[file], form, sql)) names.add(id);
  }
  for (const id of idsIn(restored, storeForm, "SELECT event_id AS id FROM evidence")) names.delete(id);
  return [...names].toSorted();
}

/** None where the file is missing or cannot be read any more: it is what was lost. */
function idsIn(path: string, form: DatabaseForm, sql: string): readonly string[] {
  if (!existsSync(path)) return [];
  try {
    const examined = openForExamination(path, form);
    try {
      return prepareQuery<{ id: string | null }>(examined.database, sql)
        .all()
        .flatMap(({ id }) => id ?? []);
    } finally {
      examined.close();
    }
  } catch {
    return [];
  }
}
