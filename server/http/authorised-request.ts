import type { Operation } from "../../core/contract/openapi/operation.ts";
import type { Caller } from "../app/application.ts";
import type { Answer } from "./answer/answer.ts";
import type { Exchange } from "./exchange.ts";
import type { PathValues, QueryValues } from "./parameters.ts";

/** A request that passed every check its head allows: known route, known caller, method, scope, query. */
export interface AuthorisedRequest {
  readonly exchange: Exchange;
  readonly operation: Operation;
  readonly caller: Caller;
  /** Path parameters, plausible ones. */
  readonly path: PathValues;
  readonly query: QueryValues;
  /** Path and query as sent: part of what makes two requests the same. */
  readonly target: { readonly path: string; readonly query: string };
}

/** What an operation does with a request; refusals are thrown, at once or later. */
export interface Handler {
  (request: AuthorisedRequest): Promise<Answer>;
  /** It takes no turn among the reads: a queue of its own lets it wait. */
  readonly hasOwnQueue?: true;
}
