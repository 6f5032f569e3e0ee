import type { SendOutcome } from "../ports/message-sender.ts";
import type { Attempt, StoredDelivery, StoredWebhook } from "../ports/webhook-store.ts";

const messagesAtOnce = 8;
/** An answer that takes longer is that of a receiver in trouble. */
const slowMs = 5_000;
/** Between two messages to a receiver that refused the last one: twice as long each time, up to the longest. */
const shortestPauseUs = 200e3;
const longestPauseUs = 30e6;

/**
 * The way to one receiver, and what is under way on it. It is wide while answers are quick and good; for a receiver that
 * fails or is slow it is one message wide, so that it takes no more than one of the places all receivers share, and asked more and more rarely.
 */
export class ReceiverLane {
  #webhook: StoredWebhook;
  #isOpen = true;
  #isStruggling = false;
  #pausedUntilUs = 0;
  /** In a row. */
  #failures = 0;
  readonly #underWay = new Set<number>();
  /** When the next delivery is due, those under way left out; null for none. */
  nextDueUs: number | null = null;

  constructor(webhook: StoredWebhook) {
    this.#webhook = webhook;
    this.failingSinceUs = webhook.failingSinceUs;
  }

  /** The first refused attempt since the last accepted one. */
  failingSinceUs: number | null;

  get webhook(): StoredWebhook {
    return this.#webhook;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  get isIdle(): boolean {
    return this.#underWay.size === 0;
  }

  get underWay(): readonly number[] {
    return [...this.#underWay];
  }

  get room(): number {
    if (!this.#isOpen) return 0;
    return (this.#isStruggling ? 1 : messagesAtOnce) - this.#underWay.size;
  }

  /** When there is something to send; null for nothing. */
  get wakeUs(): number | null {
    if (this.nextDueUs === null || this.room <= 0) return null;
    return Math.max(this.nextDueUs, this.#pausedUntilUs);
  }

  isDue(nowUs: number): boolean {
    const { wakeUs } = this;
    return wakeUs !== null && wakeUs <= nowUs;
  }

  /** The webhook as it is now. To another address everything begins anew. */
  open(webhook: StoredWebhook): void {
    if (webhook.url !== this.#webhook.url || !this.#isOpen) {
      this.#isStruggling = false;
      this.#pausedUntilUs = 0;
      this.#failures = 0;
    }
    this.#webhook = webhook;
    this.#isOpen = true;
    this.failingSinceUs = webhook.failingSinceUs;
  }

  close(): void {
    this.#isOpen = false;
  }

  begin({ deliveryKey }: StoredDelivery): void {
    this.#underWay.add(deliveryKey);
  }

  /** What an answer says of the receiver, which may also have asked to be left alone until some time. */
  heed({ error, durationMs }: SendOutcome, nowUs: number, askedUntilUs: number | null): void {
    this.#isStruggling = error !== null || durationMs > slowMs;
    if (error === null) this.#failures = 0;
    // Of several that fail at once, as they were under way together, the first counts.
    else if (nowUs >= this.#pausedUntilUs) {
      this.#failures += 1;
      this.#pausedUntilUs = nowUs + Math.min(longestPauseUs, shortestPauseUs * 2 ** (this.#failures - 1));
    }
    if (askedUntilUs !== null) this.#pausedUntilUs = Math.max(this.#pausedUntilUs, askedUntilUs);
  }

  /** What came of an attempt is written. */
  finish({ deliveryKey }: StoredDelivery, { error, atUs }: Attempt): void {
    this.#underWay.delete(deliveryKey);
    this.failingSinceUs = error === null ? null : (this.failingSinceUs ?? atUs);
  }

  /** Nothing can be said of an attempt. */
  abandon({ deliveryKey }: StoredDelivery): void {
    this.#underWay.delete(deliveryKey);
  }
}
