import { APIAbortError, APIConnectionError, APIError, APITimeoutError, PlumblineError } from "../errors.ts";
import type { Answer } from "./answer.ts";
import { boundedSignal } from "./bounded-signal.ts";
import type { Call } from "./call.ts";
import { shownHeaders } from "./client-log.ts";
import { readRefusal } from "./read-refusal.ts";
import { requestHeaders } from "./request-headers.ts";
import { retryWaitMs } from "./retry-wait.ts";
import type { Transport } from "./transport.ts";

/** Sends a call, again where that may help, and gives the whole answer, or throws one of the errors of errors.ts. */
export async function sendRequest(call: Call<unknown>, transport: Transport): Promise<Answer> {
  const request = prepare(call, transport);
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await attemptOnce(request, transport);
    if (!(outcome instanceof PlumblineError)) return outcome;
    const waitMs = attempt < request.maxRetries ? retryWaitMs(outcome, attempt, transport.random) : null;
    if (waitMs === null || performance.now() + waitMs >= request.deadlineMs) throw outcome;
    const reason = outcome instanceof APIError ? outcome.detail : outcome.message;
    transport.log.note("info", `${request.name} again in ${Math.round(waitMs)} ms: ${outcome.message}`, {
      reason,
    });
    await pauseUnlessAborted(waitMs, request, transport);
  }
}

/** What all attempts have in common. */
interface PreparedRequest {
  readonly name: string;
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body: string | Uint8Array<ArrayBuffer> | null;
  readonly alsoAnswers: number | undefined;
  readonly signal: AbortSignal | undefined;
  readonly timeoutMs: number;
  readonly totalTimeoutMs: number;
  readonly deadlineMs: number;
  readonly maxRetries: number;
}

function prepare(call: Call<unknown>, transport: Transport): PreparedRequest {
  const { options = {} } = call;
  const totalTimeoutMs = options.totalTimeoutMs ?? transport.totalTimeoutMs;
  return {
    name: `${call.method} ${transport.baseUrl}${call.path}`,
    url: urlOf(call, transport),
    method: call.method,
    headers: requestHeaders(call, transport, keyOf(call)),
    body: call.body?.content ?? null,
    alsoAnswers: call.alsoAnswers,
    signal: options.signal,
    timeoutMs: options.timeoutMs ?? transport.timeoutMs,
    totalTimeoutMs,
    deadlineMs: performance.now() + totalTimeoutMs,
    maxRetries: options.maxRetries ?? transport.maxRetries,
  };
}

function keyOf({ method, countsOnce, options = {} }: Call<unknown>): string | null {
  if (method !== "POST") return null;
  return options.idempotencyKey ?? (countsOnce === true ? null : randomKey());
}

export function urlOf(call: Pick<Call<unknown>, "path" | "query">, transport: Transport): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (value === undefined) continue;
    const values = typeof value === "object" ? value : [String(value)];
    for (const each of values) query.append(name, each);
  }
  const search = query.size === 0 ? "" : `?${query.toString()}`;
  return `${transport.baseUrl}${call.path}${search}`;
}

/** `crypto.randomUUID` is missing on pages served without TLS; this is not. */
function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function attemptOnce(request: PreparedRequest, transport: Transport): Promise<Answer | PlumblineError> {
  const leftMs = request.deadlineMs - performance.now();
  const bound = boundedSignal(request.signal, Math.max(0, Math.min(request.timeoutMs, leftMs)));
  const startedMs = performance.now();
  const { log } = transport;
  log.note("debug", `${request.method} ${request.url}`, { headers: shownHeaders(request.headers) });
  try {
    const answer = await exchange(request, transport, bound.signal);
    const { status, headers, bytes } = answer;
    const tookMs = Math.round(performance.now() - startedMs);
    const details = { status, headers: shownHeaders(headers), bytes: bytes.length, tookMs };
    log.note("debug", `${request.name} answered ${status}`, details);
    if (status < 400 || status === request.alsoAnswers) return answer;
    return readRefusal(answer, Date.now());
  } catch (cause) {
    return failureOf(cause, request, bound.timedOut());
  } finally {
    bound.release();
  }
}

async function exchange(
  { url, method, headers, body, name }: PreparedRequest,
  transport: Transport,
  signal: AbortSignal,
): Promise<Answer> {
  const response = await transport.fetch(url, { method, headers, body, signal, redirect: "manual" });
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { status: statusOf(response), headers: response.headers, bytes, request: name };
}

/** Browsers hide a redirect that is not followed behind the status 0. */
function statusOf(response: Response): number {
  return response.type === "opaqueredirect" ? 302 : response.status;
}

function failureOf(cause: unknown, request: PreparedRequest, timedOut: boolean): PlumblineError {
  const { name, signal, timeoutMs, totalTimeoutMs } = request;
  if (timedOut) {
    return new APITimeoutError(`${name}: no answer within ${Math.min(timeoutMs, totalTimeoutMs)} ms`, {
      cause,
    });
  }
  if (signal?.aborted === true) return abortOf(request);
  return new APIConnectionError(`${name}: ${reasonOf(cause)}`, { cause });
}

function abortOf({ name, signal }: PreparedRequest): APIAbortError {
  return new APIAbortError(`${name} was given up`, { cause: signal?.reason });
}

async function pauseUnlessAborted(ms: number, request: PreparedRequest, transport: Transport): Promise<void> {
  try {
    await transport.pause(ms, request.signal);
  } catch (cause) {
    throw request.signal?.aborted === true ? abortOf(request) : cause;
  }
}

/** What went wrong below fetch, which hides it one level down. */
export function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const below = cause.cause;
  if (!(below instanceof Error)) return cause.message;
  const code = "code" in below ? String(below.code) : below.name;
  return below.message === "" ? code : below.message;
}
