import type { Refusal } from "../../core/contract/refusal.ts";
import type { Exchange } from "./exchange.ts";

/** Where log lines go: an object and a sentence each, as pino takes them. */
export interface Log {
  info(members: object, message: string): void;
  warn(members: object, message: string): void;
  error(members: object, message: string): void;
}

/** What the log calls a request whose sender went away before it was complete. */
export const clientGone = "client_gone";

/** Refusals that say what the matter with the service is; the words of others may be those of the request. */
const ownTrouble: ReadonlySet<string> = new Set(["storage_unavailable", "clock_unusable"]);

/** What the line of a request says of its refusal. */
export function noteRefusal({ log }: Exchange, { code, detail }: Refusal): void {
  log.code = code;
  if (ownTrouble.has(code)) log.reason = detail;
}

/** One line a request, once it is over. No header, no query and no body ever gets into the log. */
export function logRequest(
  log: Log,
  exchange: Exchange,
  more: { readonly status: number; readonly nowUs: number },
): void {
  // The client had left before its answer: neither our fault nor a refusal. 499 is what nginx logs for it; it is never sent.
  const status = exchange.log.code === clientGone ? 499 : more.status;
  const line = {
    request_id: exchange.requestId,
    trace: exchange.traceparent.slice(3, 35),
    method: exchange.method,
    ...exchange.log,
    status,
    ms: Math.round((more.nowUs - exchange.receivedAtUs) / 100) / 10,
    peer: exchange.peerAddress,
  };
  // 503 asks to come again: overload, a stop, evidence that third parties have not answered for yet.
  if (status === 499) log.info(line, "the client left");
  else if (status === 503) log.warn(line, "request put off");
  else if (status >= 500) log.error(line, "request failed");
  else if (status >= 400) log.warn(line, "request refused");
  else log.info(line, "request answered");
}
