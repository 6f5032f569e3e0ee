/** Clock and stop watch differ by more than this only when somebody set the clock. */
const setClockUs = 60_000_000;

interface Moment {
  readonly nowUs: number;
  /** Monotonic. */
  readonly nowMs: number;
}

/**
 * Which vehicles are silent by the service's own fault: while it was down, could not store, or its clock was set, nobody
 * could be heard. Such a time does not count as silence until as much time has passed as silence takes.
 */
export class ListeningTime {
  readonly #silentAfterUs: number;
  #last: Moment;
  /** When listening began again, and how long it was interrupted before that. */
  #sinceMs: number;
  #deafUs: number;

  constructor(silentAfterS: number, now: Moment, newestReceiptUs: number | null) {
    this.#silentAfterUs = silentAfterS * 1_000_000;
    this.#last = now;
    this.#sinceMs = now.nowMs;
    this.#deafUs = newestReceiptUs === null ? 0 : Math.max(0, now.nowUs - newestReceiptUs);
  }

  /** Vehicles last heard before this are silent. Called now and then, with whether frames could be taken meanwhile. */
  silentBeforeUs(now: Moment, couldListen: boolean): number {
    const passedUs = (now.nowMs - this.#last.nowMs) * 1000;
    const setUs = now.nowUs - this.#last.nowUs - passedUs;
    this.#last = now;
    if (!couldListen) this.#interrupt(now, passedUs);
    if (Math.abs(setUs) > setClockUs) this.#interrupt(now, Math.max(0, setUs));
    const isOver = (now.nowMs - this.#sinceMs) * 1000 >= this.#silentAfterUs;
    return now.nowUs - this.#silentAfterUs - (isOver ? 0 : this.#deafUs);
  }

  #interrupt({ nowMs }: Moment, deafUs: number): void {
    const isOver = (nowMs - this.#sinceMs) * 1000 >= this.#silentAfterUs;
    this.#deafUs = deafUs + (isOver ? 0 : this.#deafUs);
    this.#sinceMs = nowMs;
  }
}
