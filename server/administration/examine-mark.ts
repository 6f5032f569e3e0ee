import { dirname, resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";

import type { LogHead } from "../app/ports/high-water-mark.ts";
import { messageOf } from "../platform/fault.ts";
import { HighWaterMarkFile } from "../storage/high-water-mark-file.ts";
import { whyNotSigned } from "../storage/sqlite/start/resume-log.ts";
import { LogRows } from "../storage/sqlite/write/rows/log-rows.ts";
import { failed, type Finding, ok, warning } from "./finding.ts";

const what = "high-water mark";

/** What the file held; `null`: there is none. */
export type ReadMark = { readonly head: LogHead | null } | { readonly fault: string };

export function readMark(markFile: string): ReadMark {
  try {
    return { head: HighWaterMarkFile.open(markFile)?.head ?? null };
  } catch (fault) {
    return { fault: messageOf(fault) };
  }
}

/** Whether the service would sign this log on. Nothing where no log has begun. */
export function examineMark(
  database: DatabaseSync,
  given: { readonly dataDir: string; readonly markFile: string; readonly marked: ReadMark },
): readonly Finding[] {
  const { dataDir, markFile, marked } = given;
  const rows = new LogRows(database);
  const head = rows.head();
  if (head === null) return [];
  const why = "fault" in marked ? marked.fault : whyNotSigned(marked.head, { head, rows, markFile });
  if (why !== null) return [failed(what, `the service will not start. ${why}`)];
  const agrees = `${markFile} agrees with the log, which ends at size ${head.size}`;
  const isBeside = dirname(resolve(markFile)) === resolve(dataDir);
  return [isBeside ? warning(what, `${agrees}${besideDatabase}`) : ok(what, agrees)];
}

const besideDatabase =
  "; it lies in the data folder: it is lost with its disk, and the log cannot be restored beyond the backup then; and putting the " +
  "whole folder back to an earlier state goes unnoticed. Set PLUMBLINE_LOG_MARK_FILE to a file on another disk";
