import { version } from "../version.ts";
import type { Call } from "./call.ts";
import { hostName } from "./host.ts";
import type { Transport } from "./transport.ts";

/** The caller's own win over the client's, and those of the call over both. */
export function requestHeaders(
  call: Pick<Call<unknown>, "accept" | "body" | "options">,
  transport: Pick<Transport, "apiKey" | "defaultHeaders">,
  idempotencyKey: string | null,
): Headers {
  const headers = new Headers({ accept: `${call.accept}, application/problem+json`, ...senderHeaders() });
  if (transport.apiKey !== null) headers.set("authorization", `Bearer ${transport.apiKey}`);
  if (call.body !== undefined) headers.set("content-type", call.body.mediaType);
  if (call.body?.coding !== undefined) headers.set("content-encoding", call.body.coding);
  if (idempotencyKey !== null) headers.set("idempotency-key", idempotencyKey);
  for (const given of [transport.defaultHeaders, call.options?.headers ?? {}]) {
    for (const [name, value] of Object.entries(given)) headers.set(name, value);
  }
  return headers;
}

/** Browsers have a User-Agent of their own; some would ask a service of another origin whether they may send this one. */
function senderHeaders(): Readonly<Record<string, string>> {
  const host = hostName();
  return {
    "x-plumbline-client": `typescript/${version} ${host}`,
    ...(host.includes("/") && { "user-agent": `plumbline-client-typescript/${version} (${host})` }),
  };
}
