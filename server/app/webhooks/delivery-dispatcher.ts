import { randomBase62 } from "../api-keys/make-api-key.ts";
import { anyEvent, type EventReader, type RecordedEvent } from "../ports/reading/event-reader.ts";
import type { MessageSender } from "../ports/message-sender.ts";
import type { AttemptRecord, DeliveryQueue, StoredDelivery, StoredWebhook } from "../ports/webhook-store.ts";
import { fanOutEvents, type SubjectOf } from "./fan-out-events.ts";
import { judgeAttempt, pausedUntilUs } from "./judge-attempt.ts";
import { ReceiverLane } from "./receiver-lane.ts";
import { renderMessage, type RenderSettings } from "./render-message.ts";

/** How much is under way and kept at most. */
export interface DispatchLimits {
  /** Deliveries of one webhook that wait; further ones are dead letters at once. */
  readonly mostPending: number;
  /** Finished deliveries of one webhook that are kept, and for how long. */
  readonly mostKept: number;
  readonly keptUs: number;
  /** A webhook that accepted nothing for this long is disabled. */
  readonly disableAfterUs: number;
}

export interface DispatchNeeds {
  readonly queue: DeliveryQueue;
  readonly events: Pick<EventReader, "readEvents" | "findEventSpan">;
  readonly sender: Pick<MessageSender, "send">;
  readonly render: RenderSettings;
  readonly limits: DispatchLimits;
  readonly subjectOf: SubjectOf;
  readonly nowUs: () => number;
  readonly random: () => number;
  readonly randomBytes: (count: number) => Uint8Array;
  /** A webhook has disabled itself. Once this resolves, somebody has been told. */
  readonly announce: (webhook: StoredWebhook) => Promise<void>;
  /** A round failed; the next one tries again. */
  readonly warn: (fault: unknown) => void;
}

const eventsAPage = 500;
const pagesBeforeSending = 4;
/** Events nobody wants that may be read again after a start. */
const mostUnwanted = 5_000;
const messagesAtOnce = 256;
const messagesAtOncePerOrganisation = 64;
const longestSleepMs = 60_000;
const afterFaultMs = 10_000;
const stopWithinMs = 500;
const pruneEveryUs = 600e6;
const prunedAtOnce = 1_000;

/**
 * Brings events to webhooks: reads what was recorded, puts a delivery for each webhook that wants it on its way, and sends
 * what is due. Each receiver has a lane of its own, so that none waits for another. What is sent twice, after a crash,
 * bears the same id.
 */
export class DeliveryDispatcher {
  readonly #needs: DispatchNeeds;
  readonly #lanes = new Map<number, ReceiverLane>();
  readonly #finished: AttemptRecord[] = [];
  /** Webhooks of which it has to be asked anew what is due. */
  readonly #changed = new Set<number>();
  #areWebhooksKnown = false;
  #wakeUp = Promise.withResolvers<void>();
  #isStopped = false;
  #running: Promise<void> | null = null;
  #prunedUs = 0;
  /** Up to where events were put on their way; null until that was looked up. */
  #position: string | null = null;
  #unwanted = 0;
  readonly #attempts = new Set<Promise<unknown>>();
  /** Somebody may have to be told that a webhook has disabled itself; also after a start. */
  #hasNews = true;
  #isAnnouncing = false;

  constructor(needs: DispatchNeeds) {
    this.#needs = needs;
  }

  start(): void {
    this.#running ??= this.#run();
  }

  /** There may be new events. */
  wake(): void {
    this.#wakeUp.resolve();
  }

  /** A webhook was made, changed or removed, or something of it is to be sent again. */
  change(webhookKey: number): void {
    this.#areWebhooksKnown = false;
    this.#changed.add(webhookKey);
    this.wake();
  }

  /** Sends nothing more, and waits a moment for what is under way; what takes longer is sent again by the next start. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    this.wake();
    await this.#running;
    const waited = Promise.withResolvers<void>();
    const timer = setTimeout(waited.resolve, stopWithinMs);
    await Promise.race([Promise.allSettled(this.#attempts), waited.promise]);
    clearTimeout(timer);
    await this.#record().catch(this.#needs.warn);
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      this.#wakeUp = Promise.withResolvers<void>();
      const sleepMs = await this.#round().catch((fault: unknown) => {
        this.#needs.warn(fault);
        this.#areWebhooksKnown = false;
        return afterFaultMs;
      });
      if (!this.#isStopped) await this.#sleep(sleepMs);
    }
  }

  /** One turn of everything there is to do; how long nothing is known to be due. */
  async #round(): Promise<number> {
    await this.#record();
    await this.#learnWebhooks();
    const isEnd = await this.#fanOut();
    this.#announce();
    await this.#prune();
    const nextUs = await this.#send();
    if (!isEnd) return 0;
    return nextUs === null
      ? longestSleepMs
      : Math.min(longestSleepMs, Math.max(0, (nextUs - this.#needs.nowUs()) / 1_000));
  }

  /** What attempts have come to, all in one transaction. */
  async #record(): Promise<void> {
    if (this.#finished.length === 0) return;
    const records = [...this.#finished];
    await this.#needs.queue.recordAttempts(records, this.#needs.nowUs());
    this.#finished.splice(0, records.length);
    for (const { delivery, attempt, disables } of records) {
      this.#lanes.get(delivery.webhookKey)?.finish(delivery, attempt);
      this.#changed.add(delivery.webhookKey);
      if (disables === null) continue;
      this.#areWebhooksKnown = false;
      this.#hasNews = true;
    }
  }

  async #learnWebhooks(): Promise<void> {
    if (this.#areWebhooksKnown) return;
    this.#areWebhooksKnown = true;
    const webhooks = await this.#needs.queue.enabledWebhooks();
    const enabled = new Map(webhooks.map((webhook) => [webhook.webhookKey, webhook]));
    for (const [webhookKey, lane] of this.#lanes) {
      if (enabled.has(webhookKey)) continue;
      lane.close();
      // It is kept while something is under way: a webhook enabled again must not send that a second time.
      if (lane.isIdle) this.#lanes.delete(webhookKey);
    }
    for (const webhook of webhooks) {
      const lane = this.#lanes.get(webhook.webhookKey);
      if (lane !== undefined) {
        lane.open(webhook);
        continue;
      }
      this.#lanes.set(webhook.webhookKey, new ReceiverLane(webhook));
      this.#changed.add(webhook.webhookKey);
    }
  }

  /** Puts new events on their way; whether there are no more for now. */
  async #fanOut(): Promise<boolean> {
    const webhooks = [...this.#lanes.values()].filter(({ isOpen }) => isOpen).map(({ webhook }) => webhook);
    if (webhooks.length === 0) return true;
    for (let pages = 0; pages < pagesBeforeSending; pages += 1) {
      const after = await this.#startingPoint(webhooks);
      const page = await this.#needs.events.readEvents({
        scope: null,
        filter: anyEvent,
        after,
        limit: eventsAPage,
      });
      if (page.through === null || page.through === after) return page.isEnd;
      await this.#enqueue(page.events, webhooks, page.through);
      if (page.isEnd) return true;
    }
    return false;
  }

  /** Where reading goes on; nobody wants what is older than the oldest of the webhooks. */
  async #startingPoint(webhooks: readonly StoredWebhook[]): Promise<string | null> {
    if (this.#position !== null) return this.#position;
    const kept = await this.#needs.queue.position();
    const wanted = webhooks.map(({ beginsAfter }) => beginsAfter ?? "").reduce(least);
    const start = kept !== null && kept > wanted ? kept : wanted === "" ? null : wanted;
    const { goneThrough } = await this.#needs.events.findEventSpan({ organisation: null });
    if (goneThrough !== null && goneThrough > (start ?? "")) {
      this.#needs.warn(new Error("events expired, by age or number, before they were queued"));
    }
    return start;
  }

  /** A position is written with deliveries, or after many events that nobody wanted: they may be read again. */
  async #enqueue(
    events: readonly RecordedEvent[],
    webhooks: readonly StoredWebhook[],
    position: string,
  ): Promise<void> {
    const { queue, limits, nowUs } = this.#needs;
    const newDeliveryId = () => `dlv_${randomBase62(20, this.#needs.randomBytes)}`;
    const deliveries = fanOutEvents(events, webhooks, { subjectOf: this.#needs.subjectOf, newDeliveryId });
    this.#unwanted += events.length;
    if (deliveries.length > 0 || this.#unwanted >= mostUnwanted) {
      await queue.enqueue(deliveries, { position, nowUs: nowUs(), mostPending: limits.mostPending });
      this.#unwanted = 0;
    }
    this.#position = position;
    for (const { webhookKey } of deliveries) this.#changed.add(webhookKey);
  }

  /** Beside the rounds: whoever is told may have to wait for a disk that is full. */
  #announce(): void {
    if (!this.#hasNews || this.#isAnnouncing) return;
    this.#hasNews = false;
    this.#isAnnouncing = true;
    this.#announceAll()
      .catch((fault: unknown) => {
        this.#hasNews = true;
        this.#needs.warn(fault);
      })
      .finally(() => {
        this.#isAnnouncing = false;
      });
  }

  async #announceAll(): Promise<void> {
    for (const webhook of await this.#needs.queue.unannounced()) {
      await this.#needs.announce(webhook);
      await this.#needs.queue.markAnnounced(webhook.webhookKey);
    }
  }

  async #prune(): Promise<void> {
    const { queue, limits, nowUs } = this.#needs;
    if (nowUs() - this.#prunedUs < pruneEveryUs) return;
    const removed = await queue.prune({
      endedBeforeUs: nowUs() - limits.keptUs,
      mostKept: limits.mostKept,
      limit: prunedAtOnce,
    });
    if (removed < prunedAtOnce) this.#prunedUs = nowUs();
  }

  /** Begins what is due; when the next is, of those that wait for nothing but their time. */
  async #send(): Promise<number | null> {
    let nextUs: number | null = null;
    // Who was served last comes after all the others.
    for (const [webhookKey, lane] of Array.from(this.#lanes)) {
      const dueUs = await this.#serve(webhookKey, lane);
      if (dueUs !== null) nextUs = Math.min(nextUs ?? dueUs, dueUs);
    }
    return nextUs;
  }

  async #serve(webhookKey: number, lane: ReceiverLane): Promise<number | null> {
    const { queue, nowUs } = this.#needs;
    if (this.#changed.delete(webhookKey)) lane.nextDueUs = await queue.nextDueUs(webhookKey, lane.underWay);
    if (!lane.isDue(nowUs())) return lane.wakeUs;
    const room = Math.min(lane.room, this.#roomFor(lane.webhook.organisation));
    // The end of an attempt wakes this up.
    if (room <= 0) return null;
    const except = lane.underWay;
    const due = await queue.dueDeliveries({ webhookKey, nowUs: nowUs(), limit: room, except });
    for (const delivery of due) this.#begin(lane, delivery);
    lane.nextDueUs = await queue.nextDueUs(webhookKey, lane.underWay);
    this.#lanes.delete(webhookKey);
    this.#lanes.set(webhookKey, lane);
    return lane.room > 0 && this.#roomFor(lane.webhook.organisation) > 0 ? lane.wakeUs : null;
  }

  #roomFor(organisation: string): number {
    let all = 0;
    let own = 0;
    for (const { webhook, underWay } of this.#lanes.values()) {
      all += underWay.length;
      if (webhook.organisation === organisation) own += underWay.length;
    }
    return Math.min(messagesAtOnce - all, messagesAtOncePerOrganisation - own);
  }

  /** Until something is due, or something is new. */
  async #sleep(forMs: number): Promise<void> {
    const timer = setTimeout(() => this.wake(), forMs);
    await this.#wakeUp.promise;
    clearTimeout(timer);
  }

  #begin(lane: ReceiverLane, delivery: StoredDelivery): void {
    lane.begin(delivery);
    // The lane holds its place until #record has written what came of it.
    const attempt = this.#attempt(lane.webhook, delivery)
      .then((record) => this.#finished.push(record))
      .catch((fault: unknown) => {
        lane.abandon(delivery);
        this.#needs.warn(fault);
      })
      .finally(() => {
        this.#attempts.delete(attempt);
        this.wake();
      });
    this.#attempts.add(attempt);
  }

  async #attempt(webhook: StoredWebhook, delivery: StoredDelivery): Promise<AttemptRecord> {
    const { sender, render, limits, nowUs, random } = this.#needs;
    const atUs = nowUs();
    const message = renderMessage(delivery, webhook, { settings: render, nowUs: atUs });
    const outcome = await sender.send(message);
    const endedUs = nowUs();
    const lane = this.#lanes.get(webhook.webhookKey);
    lane?.heed(outcome, endedUs, pausedUntilUs(outcome, endedUs));
    const { failingSinceUs } = lane ?? webhook;
    const { durationMs, status, error, response } = outcome;
    return {
      delivery,
      attempt: { atUs, durationMs, status, error, response },
      ...judgeAttempt(
        { delivery, webhook: { failingSinceUs }, outcome },
        { nowUs: endedUs, random: random(), disableAfterUs: limits.disableAfterUs },
      ),
    };
  }
}

function least(one: string, other: string): string {
  return one < other ? one : other;
}
