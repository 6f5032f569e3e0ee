import { ClockFault } from "../../../app/clock-range.ts";
import { LogGuardFault } from "../../../app/log/log-guard-fault.ts";
import { DisplacedFault } from "./store-files.ts";

/**
 * What a failed write means for the service. `full`: no room; nothing was written, reads go on, try again later.
 * `busy`: another process holds the database; try again. `broken`: the disk or the file cannot be trusted any more, so
 * nothing more may be acknowledged and the process must end. `displaced`: the open files are not those of the folder any
 * more; nothing more may be acknowledged, but only this process can still read them. `clock`: nothing can be dated; reads
 * go on, try again later. `request`: the store is sound, the request was not.
 */
export type StoreFaultKind = "full" | "busy" | "broken" | "displaced" | "clock" | "request";

// Primary result codes of SQLite (https://www.sqlite.org/rescode.html); the low byte of the extended ones.
const sqliteBusy = 5;
const sqliteLocked = 6;
const sqliteNoMemory = 7;
const sqliteReadOnly = 8;
const sqliteIoError = 10;
const sqliteCorrupt = 11;
const sqliteFull = 13;
const sqliteCannotOpen = 14;
const sqliteNotADatabase = 26;

/** What the file system says where there is no room for a key, a mark or the reserve. */
const noRoomCodes: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT"]);

/**
 * After an I/O error (a failed fsync above all) it is unknown what is on the disk: the page cache may have dropped the
 * very pages that failed. Only a new process reading the file again knows.
 */
export function storeFaultKind(fault: unknown): StoreFaultKind {
  if (fault instanceof LogGuardFault) return fault.kind;
  if (fault instanceof DisplacedFault) return "displaced";
  if (fault instanceof ClockFault) return "clock";
  if (noRoomCodes.has((fault as { readonly code?: unknown } | null)?.code)) return "full";
  const extended = (fault as { readonly errcode?: unknown } | null)?.errcode;
  if (typeof extended !== "number") return "request";
  switch (extended & 0xff) {
    case sqliteFull:
      return "full";
    case sqliteBusy:
    case sqliteLocked:
      return "busy";
    case sqliteIoError:
    case sqliteCorrupt:
    case sqliteNotADatabase:
    case sqliteCannotOpen:
    case sqliteReadOnly:
    case sqliteNoMemory:
      return "broken";
    default:
      return "request";
  }
}
