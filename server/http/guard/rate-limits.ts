import type { Caller } from "../../app/application.ts";
import type { ServiceLimits } from "../service-limits.ts";
import { HttpRefusal } from "../answer/http-refusal.ts";
import { type Allowance, TokenBuckets } from "./token-buckets.ts";

/**
 * Requests and frames a minute, for each key and for each organisation. Reported to every caller in `RateLimit` and
 * `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers-11).
 */
export class RateLimits {
  readonly #policies: readonly Policy[];
  readonly #of: Readonly<Record<Unit, readonly Policy[]>>;
  readonly #policyHeader: string;
  readonly #nowMs: () => number;

  /** `nowMs` is a monotonic clock. */
  constructor(limits: ServiceLimits, nowMs: () => number) {
    this.#nowMs = nowMs;
    this.#policies = [
      policy("key-requests", "requests", { perMinute: limits.requestsPerMinutePerKey, by: byKey }),
      policy("key-frames", "frames", { perMinute: limits.framesPerMinutePerKey, by: byKey }),
      policy("organisation-requests", "requests", {
        perMinute: limits.requestsPerMinutePerOrganisation,
        by: byOrganisation,
      }),
      policy("organisation-frames", "frames", {
        perMinute: limits.framesPerMinutePerOrganisation,
        by: byOrganisation,
      }),
    ];
    const of = (unit: Unit) => this.#policies.filter((candidate) => candidate.unit === unit);
    this.#of = { requests: of("requests"), frames: of("frames") };
    this.#policyHeader = this.#policies
      .map(({ name, perMinute }) => `"${name}";q=${perMinute};w=60`)
      .join(", ");
  }

  /** Counts one request. Refuses with `rate_limited`, and then counts nothing. */
  admitRequest(caller: Caller): void {
    const nowMs = this.#nowMs();
    this.#admit("requests", caller, nowMs);
    for (const { buckets, by } of this.#of.requests) buckets.take(by(caller), 1, nowMs);
  }

  /** Refuses while earlier frames have used up the quota. How many a body holds is known only after it was read. */
  admitFrames(caller: Caller): void {
    this.#admit("frames", caller, this.#nowMs());
  }

  /** Milliseconds until this caller may send frames again; 0 when it may. */
  frameWaitMs(caller: Caller): number {
    const waits = this.#of.frames.map(({ buckets, by }) => buckets.look(by(caller), this.#nowMs()).waitS);
    return Math.max(...waits) * 1_000;
  }

  /** Counts frames that were read. */
  countFrames(caller: Caller, frames: number): void {
    const nowMs = this.#nowMs();
    for (const { buckets, by } of this.#of.frames) buckets.take(by(caller), frames, nowMs);
  }

  /** `RateLimit-Policy` and `RateLimit`, as this caller stands. */
  headersFor(caller: Caller): Readonly<Record<string, string>> {
    const nowMs = this.#nowMs();
    let left = "";
    for (const { begin, buckets, by } of this.#policies) {
      const { remaining, waitS } = buckets.look(by(caller), nowMs);
      left += left === "" ? begin + remaining : `, ${begin}${remaining}`;
      if (waitS > 0) left += `;t=${waitS}`;
    }
    return { "RateLimit-Policy": this.#policyHeader, RateLimit: left };
  }

  /** What is left of each policy for this caller, in whole requests or frames. */
  standingOf(caller: Caller): readonly RateStanding[] {
    return this.#policies.map(({ name, unit, perMinute, buckets, by }) => {
      const { remaining } = buckets.look(by(caller), this.#nowMs());
      return { name, unit, perMinute, remaining };
    });
  }

  #admit(unit: Unit, caller: Caller, nowMs: number): void {
    for (const { name, perMinute, buckets, by } of this.#of[unit]) {
      const allowance: Allowance = buckets.look(by(caller), nowMs);
      if (allowance.remaining > 0) continue;
      const owner = name.startsWith("key") ? "this key" : "this organisation";
      throw new HttpRefusal(
        "rate_limited",
        `Over ${perMinute} ${unit} a minute for ${owner}; wait ${allowance.waitS} s.`,
        {
          headers: { "Retry-After": String(Math.max(1, allowance.waitS)) },
        },
      );
    }
  }
}

export interface RateStanding {
  readonly name: PolicyName;
  readonly unit: Unit;
  readonly perMinute: number;
  readonly remaining: number;
}

type PolicyName = "key-requests" | "key-frames" | "organisation-requests" | "organisation-frames";
type Unit = "requests" | "frames";

interface Policy {
  readonly name: PolicyName;
  readonly unit: Unit;
  readonly perMinute: number;
  /** What comes before the number that is left of it. */
  readonly begin: string;
  readonly buckets: TokenBuckets;
  /** Whose bucket it is. */
  readonly by: (caller: Caller) => string;
}

function policy(
  name: PolicyName,
  unit: Unit,
  rest: { readonly perMinute: number; readonly by: (caller: Caller) => string },
): Policy {
  const buckets = new TokenBuckets({ perMinute: rest.perMinute });
  return { name, unit, ...rest, begin: `"${name}";r=`, buckets };
}

function byKey(caller: Caller): string {
  return caller.keyId;
}

function byOrganisation(caller: Caller): string {
  return caller.organisation;
}
