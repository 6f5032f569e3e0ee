import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { openReadable } from "../open-database.ts";
import type { DatabaseForm } from "../schema/database-form.ts";
import { storeForm } from "../schema/store-form.ts";
import { sqliteCodeOf } from "../write/store-fault.ts";

/** A database to look at, also of an earlier version; nothing of its folder is changed. */
export interface ExaminedDatabase {
  readonly database: DatabaseSync;
  /** For further connections, as long as this one is open. */
  readonly address: string;
  close(): void;
}

/**
 * Opens a database to look at it, beside a running service or on a medium that cannot be written to. There SQLite has no
 * place for the index of a write-ahead log: a database without one is read as it stands, one with it from a copy. Throws
 * `DatabaseRefusal` for one that is not of this form, or newer.
 */
export function openForExamination(path: string, form = storeForm): ExaminedDatabase {
  try {
    const database = openReadable(path, { form });
    return { database, address: path, close: () => database.close() };
  } catch (fault) {
    if (!isUnwritable(fault)) throw fault;
  }
  if (hasLog(path)) return openCopy(path, form);
  const address = pathToFileURL(path);
  address.searchParams.set("immutable", "1");
  const database = openReadable(address.href, { form });
  return { database, address: address.href, close: () => database.close() };
}

function hasLog(path: string): boolean {
  return existsSync(`${path}-wal`) && statSync(`${path}-wal`).size > 0;
}

function openCopy(path: string, form: DatabaseForm): ExaminedDatabase {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-examined-"));
  try {
    const copy = join(folder, "plumbline.db");
    for (const suffix of ["", "-wal"]) copyFileSync(path + suffix, copy + suffix);
    const database = openReadable(copy, { form, called: path });
    return {
      database,
      address: copy,
      close() {
        database.close();
        rmSync(folder, { recursive: true });
      },
    };
  } catch (fault) {
    rmSync(folder, { recursive: true });
    throw fault;
  }
}

// Primary result codes of SQLite for a folder in which nothing can be made.
const unwritableCodes: ReadonlySet<number> = new Set([8, 10, 14]);

function isUnwritable(fault: unknown): boolean {
  const code = sqliteCodeOf(fault);
  return code !== null && unwritableCodes.has(code);
}
