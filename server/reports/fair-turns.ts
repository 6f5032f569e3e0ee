import { Refusal } from "../../core/contract/refusal.ts";

export interface TurnLimits<Lane> {
  /** What jobs run in, one in each at once, whoever's. */
  readonly lanes: readonly Lane[];
  /** Requests of one organisation that wait or run at once. */
  readonly placesPerOrganisation: number;
  /** Of all organisations together. */
  readonly places: number;
}

/**
 * Who may work next. Each organisation has at most one job running while there is more than one lane, so that a lane is
 * always left to the others; among those that wait, the one whose jobs have taken the least time goes first, so that long
 * jobs cost their own organisation its turn and no other.
 */
export class FairTurns<Lane> {
  readonly #limits: TurnLimits<Lane>;
  readonly #nowMs: () => number;
  readonly #shares = new Map<string, Share<Lane>>();
  readonly #freeLanes: Lane[];
  #places = 0;

  /** `nowMs` is a monotonic clock. */
  constructor(limits: TurnLimits<Lane>, nowMs: () => number) {
    this.#limits = limits;
    this.#nowMs = nowMs;
    this.#freeLanes = [...limits.lanes];
  }

  /**
   * Gives a request its place; the returned function gives it back and must be called once. Refuses with
   * `paper_queue_full` where the organisation has used up its places, with `overloaded` where there is none for anybody.
   */
  enter(organisation: string): () => void {
    const share = this.#shareOf(organisation);
    const { placesPerOrganisation, places } = this.#limits;
    if (share.places >= placesPerOrganisation) {
      throw new Refusal(
        "paper_queue_full",
        `This organisation has ${placesPerOrganisation} report jobs (reports, archives, verifications, redactions, simulations) waiting or running, which is the maximum. Try again when one has finished.`,
      );
    }
    if (this.#places >= places) {
      throw new Refusal("overloaded", "Too many reports and verifications are waiting. Try again later.");
    }
    share.places += 1;
    this.#places += 1;
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      share.places -= 1;
      this.#places -= 1;
      this.#forgetIdle(organisation, share);
    };
  }

  /** Places an organisation has taken. */
  placesOf(organisation: string): number {
    return this.#shares.get(organisation)?.places ?? 0;
  }

  /** Works when the organisation's turn has come, in the lane that is free. */
  async take<Result>(organisation: string, work: (lane: Lane) => Promise<Result>): Promise<Result> {
    const lane = await this.#turn(organisation);
    const beganMs = this.#nowMs();
    try {
      return await work(lane);
    } finally {
      const share = this.#shareOf(organisation);
      share.usedMs += this.#nowMs() - beganMs;
      share.running -= 1;
      this.#freeLanes.push(lane);
      this.#forgetIdle(organisation, share);
      this.#next();
    }
  }

  #turn(organisation: string): Promise<Lane> {
    const share = this.#shareOf(organisation);
    // Whoever comes back after a while is level with the others: time not asked for is not saved up.
    if (isIdle(share)) share.usedMs = Math.max(share.usedMs, this.#leastUsedMs());
    return new Promise((resolve) => {
      share.waiting.push(resolve);
      this.#next();
    });
  }

  #next(): void {
    for (;;) {
      const share = this.#freeLanes.length === 0 ? null : this.#whoseTurn();
      const lane = share === null ? undefined : this.#freeLanes.shift();
      if (share === null || lane === undefined) return;
      share.running += 1;
      share.waiting.shift()?.(lane);
    }
  }

  #whoseTurn(): Share<Lane> | null {
    const runningAtMost = Math.max(1, this.#limits.lanes.length - 1);
    let next: Share<Lane> | null = null;
    for (const share of this.#shares.values()) {
      if (share.waiting.length === 0 || share.running >= runningAtMost) continue;
      if (next === null || share.usedMs < next.usedMs) next = share;
    }
    return next;
  }

  #leastUsedMs(): number {
    const busy = [...this.#shares.values()].filter((share) => !isIdle(share));
    return busy.length === 0 ? 0 : Math.min(...busy.map(({ usedMs }) => usedMs));
  }

  #shareOf(organisation: string): Share<Lane> {
    const known = this.#shares.get(organisation);
    if (known !== undefined) return known;
    const share: Share<Lane> = { places: 0, running: 0, waiting: [], usedMs: 0 };
    this.#shares.set(organisation, share);
    return share;
  }

  /** An organisation that neither waits nor works is forgotten: there are as many shares as places at most. */
  #forgetIdle(organisation: string, share: Share<Lane>): void {
    if (share.places === 0 && isIdle(share)) this.#shares.delete(organisation);
  }
}

interface Share<Lane> {
  places: number;
  running: number;
  readonly waiting: ((lane: Lane) => void)[];
  /** Time its jobs have taken since it last had nothing to do. */
  usedMs: number;
}

function isIdle<Lane>({ running, waiting }: Share<Lane>): boolean {
  return running === 0 && waiting.length === 0;
}
