import type { EventSignal } from "../app/ports/reading/event-reader.ts";

/** News that comes closer together than this is announced once. */
const restMs = 20;

/** Tells those who listen that something happened: the first time at once, then no more often than they can use. */
export class EventBell implements EventSignal {
  readonly #listeners = new Set<() => void>();
  #isResting = false;
  #hasMore = false;

  onEvents(onNews: () => void): () => void {
    this.#listeners.add(onNews);
    return () => this.#listeners.delete(onNews);
  }

  /** Returns before anybody is told: whoever rings has other things to do. */
  ring(): void {
    if (this.#isResting) {
      this.#hasMore = true;
      return;
    }
    this.#isResting = true;
    setImmediate(() => {
      for (const onNews of this.#listeners) onNews();
      setTimeout(() => this.#wake(), restMs).unref();
    });
  }

  #wake(): void {
    this.#isResting = false;
    if (!this.#hasMore) return;
    this.#hasMore = false;
    this.ring();
  }
}
