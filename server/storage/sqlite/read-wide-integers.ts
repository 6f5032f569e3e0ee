import type { DatabaseSync, SQLOutputValue, StatementSync } from "node:sqlite";

type Row = Record<string, SQLOutputValue>;

/**
 * Makes every statement of a connection read integers beyond 2⁵³, at which the platform throws. A clock or a disk that
 * went wrong can leave such numbers in a folder, and one of them must not keep all the rest from being read. What a
 * binary64 wrote comes back as that binary64, bit for bit, so that the fold over it stays what it was.
 */
export function readWideIntegers(database: DatabaseSync): DatabaseSync {
  const prepare = database.prepare.bind(database);
  database.prepare = (...asked) => widened(prepare(...asked));
  return database;
}

function widened(statement: StatementSync): StatementSync {
  const get = statement.get.bind(statement) as (...values: unknown[]) => Row | undefined;
  const all = statement.all.bind(statement) as (...values: unknown[]) => Row[];
  const again = <T>(read: () => T): T => {
    statement.setReadBigInts(true);
    try {
      return read();
    } finally {
      statement.setReadBigInts(false);
    }
  };
  statement.get = (...values: unknown[]) => {
    try {
      return get(...values);
    } catch (fault) {
      if (!isTooWide(fault)) throw fault;
      const row = again(() => get(...values));
      return row === undefined ? undefined : narrowed(row);
    }
  };
  statement.all = (...values: unknown[]) => {
    try {
      return all(...values);
    } catch (fault) {
      if (!isTooWide(fault)) throw fault;
      return again(() => all(...values)).map(narrowed);
    }
  };
  return statement;
}

function isTooWide(fault: unknown): boolean {
  return fault instanceof Error && "code" in fault && fault.code === "ERR_OUT_OF_RANGE";
}

function narrowed(row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === "bigint" ? Number(value) : value]),
  );
}
