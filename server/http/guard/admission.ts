import type { ServiceLimits } from "../service-limits.ts";
import { HttpRefusal } from "../answer/http-refusal.ts";

/** How the rest of the service stands, asked before a request is let in. */
export interface Pressure {
  /** Milliseconds the oldest write has been waiting for its commit to begin; 0 when none waits. */
  queueAgeMs(): number;
  /** Milliseconds the event loop lately ran behind. */
  loopDelayMs(): number;
  /** Why nothing can be dated by the machine's clock; null where it can. */
  whyClockIsUnusable(): string | null;
}

/**
 * Lets requests in while they can be finished, and says 503 before anything was read when not: shed work costs the
 * client a retry, accepted work that cannot be finished costs everybody.
 */
export class Admission {
  readonly #limits: ServiceLimits;
  readonly #pressure: Pressure;
  readonly #random: () => number;
  #requests = 0;
  #bodyBytes = 0;

  constructor(limits: ServiceLimits, pressure: Pressure, random: () => number) {
    this.#limits = limits;
    this.#pressure = pressure;
    this.#random = random;
  }

  get requestsInFlight(): number {
    return this.#requests;
  }

  /** Counts a request in; the returned function counts it out and must be called once. */
  enter(): () => void {
    this.#requests += 1;
    let isInside = true;
    return () => {
      if (isInside) this.#requests -= 1;
      isInside = false;
    };
  }

  /** Refuses any request, reads too, when there are too many at once. */
  admitRequest(): void {
    if (this.#requests > this.#limits.requestsInFlight) throw this.#overloaded("Too many requests at once.");
    // One late tick is no reason to turn a lone client away: only a crowd makes it worse.
    const isCrowd = this.#requests > crowd;
    if (isCrowd && this.#pressure.loopDelayMs() > this.#limits.loopDelayMs) {
      throw this.#overloaded("The service is running late.");
    }
  }

  /**
   * Refuses a write while earlier ones wait too long for their commit, and while the clock is unusable: judged by a clock
   * of 1970 every frame would be from the future, and its sender would throw it away.
   */
  admitWrite(): void {
    const why = this.#pressure.whyClockIsUnusable();
    if (why !== null) throw new HttpRefusal("clock_unusable", why, { headers: { "Retry-After": "2" } });
    if (this.#pressure.queueAgeMs() > this.#limits.queueAgeMs) {
      throw this.#overloaded("Commits cannot keep up with what arrives.");
    }
  }

  /** Books bytes of a body that is about to be held; give them back with `releaseBody`. */
  holdBody(bytes: number): void {
    if (this.#bodyBytes + bytes > this.#limits.bodyBytesInFlight) {
      throw this.#overloaded("Too many large bodies at once.");
    }
    this.#bodyBytes += bytes;
  }

  releaseBody(bytes: number): void {
    this.#bodyBytes -= bytes;
  }

  #overloaded(why: string): HttpRefusal {
    // Spread out, so that those turned away together do not come back together.
    const seconds = 1 + Math.floor(this.#random() * 3);
    return new HttpRefusal(
      "overloaded",
      `${why} Repeat in a moment; a frame counts once, so repeating is safe.`,
      {
        headers: { "Retry-After": String(seconds), Connection: "close" },
      },
    );
  }
}

const crowd = 64;
