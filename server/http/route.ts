import type { Deprecation } from "../../core/contract/openapi/deprecations.ts";
import type { QueryParameter } from "../../core/contract/openapi/query-parameters.ts";
import type { Operation } from "../../core/contract/openapi/operation.ts";
import type { Answer } from "./answer/answer.ts";
import type { Application } from "../app/application.ts";
import type { Handler } from "./authorised-request.ts";
import type { Exchange } from "./exchange.ts";
import type { PathValues, QueryValues } from "./parameters.ts";

/** What answers one method of one path. */
export type Endpoint = KeyedEndpoint | PublicEndpoint;

export interface KeyedEndpoint {
  readonly kind: "keyed";
  readonly operation: Operation;
  readonly handle: Handler;
  /** Where it should no longer be built on. */
  readonly deprecation?: Deprecation;
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
  /** Reads what is stored: in turn with what others read. */
  readonly isRead?: true;
  readonly deprecation?: Deprecation;
  readonly handle: PublicHandler;
}

/** Operations without a key know of the request only what is public. */
export type PublicHandler = (exchange: Exchange, path: PathValues, query: QueryValues) => Promise<Answer>;

/** What anybody may read of the application: the log, keys and roots, nothing about any vehicle. */
export type PublicOperation = (application: Application) => PublicHandler;

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

/** Whether it is answered however busy the server is. */
export function isVital(route: Route | null, method: string): boolean {
  const endpoint = route === null ? undefined : endpointFor(route, method);
  return endpoint?.kind === "public" && endpoint.isVital === true;
}

/** The methods of a path, for `Allow`. */
export function allowedMethods(route: Route): string {
  const methods = [...route.endpoints.keys()];
  return (
    methods.includes("GET") ? ["GET", "HEAD", ...methods.filter((method) => method !== "GET")] : methods
  ).join(", ");
}
