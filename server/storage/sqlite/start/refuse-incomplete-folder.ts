import { existsSync } from "node:fs";
import { dirname } from "node:path";
import type { DatabaseSync } from "node:sqlite";

import { LogGuardFault } from "../../../app/ports/high-water-mark.ts";
import type { DataFolder } from "../../data-folder.ts";
import { HighWaterMarkFile } from "../../high-water-mark-file.ts";
import { metaValue } from "../meta-value.ts";
import { openIfNotEmpty } from "./open-if-not-empty.ts";

/** What lies beside the database and belongs to its log. */
export interface LogFiles {
  /** Where the high-water mark is. */
  readonly markFile: string;
  readonly logKey: string;
}

/**
 * Throws where a part of a data folder is missing that a new one must not stand in for: an empty database under a log that
 * was signed before would be a second history under the same key, and another key no key of this log. Asked before
 * anything is made, so that the folder stays as it was found.
 */
export function refuseIncompleteFolder({ database: path }: DataFolder, files: LogFiles): void {
  const database = openIfNotEmpty(path);
  if (database === null) return refuseLostDatabase(path, files);
  try {
    refuseLostKey(database, files);
  } finally {
    database.close();
  }
}

function refuseLostDatabase(path: string, { markFile, logKey }: LogFiles): void {
  const signed = HighWaterMarkFile.open(markFile)?.head.size ?? 0;
  if (signed === 0 && !existsSync(logKey)) return;
  const lost = existsSync(path) ? "is empty" : "is missing";
  const whose =
    signed > 0
      ? `a log of ${signed} entries was signed in this folder (high-water mark ${markFile})`
      : `the key of its log is there (${logKey})`;
  throw new LogGuardFault(
    `${path} ${lost}, but ${whose}. Put the newest copy of the database back: one that plumbline backup made, or ` +
      "plumbline.db together with its plumbline.db-wal, in which a running service keeps what is new. If there is none, " +
      "the frames and evidence in it are lost: start again in another folder, with other keys, under another log origin, " +
      `and keep ${dirname(path)} as it is.`,
  );
}

function refuseLostKey(database: DatabaseSync, { logKey }: LogFiles): void {
  const known = metaValue(database, "log_key");
  if (known === null || existsSync(logKey)) return;
  throw new LogGuardFault(
    `${logKey} is missing: the log of this database is signed with it (${known}), and with no other. Put the folder ` +
      "keys back, from the same backup as the database or a newer one.",
  );
}
