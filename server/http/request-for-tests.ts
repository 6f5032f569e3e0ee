import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";

import { type OperationId, operations } from "../../core/contract/openapi/operations.ts";
import type { AuthorisedRequest } from "./authorised-request.ts";
import { type Exchange, openExchange } from "./exchange.ts";

/** A request that arrived at a fixed time, on no connection. */
export function exchangeForTests(
  more: { readonly method?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Exchange {
  const incoming = new IncomingMessage(new Socket());
  incoming.method = more.method ?? "GET";
  Object.assign(incoming.headers, more.headers);
  const sources = {
    nowUs: () => Date.UTC(2026, 2, 1) * 1_000,
    randomHex: (bytes: number) => "5".repeat(bytes * 2),
  };
  return openExchange(incoming, new ServerResponse(incoming), { sources, expectsContinue: false });
}

/** A request whose body came in these pieces; null for one whose body never comes. */
export function exchangeWithBody(
  pieces: readonly (string | Buffer)[] | null,
  headers: Readonly<Record<string, string>> = {},
): Exchange {
  const exchange = exchangeForTests({ method: "POST", headers });
  const { incoming } = exchange;
  if (pieces === null) return exchange;
  for (const piece of pieces) incoming.push(piece);
  incoming.push(null);
  incoming.complete = true;
  return exchange;
}

/** A request for an operation that passed every check its head allows. */
export function requestForTests(
  operationId: OperationId,
  more: Partial<AuthorisedRequest> = {},
): AuthorisedRequest {
  const operation = operations.find((candidate) => candidate.operationId === operationId);
  if (operation === undefined) throw new Error(`there is no operation ${operationId}`);
  return {
    exchange: exchangeForTests({ method: operation.method }),
    operation,
    caller: { organisation: "org", keyId: "engineer", scopes: ["telemetry:write"], fleets: null },
    path: {},
    query: {},
    target: { path: operation.path, query: "" },
    ...more,
  };
}
