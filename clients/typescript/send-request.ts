import {
  ConnectionError,
  problemError,
  ProblemError,
  TimeoutError,
  UnexpectedAnswerError,
} from "./errors.ts";
import type { AnyProblem } from "./errors.ts";

/** How one call goes out; the client fills what the caller leaves open. */
export interface Transport {
  readonly baseUrl: string;
  readonly apiKey: string | null;
  /** Longest wait for one attempt's whole answer, milliseconds. */
  readonly timeoutMs: number;
  /** Further attempts after the first. */
  readonly retries: number;
  readonly fetch: typeof fetch;
  /** Uniform on [0, 1): spreads the retries of many clients. */
  readonly random: () => number;
}

export interface Call {
  readonly method: "GET" | "POST" | "PUT";
  readonly path: string;
  readonly query?: Query;
  readonly accept?: string;
  readonly body?: { readonly content: string | Uint8Array<ArrayBuffer>; readonly mediaType: string };
  readonly idempotencyKey?: string;
  /** A status of 400 or above that is an answer of this operation, not a refusal. */
  readonly alsoAnswers?: number;
  readonly signal?: AbortSignal;
}

export type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

/**
 * Sends a call and gives the whole answer, or throws one of the errors of errors.ts. Every call of the contract is safe
 * to repeat (frames count once, other writes carry an Idempotency-Key), so a lost connection, a timeout, 429, 503 and
 * "still in progress" are tried again, with full jitter and never before the time the service asks for.
 * An abort by the caller's signal throws that signal's reason at once.
 */
export async function sendRequest(call: Call, transport: Transport): Promise<Answer> {
  for (let attempt = 0; ; attempt += 1) {
    const outcome = await attemptOnce(call, transport);
    if (!(outcome instanceof Error)) return outcome;
    if (attempt >= transport.retries || !isWorthRepeating(outcome)) throw outcome;
    await pause(pauseMs(attempt, outcome, transport.random), call.signal);
  }
}

const firstPauseMs = 250;
const longestPauseMs = 8_000;
/** A service that asks for more than this is better left to the caller. */
const longestRetryAfterS = 60;

async function attemptOnce(call: Call, transport: Transport): Promise<Answer | Error> {
  const timeout = AbortSignal.timeout(transport.timeoutMs);
  const signal = call.signal === undefined ? timeout : AbortSignal.any([call.signal, timeout]);
  const where = `${call.method} ${transport.baseUrl}${call.path}`;
  try {
    const response = await transport.fetch(urlOf(call, transport), {
      method: call.method,
      headers: headersOf(call, transport),
      signal,
      ...(call.body === undefined ? {} : { body: call.body.content }),
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (response.status < 400 || response.status === call.alsoAnswers)
      return { status: response.status, headers: response.headers, bytes };
    return refusalOf(response, bytes);
  } catch (cause) {
    call.signal?.throwIfAborted();
    if (timeout.aborted) {
      return new TimeoutError(`${where}: no answer within ${transport.timeoutMs} ms`, { cause });
    }
    return new ConnectionError(`${where}: ${reasonOf(cause)}`, { cause });
  }
}

function urlOf(call: Call, transport: Transport): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (value === undefined) continue;
    const values = typeof value === "object" ? value : [String(value)];
    for (const each of values) query.append(name, each);
  }
  const search = query.size === 0 ? "" : `?${query.toString()}`;
  return `${transport.baseUrl}${call.path}${search}`;
}

function headersOf(call: Call, transport: Transport): Record<string, string> {
  const headers: Record<string, string> = {
    accept: call.accept ?? "application/json, application/problem+json",
  };
  if (transport.apiKey !== null) headers["authorization"] = `Bearer ${transport.apiKey}`;
  if (call.body !== undefined) headers["content-type"] = call.body.mediaType;
  if (call.idempotencyKey !== undefined) headers["idempotency-key"] = call.idempotencyKey;
  return headers;
}

function refusalOf(response: Response, bytes: Uint8Array): Error {
  const mediaType = response.headers.get("content-type") ?? "none";
  if (!mediaType.startsWith("application/problem+json")) {
    return new UnexpectedAnswerError(
      `status ${response.status} with media type ${mediaType}: not an answer of this service`,
      response.status,
    );
  }
  const problem: AnyProblem = JSON.parse(new TextDecoder().decode(bytes));
  const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
  return problemError(problem, Number.isFinite(retryAfter) ? retryAfter : null);
}

function isWorthRepeating(error: Error): boolean {
  if (error instanceof ConnectionError || error instanceof TimeoutError) return true;
  if (!(error instanceof ProblemError)) return false;
  if ((error.retryAfterS ?? 0) > longestRetryAfterS) return false;
  return error.status === 429 || error.status === 503 || error.code === "idempotency_in_progress";
}

function pauseMs(attempt: number, error: Error, random: () => number): number {
  const jittered = random() * Math.min(longestPauseMs, firstPauseMs * 2 ** attempt);
  const asked = error instanceof ProblemError ? (error.retryAfterS ?? 0) * 1000 : 0;
  return asked + jittered;
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}

/** What went wrong below fetch, which hides it one level down. */
function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const below = cause.cause;
  if (!(below instanceof Error)) return cause.message;
  const code = "code" in below ? String(below.code) : below.name;
  return below.message === "" ? code : below.message;
}
