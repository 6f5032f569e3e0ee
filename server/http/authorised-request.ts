import type { Operation } from "../../core/contract/openapi/operations.ts";
import type { Caller } from "../app/application.ts";
import type { Answer } from "./answer/answer.ts";
import type { Exchange } from "./exchange.ts";

/** A request that passed every check its head allows: known route, known caller, method, scope, query. */
export interface Ask {
  readonly exchange: Exchange;
  readonly operation: Operation;
  readonly caller: Caller;
  /** Path parameters by name, decoded and plausible. */
  readonly path: Readonly<Record<string, string>>;
  /** Query parameters by name, parsed, defaults filled in. */
  readonly query: QueryValues;
  /** Path and query as sent: part of what makes two requests the same. */
  readonly target: { readonly path: string; readonly query: string };
}

export type QueryValues = Readonly<Record<string, string | number | readonly (string | number)[]>>;

/** What an operation does with a request; refusals are thrown. */
export type Handler = (ask: Ask) => Promise<Answer>;

/** Operations without a key know of the request only what is public. */
export type PublicHandler = (exchange: Exchange) => Promise<Answer>;

export function textOf(query: QueryValues, name: string): string | undefined {
  const value = query[name];
  return typeof value === "string" ? value : undefined;
}

export function numberOf(query: QueryValues, name: string): number | undefined {
  const value = query[name];
  return typeof value === "number" ? value : undefined;
}

export function textsOf(query: QueryValues, name: string): readonly string[] | undefined {
  const value = query[name];
  return typeof value === "object" ? value.map(String) : undefined;
}
