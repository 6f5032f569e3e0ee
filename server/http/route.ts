import type { QueryParameter } from "../../core/contract/openapi/query-parameters.ts";
import type { Operation } from "../../core/contract/openapi/operations.ts";
import type { Answer } from "./answer/answer.ts";
import type { Handler, QueryValues } from "./authorised-request.ts";
import type { Exchange } from "./exchange.ts";

/** What answers one method of one path. */
export type Endpoint = KeyedEndpoint | PublicEndpoint;

export interface KeyedEndpoint {
  readonly kind: "keyed";
  readonly operation: Operation;
  readonly perform: Handler;
}

/** Takes no key and no body. */
export interface PublicEndpoint {
  readonly kind: "public";
  /** `any` for pages that read their own addresses. */
  readonly query: readonly QueryParameter[] | "any";
  /** What it answers in, when the client may say what it accepts. */
  readonly accepts?: readonly string[];
  /** Answered however busy the server is. */
  readonly isVital?: true;
  readonly perform: (
    exchange: Exchange,
    path: Readonly<Record<string, string>>,
    query: QueryValues,
  ) => Promise<Answer>;
}

/** Everything at one path. */
export interface Route {
  /** As in the contract's table: a last parameter `{+name}` takes the rest of the path. */
  readonly path: string;
  readonly endpoints: ReadonlyMap<string, Endpoint>;
}

/** The endpoint of a method; HEAD is answered as GET is, without the body. */
export function endpointFor(route: Route, method: string): Endpoint | undefined {
  return route.endpoints.get(method === "HEAD" ? "GET" : method);
}

/** The methods of a path, for `Allow`. */
export function allowedMethods(route: Route): string {
  const methods = [...route.endpoints.keys()];
  return (
    methods.includes("GET") ? ["GET", "HEAD", ...methods.filter((method) => method !== "GET")] : methods
  ).join(", ");
}
