/** How late the event loop runs, by a timer that notices when it is not called in time. */
export class LoopDelay {
  readonly #timer: NodeJS.Timeout;
  readonly #nowMs: () => number;
  #expectedMs: number;
  #lateMs = 0;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
    this.#expectedMs = nowMs() + everyMs;
    this.#timer = setInterval(() => this.#notice(), everyMs);
    this.#timer.unref();
  }

  /** The delay of the last beat, or of the one that is overdue. */
  get ms(): number {
    return Math.max(this.#lateMs, this.#nowMs() - this.#expectedMs, 0);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #notice(): void {
    this.#lateMs = Math.max(0, this.#nowMs() - this.#expectedMs);
    this.#expectedMs = this.#nowMs() + everyMs;
  }
}

const everyMs = 50;
