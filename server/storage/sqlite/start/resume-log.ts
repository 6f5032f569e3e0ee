import type { DatabaseSync } from "node:sqlite";

import { appendToLog } from "../../../../core/evidence/log/append-to-log.ts";
import { toBase64 } from "../../../../core/encoding/base64.ts";
import { equalBytes } from "../../../../core/encoding/bytes.ts";
import { LogTree } from "../../../../core/evidence/log/log-tree.ts";
import type { Sha256 } from "../../../../core/encoding/primitives.ts";
import { formatVerifierKey, type NoteSigner } from "../../../../core/evidence/log/signed-note.ts";
import type { LogNeeds } from "../../../app/log/enter-in-log.ts";
import { type LogHead, LogGuardFault } from "../../../app/ports/high-water-mark.ts";
import { HighWaterMarkFile } from "../../high-water-mark-file.ts";
import { inTransaction } from "../in-transaction.ts";
import { RowChanges } from "../row-changes.ts";
import { LogRows } from "../write/rows/log-rows.ts";
import { metaValue, setMetaValue } from "../meta-value.ts";
import { demonstration } from "../../../app/evidence/issue-evidence.ts";

export interface ResumeOptions {
  readonly signer: NoteSigner;
  /** Where the high-water mark is. */
  readonly markFile: string;
  readonly sha256: Sha256;
}

/**
 * Begins the log of a database, or goes on with it: the key must be the log's own, and the database must hold everything
 * that was ever signed. Throws `LogGuardFault` where signing on would make a second history.
 */
export function resumeLog(database: DatabaseSync, options: ResumeOptions): LogNeeds {
  const { signer, sha256 } = options;
  const rows = new LogRows(database);
  const head = rows.head() ?? beginLog(database, rows, options);
  refuseOtherKey(database, signer);
  const mark = openMark(head, rows, options);
  return { signer, mark, sha256 };
}

/** The checkpoint of a log without leaves, so that there always is one; and whose log it is. */
function beginLog(database: DatabaseSync, rows: LogRows, options: ResumeOptions): LogHead {
  const { signer, sha256, markFile } = options;
  const root = new LogTree(() => new Uint8Array(0), sha256).root(0);
  if (HighWaterMarkFile.open(markFile) === null) HighWaterMarkFile.begin(markFile, { size: 0, root });
  inTransaction(database, () => {
    new RowChanges(database).record([{ table: "log_checkpoint", key: [0] }], () =>
      rows.grow(appendToLog({ size: 0, root, tiles: [] }, [], { signer, sha256 })),
    );
    database.prepare("INSERT INTO meta (name, value) VALUES ('log_key', ?)").run(formatVerifierKey(signer));
  });
  return { size: 0, root };
}

/**
 * Lets the log go on under the name of this signer: nobody has seen a size of it that was signed so, whatever was signed
 * under the old name after what is here. Its keyring begins anew.
 */
export function renameLog(database: DatabaseSync, rows: LogRows, options: ResumeOptions): void {
  const head = rows.head();
  if (head === null) throw new Error("a log that has not begun has no other name");
  inTransaction(database, () => {
    const former = [metaValue(database, "former_log_keys"), metaValue(database, "log_key")];
    setMetaValue(database, "former_log_keys", former.filter((key) => key !== null).join("\n"));
    setMetaValue(database, "log_key", formatVerifierKey(options.signer));
    setMetaValue(database, "log_named_at", String(head.size));
  });
  HighWaterMarkFile.begin(options.markFile, head).keepLeafHashes(() => rows.leafHashes());
}

function refuseOtherKey(database: DatabaseSync, signer: NoteSigner): void {
  const known = metaValue(database, "log_key") ?? "";
  if (known === formatVerifierKey(signer)) return;
  const origin = originOf(known);
  throw new LogGuardFault(
    origin === signer.name
      ? `keys/log-key.pem is not the key of this log (${known}). Put the folder keys back, from the same backup as the database.`
      : (onlyDemonstration(origin) ??
          `This log is called ${origin}, and a log keeps its name: set PLUMBLINE_LOG_ORIGIN=${origin}.`),
  );
}

/** A log that has begun has a name; a service that was not given it must not go on beside it and sign nothing. */
export function refuseNamedLog(database: DatabaseSync): void {
  const known = metaValue(database, "log_key");
  if (known === null) return;
  const origin = originOf(known);
  throw new LogGuardFault(
    onlyDemonstration(origin) ??
      `This log is called ${origin}, and the service was started without its name or its issuer's: set ` +
        `PLUMBLINE_LOG_ORIGIN=${origin} and PLUMBLINE_ISSUER, or run plumbline init.`,
  );
}

function originOf(verifierKey: string): string {
  return verifierKey.slice(0, verifierKey.indexOf("+"));
}

/** Null for a log that was named to be relied on. */
function onlyDemonstration(origin: string): string | null {
  return origin === demonstration.logOrigin
    ? `This log is called ${origin}: this data folder is a demonstration's, and so is all evidence in it. For production take another data folder (--data-dir); with --dev and without PLUMBLINE_LOG_ORIGIN the demonstration goes on.`
    : null;
}

function openMark(head: LogHead, rows: LogRows, { markFile }: ResumeOptions): HighWaterMarkFile {
  const mark = HighWaterMarkFile.open(markFile);
  const why = whyNotSigned(mark?.head ?? null, { head, rows, markFile });
  if (mark === null || why !== null) throw new LogGuardFault(why ?? `${markFile} is missing`);
  // The process ended between a commit and its mark.
  if (mark.head.size < head.size) mark.raise({ ...head, leaves: rows.leavesFrom(mark.head.size) });
  mark.keepLeafHashes(() => rows.leafHashes());
  return mark;
}

/** Why the log of a database must not be signed on, by its high-water mark (null: there is none); null where it may be. */
export function whyNotSigned(
  marked: LogHead | null,
  log: { readonly head: LogHead; readonly rows: LogRows; readonly markFile: string },
): string | null {
  const { head, rows, markFile } = log;
  if (marked === null) {
    return (
      `The high-water mark of this log is missing (${markFile}): it says how far the log was signed, and a backup does ` +
      "not hold it. Put it back. Only if you are sure that nothing was signed after this database was copied, write it " +
      `again: echo '${head.size} ${toBase64(head.root)}' > ${markFile}. Otherwise that forks the log: see "Backup and ` +
      'restore" in docs/operations.md (plumbline restore --new-origin).'
    );
  }
  if (head.size < marked.size) {
    return (
      `This database is older than its log: it ends at size ${head.size}, and size ${marked.size} was signed already ` +
      `(high-water mark ${markFile}). Going on would fork the log. Restore the newest copy of the database: plumbline ` +
      'restore --from BACKUP lets the log go on after what was signed. See "Backup and restore" in docs/operations.md.'
    );
  }
  const root = rows.signedRoot(marked.size);
  if (root !== null && equalBytes(root, marked.root)) return null;
  return (
    `This database has another log: at size ${marked.size} another root was signed (high-water mark ${markFile}). ` +
    "Restore the database this data folder belongs to."
  );
}
