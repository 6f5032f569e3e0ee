import type { DatabaseSync, SQLInputValue, SQLOutputValue } from "node:sqlite";

import { PreparedQueries, type Query } from "../prepare-query.ts";

/** The synchronous side of a reading port: one ask in, its answer out. */
export type QueriesOf<Port> = {
  readonly [Name in keyof Port]: Port[Name] extends (ask: infer Ask) => Promise<infer Answer>
    ? (ask: Ask) => Answer
    : never;
};

/** A connection that reads, with its statements prepared once. */
export class ReadingDatabase {
  readonly #database: DatabaseSync;
  readonly #prepared: PreparedQueries;
  #take: ((columns: readonly SQLOutputValue[]) => void) | null = null;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#prepared = new PreparedQueries(database, (statement) => {
      statement.setAllowUnknownNamedParameters(true);
    });
    database.function("hand_over", { varargs: true }, (...columns: SQLOutputValue[]) => {
      this.#take?.(columns);
      return null;
    });
  }

  query<Row>(sql: string): Query<Row> {
    return this.#prepared.query<Row>(sql);
  }

  /**
   * Gives the columns of each row to `take` without making an object of the row: for a million rows a fifth of the time.
   * Integers that may be beyond 2⁵³ are cast to REAL in the query.
   */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what columns hold is known from the query's text and stated by `take`
  handOver<Columns extends readonly SQLOutputValue[]>(
    { columns, from }: { readonly columns: string; readonly from: string },
    values: Readonly<Record<string, SQLInputValue>>,
    take: (...columns: Columns) => void,
  ): void {
    this.#take = (row) => take(...(row as unknown as Columns));
    try {
      this.query(`SELECT count(hand_over(${columns})) FROM ${from}`).get(values);
    } finally {
      this.#take = null;
    }
  }

  /** Several questions about one moment. */
  together<T>(ask: () => T): T {
    this.#database.exec("BEGIN");
    try {
      return ask();
    } finally {
      this.#database.exec("COMMIT");
    }
  }
}

/** A list as one value, so that the statement's text does not depend on its length; null for no condition. */
export function listValue(list: readonly string[] | null): string | null {
  return list === null ? null : JSON.stringify(list);
}

/** SQL that holds when the list `name` is null or contains `expression`. */
export function isListed(expression: string, name: string): string {
  return `(:${name} IS NULL OR ${expression} IN (SELECT value FROM json_each(:${name})))`;
}
