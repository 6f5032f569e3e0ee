/** How much may pass in a minute, and in one go. */
export interface Quota {
  readonly perMinute: number;
}

/** What a bucket says after it was asked. */
export interface Allowance {
  /** Whole tokens left, never negative. */
  readonly remaining: number;
  /** Seconds until at least one token is there again; 0 while there are some. */
  readonly waitS: number;
}

/**
 * One token bucket a name: it holds a minute's quota and refills evenly. Names are bounded: the one unused for longest
 * goes first, and as it has refilled by then, nothing is forgotten that still mattered.
 */
export class TokenBuckets {
  readonly #quota: Quota;
  /** In order of use, the longest unused first. */
  readonly #buckets = new Map<string, { tokens: number; atMs: number }>();
  #newest: string | undefined;

  constructor(quota: Quota) {
    this.#quota = quota;
  }

  /** What is left, without taking anything. */
  look(name: string, nowMs: number): Allowance {
    return this.#allowance(this.#refilled(name, nowMs).tokens);
  }

  /** Takes `count` tokens; a large take may leave a debt, which later ones wait for. */
  take(name: string, count: number, nowMs: number): Allowance {
    const bucket = this.#refilled(name, nowMs);
    bucket.tokens -= count;
    // A map that is taken from and added to all the time is copied again and again.
    if (name !== this.#newest) this.#buckets.delete(name);
    this.#newest = name;
    this.#buckets.set(name, bucket);
    this.#forgetOldest();
    return this.#allowance(bucket.tokens);
  }

  #refilled(name: string, nowMs: number): { tokens: number; atMs: number } {
    const { perMinute } = this.#quota;
    const bucket = this.#buckets.get(name);
    if (bucket === undefined) return { tokens: perMinute, atMs: nowMs };
    const passedMs = Math.max(0, nowMs - bucket.atMs);
    return { tokens: Math.min(perMinute, bucket.tokens + (passedMs * perMinute) / 60_000), atMs: nowMs };
  }

  #allowance(tokens: number): Allowance {
    const waitS = tokens >= 1 ? 0 : ((1 - tokens) * 60) / this.#quota.perMinute;
    return { remaining: Math.max(0, Math.floor(tokens)), waitS: Math.ceil(waitS) };
  }

  #forgetOldest(): void {
    if (this.#buckets.size <= namesLimit) return;
    const oldest = this.#buckets.keys().next().value;
    if (oldest !== undefined) this.#buckets.delete(oldest);
  }
}

export const namesLimit = 20_000;
