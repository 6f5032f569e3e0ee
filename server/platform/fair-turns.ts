export interface TurnLimits<Lane> {
  /** What jobs run in, one in each at once, whoever's. */
  readonly lanes: readonly Lane[];
  /** Jobs of one organisation that run at once; fewer than there are lanes, so that one is left to the others. */
  readonly atOncePerOrganisation: number;
}

/**
 * Who may work next. Each organisation has at most so many jobs running; among those that wait, the one whose jobs have
 * taken the least time goes first, so that long jobs cost their own organisation its turn and no other.
 */
export class FairTurns<Lane> {
  readonly #limits: TurnLimits<Lane>;
  readonly #nowMs: () => number;
  /** Of those that wait or work; the others are forgotten. */
  readonly #shares = new Map<string, Share<Lane>>();
  readonly #freeLanes: Lane[];

  /** `nowMs` is a monotonic clock. */
  constructor(limits: TurnLimits<Lane>, nowMs: () => number) {
    this.#limits = limits;
    this.#nowMs = nowMs;
    this.#freeLanes = [...limits.lanes];
  }

  /** Works when the organisation's turn has come, in the lane that is free. */
  async take<Result>(organisation: string, work: (lane: Lane) => Promise<Result>): Promise<Result> {
    const share = this.#shares.get(organisation) ?? this.#join(organisation);
    const lane = await new Promise<Lane>((resolve) => {
      share.waiting.push(resolve);
      this.#next();
    });
    const beganMs = this.#nowMs();
    try {
      return await work(lane);
    } finally {
      share.usedMs += this.#nowMs() - beganMs;
      // Not at once, even for jobs that never wait: whoever has asked meanwhile comes in first, or many short jobs would
      // be one long one.
      setImmediate(() => this.#leave(organisation, share, lane));
    }
  }

  #leave(organisation: string, share: Share<Lane>, lane: Lane): void {
    share.running -= 1;
    this.#freeLanes.push(lane);
    if (share.running + share.waiting.length === 0) this.#shares.delete(organisation);
    this.#next();
  }

  /** Whoever comes, or comes back, is level with the others: time not asked for is not saved up. */
  #join(organisation: string): Share<Lane> {
    const used = Array.from(this.#shares.values(), ({ usedMs }) => usedMs);
    const share: Share<Lane> = { running: 0, waiting: [], usedMs: used.length === 0 ? 0 : Math.min(...used) };
    this.#shares.set(organisation, share);
    return share;
  }

  #next(): void {
    for (;;) {
      const share = this.#freeLanes.length === 0 ? null : this.#whoseTurn();
      // The one that rested longest: all stay ready as long as anybody works.
      const lane = share === null ? undefined : this.#freeLanes.shift();
      if (share === null || lane === undefined) return;
      share.running += 1;
      share.waiting.shift()?.(lane);
    }
  }

  #whoseTurn(): Share<Lane> | null {
    let next: Share<Lane> | null = null;
    for (const share of this.#shares.values()) {
      if (share.waiting.length === 0 || share.running >= this.#limits.atOncePerOrganisation) continue;
      if (next === null || share.usedMs < next.usedMs) next = share;
    }
    return next;
  }
}

interface Share<Lane> {
  running: number;
  readonly waiting: ((lane: Lane) => void)[];
  /** Time its jobs have taken since it last had nothing to do. */
  usedMs: number;
}
