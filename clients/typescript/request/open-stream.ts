import { APIConnectionError, type APIError, APITimeoutError, UnexpectedAnswerError } from "../errors.ts";
import type { Call } from "./call.ts";
import { shownHeaders } from "./client-log.ts";
import { readRefusal } from "./read-refusal.ts";
import { requestHeaders } from "./request-headers.ts";
import { reasonOf, urlOf } from "./send-request.ts";
import type { Transport } from "./transport.ts";

export interface OpenStream {
  /** `GET https://…/v1/events`, for messages. */
  readonly name: string;
  readonly body: ReadableStream<Uint8Array>;
  /** Called whenever something came: the time of silence begins anew. */
  readonly alive: () => void;
  readonly close: () => void;
}

/** Sends a call, once, whose answer goes on and on. It breaks off when nothing comes for too long. */
export async function openStream(
  call: Pick<Call<unknown>, "path" | "query" | "accept" | "options">,
  transport: Transport,
  idleTimeoutMs: number,
): Promise<OpenStream> {
  const name = `GET ${transport.baseUrl}${call.path}`;
  const watch = watched(call.options?.signal, transport.timeoutMs);
  try {
    const response = await answerOf(call, transport, { name, signal: watch.signal });
    if (response.status >= 400) throw await refusalOf(response, name);
    const body = bodyOf(response, name);
    watch.limit(idleTimeoutMs);
    return { name, body, alive: () => watch.limit(idleTimeoutMs), close: watch.close };
  } catch (error) {
    watch.close();
    throw error;
  }
}

/** A signal that ends with the caller's, or after a time that can be set anew. */
function watched(outer: AbortSignal | undefined, firstMs: number) {
  const inner = new AbortController();
  const stop = () => inner.abort(outer?.reason);
  if (outer?.aborted === true) stop();
  outer?.addEventListener("abort", stop, { once: true });
  const end = (ms: number) => () => inner.abort(new APITimeoutError(`nothing came within ${ms} ms`));
  let timer = setTimeout(end(firstMs), firstMs);
  return {
    signal: inner.signal,
    limit: (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(end(ms), ms);
    },
    close: () => {
      clearTimeout(timer);
      outer?.removeEventListener("abort", stop);
      inner.abort();
    },
  };
}

async function answerOf(
  call: Pick<Call<unknown>, "path" | "query" | "accept" | "options">,
  transport: Transport,
  { name, signal }: { readonly name: string; readonly signal: AbortSignal },
): Promise<Response> {
  const headers = requestHeaders(call, transport, null);
  transport.log.note("debug", name, { headers: shownHeaders(headers) });
  try {
    const response = await transport.fetch(urlOf(call, transport), { headers, signal, redirect: "manual" });
    transport.log.note("debug", `${name} answered ${response.status}`, { status: response.status });
    return response;
  } catch (cause) {
    if (signal.reason instanceof APITimeoutError) throw signal.reason;
    throw new APIConnectionError(`${name}: ${reasonOf(cause)}`, { cause });
  }
}

async function refusalOf(response: Response, name: string): Promise<APIError> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const { status, headers } = response;
  return readRefusal({ status, headers, bytes, request: name }, Date.now());
}

function bodyOf(response: Response, name: string): ReadableStream<Uint8Array> {
  const mediaType = response.headers.get("content-type") ?? "no media type";
  const isStream = response.status === 200 && mediaType.startsWith("text/event-stream");
  if (isStream && response.body !== null) return response.body;
  throw new UnexpectedAnswerError(
    `${name} answered ${response.status}, ${mediaType}, instead of a stream`,
    response,
  );
}
