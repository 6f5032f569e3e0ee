import { APIConnectionError, APIError, type PlumblineError } from "../errors.ts";

/**
 * Milliseconds until the next attempt; null when there should be none. Half a second, doubling to eight, less up to a
 * quarter by chance; with `Retry-After` what is asked for and up to that quarter more, so that many clients do not come
 * back at once. More than a minute is better left to the caller.
 */
export function retryWaitMs(error: PlumblineError, attempt: number, random: () => number): number | null {
  if (!isWorthRepeating(error)) return null;
  const backoffMs = Math.min(longestBackoffMs, firstBackoffMs * 2 ** attempt);
  const asked = error instanceof APIError ? error.retryAfterS : null;
  if (asked === null) return backoffMs * (1 - jitter * random());
  return asked > longestRetryAfterS ? null : asked * 1000 + backoffMs * jitter * random();
}

const firstBackoffMs = 500;
const longestBackoffMs = 8_000;
const longestRetryAfterS = 60;
const jitter = 0.25;

const passing: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504]);

/**
 * Every call is safe to repeat: frames count once, a POST carries an Idempotency-Key, the other methods are idempotent.
 * What is not worth it is asking again for what was refused for good.
 */
export function isWorthRepeating(error: unknown): boolean {
  if (error instanceof APIConnectionError) return true;
  if (!(error instanceof APIError)) return false;
  return passing.has(error.status) || error.code === "idempotency_in_progress";
}
