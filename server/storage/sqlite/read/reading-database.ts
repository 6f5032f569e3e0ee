import type { DatabaseSync, StatementSync } from "node:sqlite";

import { queryOf, type Query } from "../prepare-query.ts";

/** The synchronous side of a reading port: one ask in, its answer out. */
export type QueriesOf<Port> = {
  readonly [Name in keyof Port]: Port[Name] extends (ask: infer Ask) => Promise<infer Answer>
    ? (ask: Ask) => Answer
    : never;
};

/** How many different statements are kept prepared; the queries below have fewer than that. */
const preparedLimit = 200;

/** A connection that reads, with its statements prepared once. */
export class ReadingDatabase {
  readonly #database: DatabaseSync;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  query<Row>(sql: string): Query<Row> {
    return queryOf<Row>(this.#prepare(sql));
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

  #prepare(sql: string): StatementSync {
    const known = this.#prepared.get(sql);
    if (known !== undefined) return known;
    if (this.#prepared.size >= preparedLimit) this.#prepared.clear();
    const statement = this.#database.prepare(sql);
    statement.setAllowUnknownNamedParameters(true);
    this.#prepared.set(sql, statement);
    return statement;
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
