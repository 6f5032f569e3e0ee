import type { Exchange } from "../exchange.ts";
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
  /** Monotonic. */
  nowMs(): number;
}

/**
 * Lets requests in while they can be finished, and says 503 before anything was read when not: shed work costs the
 * client a retry, accepted work that cannot be finished costs everybody.
 */
export class Admission {
  readonly #limits: ServiceLimits;
  readonly #pressure: Pressure;
  readonly #random: () => number;
  readonly #frames: FrameWrites;
  /** By what they say: finding out where one is thrown takes longer than the rest of a refusal. */
  readonly #refusals = new Map<string, HttpRefusal>();
  #requests = 0;
  #bodyBytes = 0;

  constructor(limits: ServiceLimits, pressure: Pressure, random: () => number) {
    this.#limits = limits;
    this.#pressure = pressure;
    this.#random = random;
    this.#frames = new FrameWrites(() => pressure.nowMs());
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

  /**
   * Refuses frames where those that were let in before are more than can be answered soon: each would only wait longer
   * than its sender does. Large bodies and streams come as fast as their senders send and are bounded by their bytes.
   */
  admitFrames({ headers, outgoing }: Pick<Exchange, "headers" | "outgoing">): void {
    if (!(Number(headers["content-length"]) <= smallBodyBytes)) return;
    const mostMs = 2 * this.#limits.queueAgeMs;
    if (this.#frames.waiting >= Math.max(crowd, this.#frames.answeredPerMs * mostMs)) {
      this.#frames.refused += 1;
      throw this.#overloaded("More frames arrive than can be stored.");
    }
    outgoing.once("close", this.#frames.enter());
  }

  /** What a connection is told that gets no place. */
  noPlace(): HttpRefusal {
    return this.#overloaded("Too many connections are open.");
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
    // As long as those who wait and those turned away lately take; spread out, so that they do not come back together.
    const seconds = 1 + Math.floor(this.#random() * Math.min(longestRetryS, 2 + 2 * this.#frames.backlogS));
    const known = this.#refusals.get(`${why}${seconds}`);
    if (known !== undefined) return known;
    const detail = `${why} Repeat in a moment; a frame counts once, so repeating is safe.`;
    const refusal = new HttpRefusal("overloaded", detail, { headers: { "Retry-After": String(seconds) } });
    this.#refusals.set(`${why}${seconds}`, refusal);
    return refusal;
  }
}

/** Requests with few frames that were let in, and how fast they are answered. */
class FrameWrites {
  readonly #nowMs: () => number;
  waiting = 0;
  /** Since the last count. */
  refused = 0;
  #answered = 0;
  #wasCrowd = false;
  #countedMs: number;
  #backlog = 0;
  /** Of a crowd; before the first one what a slow machine does. */
  answeredPerMs = 0.5;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
    this.#countedMs = nowMs();
  }

  /** Counts one in; the returned function counts it out. */
  enter(): () => void {
    this.waiting += 1;
    this.#wasCrowd ||= this.waiting >= crowd;
    return () => {
      this.waiting -= 1;
      this.#answered += 1;
      this.#count();
    };
  }

  /** How long those who wait and those turned away in the last interval would take, in seconds. */
  get backlogS(): number {
    return (this.waiting + Math.max(this.#backlog, this.refused)) / this.answeredPerMs / 1_000;
  }

  /** A few clients are answered as fast as they ask: only a crowd shows how fast that can be. */
  #count(): void {
    const nowMs = this.#nowMs();
    const tookMs = nowMs - this.#countedMs;
    if (tookMs < countEveryMs) return;
    if (this.#wasCrowd) {
      const perMs = this.#answered / tookMs;
      this.answeredPerMs += (perMs - this.answeredPerMs) / 4;
    }
    this.#backlog = this.refused;
    [this.#answered, this.refused, this.#countedMs] = [0, 0, nowMs];
    this.#wasCrowd = this.waiting >= crowd;
  }
}

const crowd = 64;
const smallBodyBytes = 64 * 1_024;
const countEveryMs = 250;
const longestRetryS = 30;
