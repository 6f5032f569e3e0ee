import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";

type NamedValues = Readonly<Record<string, SQLInputValue>>;

/** A prepared query whose rows have this shape: for each column of the result its name and type. */
export interface Query<Row> {
  get(...values: readonly SQLInputValue[]): Row | undefined;
  get(values: NamedValues): Row | undefined;
  all(...values: readonly SQLInputValue[]): Row[];
  all(values: NamedValues): Row[];
  iterate(...values: readonly SQLInputValue[]): IterableIterator<Row>;
  /** Row by row, for more than fit into memory at once. */
  iterate(values: NamedValues): IterableIterator<Row>;
}

export function prepareQuery<Row>(database: DatabaseSync, sql: string): Query<Row> {
  return queryOf<Row>(database.prepare(sql));
}

/** How many different statements are kept prepared; those who ask have fewer than that. */
const preparedLimit = 200;

/** The queries of one connection, each prepared once: to be prepared often takes longer than to be asked. */
export class PreparedQueries {
  readonly #database: DatabaseSync;
  readonly #onPrepared: (statement: StatementSync) => void;
  readonly #prepared = new Map<string, StatementSync>();

  constructor(database: DatabaseSync, onPrepared: (statement: StatementSync) => void = () => {}) {
    this.#database = database;
    this.#onPrepared = onPrepared;
  }

  query<Row>(sql: string): Query<Row> {
    return queryOf<Row>(this.#prepared.get(sql) ?? this.#prepare(sql));
  }

  #prepare(sql: string): StatementSync {
    if (this.#prepared.size >= preparedLimit) this.#prepared.clear();
    const statement = this.#database.prepare(sql);
    this.#onPrepared(statement);
    this.#prepared.set(sql, statement);
    return statement;
  }
}

/**
 * A statement of which is known what its rows look like. The tables are STRICT, so that a column has the type it is
 * declared with; what else a query computes is known from its text. This is the one place where that is taken for granted.
 */
export function queryOf<Row>(statement: StatementSync): Query<Row> {
  return statement as unknown as Query<Row>;
}

/** What was stored as JSON, by this version or an earlier one. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- as above: what was stored is known, and asserted here once
export function parseStored<Value>(json: string | Uint8Array): Value {
  return JSON.parse(typeof json === "string" ? json : Buffer.from(json).toString("utf8")) as Value;
}
