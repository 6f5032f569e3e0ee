import { expect, test } from "vitest";

import { ClockFault } from "../../../app/clock-range.ts";
import { LogGuardFault } from "../../../app/ports/high-water-mark.ts";
import { sqliteCodeOf, storeFaultKind } from "./store-fault.ts";
import { DisplacedFault } from "./store-files.ts";

const sqlite = (errcode: number) => Object.assign(new Error("SQLite"), { code: "ERR_SQLITE_ERROR", errcode });
const system = (code: string) => Object.assign(new Error("system"), { code });

test.each([
  ["SQLITE_FULL", sqlite(13), "full"],
  ["SQLITE_BUSY", sqlite(5), "busy"],
  ["SQLITE_BUSY_SNAPSHOT, an extended code", sqlite(517), "busy"],
  ["SQLITE_IOERR_FSYNC, an extended code", sqlite(1034), "broken"],
  ["SQLITE_CORRUPT", sqlite(11), "broken"],
  ["SQLITE_NOTADB", sqlite(26), "broken"],
  ["SQLITE_CONSTRAINT_UNIQUE, which the request caused", sqlite(2067), "request"],
  ["no room for a file", system("ENOSPC"), "full"],
  ["no quota for a file", system("EDQUOT"), "full"],
  ["a file that may not be read", system("EACCES"), "request"],
  ["an unusable clock", new ClockFault("it is 1970"), "clock"],
  ["files that were taken away", new DisplacedFault("It is gone.", "Put it back."), "displaced"],
  ["a log that would fork", new LogGuardFault("another history"), "broken"],
  ["a mark there is no room for", new LogGuardFault("no room", "full"), "full"],
  ["any other error", new TypeError("mistake"), "request"],
  ["no error at all", null, "request"],
] as const)("%s", (_, fault, kind) => {
  expect(storeFaultKind(fault)).toBe(kind);
});

test("the primary code of SQLite is the low byte of the extended one", () => {
  expect(sqliteCodeOf(sqlite(1034))).toBe(10);
  expect([sqliteCodeOf(system("ENOSPC")), sqliteCodeOf("text"), sqliteCodeOf(undefined)]).toEqual([
    null,
    null,
    null,
  ]);
});
