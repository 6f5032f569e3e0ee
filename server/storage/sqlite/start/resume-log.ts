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
import { LogRows } from "../write/rows/log-rows.ts";
import { metaValue } from "../meta-value.ts";

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
    rows.grow(appendToLog({ size: 0, root, tiles: [] }, [], { signer, sha256 }));
    database.prepare("INSERT INTO meta (name, value) VALUES ('log_key', ?)").run(formatVerifierKey(signer));
  });
  return { size: 0, root };
}

function refuseOtherKey(database: DatabaseSync, signer: NoteSigner): void {
  const known = metaValue(database, "log_key") ?? "";
  if (known === formatVerifierKey(signer)) return;
  const origin = known.slice(0, known.indexOf("+"));
  throw new LogGuardFault(
    origin === signer.name
      ? `keys/log-key.pem is not the key of this log (${known}). Put the folder keys back, from the same backup as the database.`
      : `This log is called ${origin}, and a log keeps its name: set PLUMBLINE_LOG_ORIGIN=${origin}.`,
  );
}

function openMark(head: LogHead, rows: LogRows, { markFile }: ResumeOptions): HighWaterMarkFile {
  const mark = HighWaterMarkFile.open(markFile);
  const why = whyNotSigned(mark?.head ?? null, { head, rows, markFile });
  if (mark === null || why !== null) throw new LogGuardFault(why ?? `${markFile} is missing`);
  // The process ended between a commit and its mark.
  if (mark.head.size < head.size) mark.raise(head);
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
      'restore" in docs/operations.md.'
    );
  }
  if (head.size < marked.size) {
    return (
      `This database is older than its log: it ends at size ${head.size}, and size ${marked.size} was signed already ` +
      `(high-water mark ${markFile}). Going on would fork the log. Restore the newest copy of the database; if there is ` +
      'none, see "Backup and restore" in docs/operations.md.'
    );
  }
  const root = rows.signedRoot(marked.size);
  if (root !== null && equalBytes(root, marked.root)) return null;
  return (
    `This database has another log: at size ${marked.size} another root was signed (high-water mark ${markFile}). ` +
    "Restore the database this data folder belongs to."
  );
}
