import { InvalidArgumentError } from "../errors.ts";
import type { Answer } from "./answer.ts";
import { jsonText } from "./json-text.ts";

/** What may be said differently for a single call. */
export interface RequestOptions {
  /** Ends the call, also between two attempts: the promise rejects with an APIAbortError whose cause is its reason. */
  readonly signal?: AbortSignal;
  /** Sent along; one of the client's own of the same name gives way. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Longest wait for one attempt's whole answer. */
  readonly timeoutMs?: number;
  /** Longest wait for the call as a whole: attempts and the waits between them. */
  readonly totalTimeoutMs?: number;
  readonly maxRetries?: number;
}

export interface PostOptions extends RequestOptions {
  /** Default: a new random key for each call, kept over its retries, so that a retry is answered like the first attempt. */
  readonly idempotencyKey?: string;
}

/** One operation, ready to be sent; `read` makes the result of a whole answer. */
export interface Call<Result> {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly query?: Query | undefined;
  /** Media types, most wanted first; what a refusal looks like is always welcome. */
  readonly accept: string;
  readonly body?: RequestBody;
  readonly read: (answer: Answer) => Result;
  /** True for what counts once by itself: it bears no Idempotency-Key but the caller's. */
  readonly countsOnce?: true;
  /** A status of 400 or above that is an answer of this operation, not a refusal. */
  readonly alsoAnswers?: number;
  readonly options?: PostOptions | undefined;
}

export interface RequestBody {
  readonly content: string | Uint8Array<ArrayBuffer>;
  readonly mediaType: string;
  readonly coding?: "gzip";
}

export type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

export function jsonBody(value: unknown): RequestBody {
  return { content: jsonText(value), mediaType: "application/json" };
}

/** A path whose placeholders are each one segment, whatever their values hold. */
export function pathOf(parts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return parts.reduce((path, part, at) => `${path}${segment(values[at - 1]!)}${part}`);
}

/** A value whose slashes are meant: the index of a tile, the name of a format. */
export function pathWithSlashes(value: string): string {
  return value
    .split("/")
    .map((part) => pathOf`${part}`)
    .join("/");
}

/** `.` and `..` as whole segments would be resolved away by every URL parser, coded or not. */
function segment(value: string | number): string {
  const coded = encodeURIComponent(value);
  if (coded === "" || coded === "." || coded === "..") {
    throw new InvalidArgumentError(`${JSON.stringify(value)} cannot stand in a path`);
  }
  return coded;
}
