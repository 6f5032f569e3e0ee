import type { WebhookDelivery, WebhookFormat } from "../../../core/contract/types.ts";

type DeliveryError = NonNullable<WebhookDelivery["attempts"][number]["error"]>;
type DisabledReason = "requested" | "gone" | "failing";

/** What an operator of an organisation decides about a webhook. */
export interface WebhookTerms {
  readonly url: string;
  readonly description: string;
  /** Null: every type. */
  readonly eventTypes: readonly string[] | null;
  /** Null: every fleet, and events without a vehicle. */
  readonly fleets: readonly string[] | null;
  readonly format: WebhookFormat;
}

export interface StoredWebhook extends WebhookTerms {
  /** Short key inside one store; means nothing outside it. */
  readonly webhookKey: number;
  readonly webhookId: string;
  readonly organisation: string;
  readonly secret: string;
  readonly previousSecret: { readonly secret: string; readonly untilUs: number } | null;
  readonly disabled: { readonly reason: DisabledReason; readonly atUs: number } | null;
  readonly createdUs: number;
  readonly updatedUs: number;
  /** It brings what was recorded after this event; null: everything. */
  readonly beginsAfter: string | null;
  /** The first refused attempt since the last accepted one. */
  readonly failingSinceUs: number | null;
  readonly lastSuccessUs: number | null;
}

/** How many of a webhook's deliveries wait, and how many were given up. */
export interface DeliveryCounts {
  readonly pending: number;
  readonly dead: number;
}

/** An event on its way to one webhook. */
export interface NewDelivery {
  readonly deliveryId: string;
  readonly webhookKey: number;
  readonly eventId: string;
  readonly eventType: string;
  readonly vehicleId: string | null;
  /** JSON, as the format `standard` sends it. */
  readonly event: string;
  /** What the formats for people say of it; null for the others. */
  readonly notice: string | null;
}

/** `waiting`: an earlier event of the same vehicle goes first. */
export type DeliveryState = "waiting" | "ready" | "delivered" | "dead";

export interface StoredDelivery extends NewDelivery {
  readonly deliveryKey: number;
  readonly state: DeliveryState;
  /** Not before then it is sent. */
  readonly dueUs: number;
  /** Attempts since it was put on its way, or sent again by somebody. */
  readonly tries: number;
  readonly createdUs: number;
}

export interface Attempt {
  readonly atUs: number;
  readonly durationMs: number;
  readonly status: number | null;
  readonly error: DeliveryError | null;
  readonly response: string;
}

export interface DeliveryWithAttempts extends StoredDelivery {
  /** Latest last; the last ones only. */
  readonly attempts: readonly Attempt[];
}

/** What becomes of a delivery after an attempt. */
export interface AttemptRecord {
  readonly delivery: StoredDelivery;
  readonly attempt: Attempt;
  readonly next:
    | { readonly kind: "delivered" | "dead" }
    | { readonly kind: "retry"; readonly dueUs: number; readonly letsOthersPass: boolean };
  /** Set where this attempt is the end of the webhook, too. */
  readonly disables: DisabledReason | null;
}

/** Webhooks as an organisation manages them. What resolves is durable. */
export interface WebhookStore {
  /** Null when the organisation has as many as `most` already. */
  addWebhook(
    webhook: Omit<StoredWebhook, "webhookKey" | "failingSinceUs" | "lastSuccessUs">,
    most: number,
  ): Promise<StoredWebhook | null>;
  /** Oldest first. */
  listWebhooks(organisation: string): Promise<readonly StoredWebhook[]>;
  findWebhook(organisation: string, webhookId: string): Promise<StoredWebhook | null>;
  /** Disabling makes dead letters of what waits. */
  changeWebhook(
    webhookKey: number,
    changed: Partial<
      Pick<StoredWebhook, "secret" | "previousSecret" | "disabled" | "beginsAfter"> & WebhookTerms
    >,
    atUs: number,
  ): Promise<void>;
  /** With its deliveries. */
  removeWebhook(webhookKey: number): Promise<void>;
}

/** What was sent, for those who look at it, and what they ask to be sent again. */
export interface DeliveryLog {
  countDeliveries(webhookKey: number): Promise<DeliveryCounts>;
  /** Latest first, before the delivery key `before`. */
  listDeliveries(ask: {
    readonly webhookKey: number;
    readonly states: readonly DeliveryState[] | null;
    readonly before: number | null;
    readonly limit: number;
  }): Promise<readonly DeliveryWithAttempts[]>;
  findDelivery(webhookKey: number, deliveryId: string): Promise<DeliveryWithAttempts | null>;
  /** A delivery that is over with its one attempt: a test. Null when the webhook is gone. */
  addFinished(delivery: NewDelivery, attempt: Attempt): Promise<DeliveryWithAttempts | null>;
  /** Puts it on its way as if it had never been sent. */
  replayDelivery(deliveryKey: number, nowUs: number): Promise<void>;
  /** The same for the oldest dead letters of a time; how many there were. */
  replayDeadLetters(ask: {
    readonly webhookKey: number;
    readonly fromUs: number;
    readonly toUs: number;
    readonly limit: number;
    readonly nowUs: number;
  }): Promise<number>;
}

/** What the dispatcher needs: it alone moves deliveries forward. */
export interface DeliveryQueue {
  /** Every webhook that events are sent to. */
  enabledWebhooks(): Promise<readonly StoredWebhook[]>;
  /** Up to where events were put on their way; null before the first. */
  position(): Promise<string | null>;
  /**
   * Puts deliveries on their way and moves the position, in one transaction. One that is there already stays as it is;
   * of a webhook with `mostPending` deliveries the further ones are dead letters at once.
   */
  enqueue(
    deliveries: readonly NewDelivery[],
    then: { readonly position: string; readonly nowUs: number; readonly mostPending: number },
  ): Promise<void>;
  /** When the webhook's next delivery is due, those under way left out; null for none. */
  nextDueUs(webhookKey: number, except: readonly number[]): Promise<number | null>;
  dueDeliveries(ask: {
    readonly webhookKey: number;
    readonly nowUs: number;
    readonly limit: number;
    readonly except: readonly number[];
  }): Promise<readonly StoredDelivery[]>;
  /** All in one transaction. A delivery that is no longer there is passed over. */
  recordAttempts(records: readonly AttemptRecord[], nowUs: number): Promise<void>;
  /** Webhooks that disabled themselves and that were not announced; `markAnnounced` ends that. */
  unannounced(): Promise<readonly StoredWebhook[]>;
  markAnnounced(webhookKey: number): Promise<void>;
  /** Removes at most `limit` finished deliveries that are too old or too many; how many it removed. */
  prune(ask: {
    readonly endedBeforeUs: number;
    readonly mostKept: number;
    readonly limit: number;
  }): Promise<number>;
}
