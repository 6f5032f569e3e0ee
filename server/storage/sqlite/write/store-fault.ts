import { ClockFault } from "../../../app/clock-range.ts";
import { LogGuardFault } from "../../../app/ports/high-water-mark.ts";
import { DisplacedFault } from "./store-files.ts";

/**
 * What a failed write means for the service. `full`: no room; nothing was written, reads go on, try again later.
 * `busy`: another process holds the database; try again. `broken`: the disk or the file cannot be trusted any more, so
 * nothing more may be acknowledged and the process must end. `displaced`: the open files are not those of the folder any
 * more; nothing more may be acknowledged, but only this process can still read them. `clock`: nothing can be dated; reads
 * go on, try again later. `request`: the store is sound, the request was not.
 */
export type StoreFaultKind = "full" | "busy" | "broken" | "displaced" | "clock" | "request";

/**
 * Primary result codes of SQLite (https://www.sqlite.org/rescode.html). After an I/O error (a failed fsync above all) it
 * is unknown what is on the disk: the page cache may have dropped the very pages that failed. Only a new process reading
 * the file again knows.
 */
const kindOfCode: ReadonlyMap<number, StoreFaultKind> = new Map([
  [5, "busy"], // SQLITE_BUSY
  [6, "busy"], // SQLITE_LOCKED
  [7, "broken"], // SQLITE_NOMEM
  [8, "broken"], // SQLITE_READONLY
  [10, "broken"], // SQLITE_IOERR
  [11, "broken"], // SQLITE_CORRUPT
  [13, "full"], // SQLITE_FULL
  [14, "broken"], // SQLITE_CANTOPEN
  [26, "broken"], // SQLITE_NOTADB
]);

/** The codes of the file system where there is no room for a key, a mark or the reserve. */
const noRoomCodes: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT"]);

/** With any other fault the request, not the store, is at fault. */
export function storeFaultKind(fault: unknown): StoreFaultKind {
  if (fault instanceof LogGuardFault) return fault.kind;
  if (fault instanceof DisplacedFault) return "displaced";
  if (fault instanceof ClockFault) return "clock";
  if (noRoomCodes.has(memberOf(fault, "code"))) return "full";
  return kindOfCode.get(sqliteCodeOf(fault) ?? 0) ?? "request";
}

/** SQLite's primary result code, the low byte of the extended one; null for any other fault. */
export function sqliteCodeOf(fault: unknown): number | null {
  const extended = memberOf(fault, "errcode");
  return typeof extended === "number" ? extended & 0xff : null;
}

function memberOf(fault: unknown, name: string): unknown {
  return typeof fault === "object" && fault !== null ? Reflect.get(fault, name) : undefined;
}
