/** One case of the HTTP table: what a client is asked to do, what the service answers, and what has to come of it. */
export interface HttpCase {
  readonly name: string;
  /** Settings of the client that differ from its own. */
  readonly client?: {
    readonly max_retries?: number;
    readonly timeout_s?: number;
    readonly total_timeout_s?: number;
  };
  readonly call: HttpCall;
  /** In turn, one a request. */
  readonly answers: readonly ScriptedAnswer[];
  /** Nobody listens at the client's address. */
  readonly unreachable?: true;
  readonly expected: ExpectedExchange;
}

export interface HttpCall {
  /** Of the OpenAPI document; `../operations.json` says which method that is. */
  readonly operation: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | readonly string[]>>;
  readonly body?: unknown;
  /** Lines of frames in place of a body: the method that takes lines. */
  readonly ndjson?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly idempotency_key?: string;
  /** The list is read to its end, page after page. */
  readonly every_page?: true;
}

export interface ScriptedAnswer {
  /** 200 when left out. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** One of four forms of a body; `problem` is completed to a whole problem document. */
  readonly json?: unknown;
  readonly problem?: Readonly<Record<string, unknown>>;
  readonly text?: string;
  readonly base64?: string;
  readonly large_header_bytes?: number;
  readonly fault?: "drop" | "silence" | "half" | "half_chunked" | "slow_body";
}

export interface ExpectedExchange {
  /** How many requests go out. */
  readonly attempts: number;
  /** One for all attempts, or one for each. */
  readonly requests?: readonly ExpectedRequest[];
  /** `made`: the client's own, the same in every attempt. `given`: the caller's, likewise. */
  readonly idempotency_key?: "made" | "given" | "none";
  /** Least and most seconds of each wait the client asks for between two attempts. */
  readonly waits_s?: readonly (readonly [least: number, most: number])[];
  readonly outcome: ExpectedOutcome;
}

export interface ExpectedRequest {
  readonly method?: string;
  readonly path?: string;
  /** As it stands behind the question mark. */
  readonly query?: string;
  /** A regular expression that the header matches; null: the header is not sent. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly json?: unknown;
}

export type ExpectedOutcome =
  | { readonly value: unknown }
  /** The bytes of the answer. */
  | { readonly base64: string }
  /** What reading every page gave. */
  | { readonly items: readonly unknown[] }
  | { readonly error: ExpectedError };

export interface ExpectedError {
  readonly class: string;
  readonly status?: number;
  readonly code?: string | null;
  readonly title?: string;
  readonly detail?: string;
  readonly request_id?: string | null;
  readonly errors?: readonly unknown[];
  readonly retry_after_s?: number | null;
}

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Decoded where it came gzipped. */
  readonly body: string;
}
