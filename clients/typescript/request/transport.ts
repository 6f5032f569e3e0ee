import type { ClientLog } from "./client-log.ts";

/** How calls go out; made once by the client. */
export interface Transport {
  /** Without a slash at its end; may have a path. */
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly timeoutMs: number;
  readonly totalTimeoutMs: number;
  /** Further attempts after the first. */
  readonly maxRetries: number;
  readonly defaultHeaders: Readonly<Record<string, string>>;
  readonly fetch: typeof fetch;
  readonly log: ClientLog;
  /** Between attempts; rejects when the signal ends it. */
  readonly pause: (ms: number, signal: AbortSignal | undefined) => Promise<void>;
  /** Uniform on [0, 1): spreads the retries of many clients. */
  readonly random: () => number;
}
