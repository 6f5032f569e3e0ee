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
  readonly #buckets = new Map<string, Bucket>();
  #newest: string | undefined;

  constructor(quota: Quota) {
    this.#quota = quota;
  }

  /** What is left, without taking anything. */
  look(name: string, nowMs: number): Allowance {
    const bucket = this.#buckets.get(name);
    return this.#allowance(bucket === undefined ? this.#quota.perMinute : this.#tokensOf(bucket, nowMs));
  }

  /** Takes `count` tokens; a large take may leave a debt, which later ones wait for. */
  take(name: string, count: number, nowMs: number): Allowance {
    const bucket = this.#buckets.get(name) ?? { tokens: this.#quota.perMinute, atMs: nowMs };
    bucket.tokens = this.#tokensOf(bucket, nowMs) - count;
    bucket.atMs = nowMs;
    // A map that is taken from and added to all the time is copied again and again.
    if (name !== this.#newest) {
      this.#buckets.delete(name);
      this.#buckets.set(name, bucket);
      this.#newest = name;
      this.#forgetOldest();
    }
    return this.#allowance(bucket.tokens);
  }

  #tokensOf({ tokens, atMs }: Bucket, nowMs: number): number {
    const { perMinute } = this.#quota;
    return Math.min(perMinute, tokens + (Math.max(0, nowMs - atMs) * perMinute) / 60_000);
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

interface Bucket {
  tokens: number;
  atMs: number;
}

export const namesLimit = 20_000;
