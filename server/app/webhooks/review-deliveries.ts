import { parseTime, formatTime } from "../../../core/encoding/instant.ts";
import type {
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookDeliveryList,
  WebhookReplay,
  WebhookReplayRequest,
} from "../../../core/contract/types.ts";
import { Refusal } from "../../../core/contract/refusal.ts";
import { randomBase62 } from "../api-keys/make-api-key.ts";
import type { Caller, DeliveryQuestion } from "../application.ts";
import { ListCursor } from "../cursor.ts";
import type { DeliveryState, DeliveryWithAttempts, StoredWebhook } from "../ports/webhook-store.ts";
import { explainEvent } from "./formats/explain-event.ts";
import type { TestEvent } from "./formats/sent-event.ts";
import { presentDelivery, presentDeliveryDetail } from "./present-webhook.ts";
import { renderMessage } from "./render-message.ts";
import { type WebhookNeeds, noSuchWebhook, openWebhook } from "./webhook-needs.ts";

const statesOf: Readonly<Record<string, readonly DeliveryState[]>> = {
  pending: ["waiting", "ready"],
  delivered: ["delivered"],
  dead: ["dead"],
};

/** One page of what was sent and is to be sent, latest first. */
export async function listDeliveries(
  caller: Caller,
  { webhookId, status, cursor, limit }: DeliveryQuestion,
  needs: WebhookNeeds,
): Promise<WebhookDeliveryList> {
  const { webhookKey } = await openWebhook(caller, webhookId, needs);
  const pages = new ListCursor<number>(
    {
      operation: "listWebhookDeliveries",
      organisation: caller.organisation,
      query: [webhookId, status ?? null],
    },
    needs.cursorSecret,
  );
  const found = await needs.log.listDeliveries({
    webhookKey,
    states: status === undefined ? null : (statesOf[status] ?? null),
    before: pages.open(cursor),
    limit: limit + 1,
  });
  const { items, hasMore, next } = pages.page(found, { limit, placeOf: ({ deliveryKey }) => deliveryKey });
  return {
    data: items.map((delivery) => presentDelivery(delivery, webhookId)),
    has_more: hasMore,
    next_cursor: next,
  };
}

export async function showDelivery(
  caller: Caller,
  { webhookId, deliveryId }: { readonly webhookId: string; readonly deliveryId: string },
  needs: WebhookNeeds,
): Promise<WebhookDeliveryDetail> {
  const webhook = await openWebhook(caller, webhookId, needs);
  return presentDeliveryDetail(await openDelivery(webhook, deliveryId, needs), webhookId);
}

/** Sends a delivery again, whatever became of it. */
export async function replayDelivery(
  caller: Caller,
  { webhookId, deliveryId }: { readonly webhookId: string; readonly deliveryId: string },
  needs: WebhookNeeds,
): Promise<WebhookDelivery> {
  const webhook = await openWebhook(caller, webhookId, needs);
  const { deliveryKey } = await openDelivery(webhook, deliveryId, needs);
  requireEnabled(webhook);
  await needs.log.replayDelivery(deliveryKey, needs.nowUs());
  needs.onChange(webhook.webhookKey);
  return presentDelivery(await openDelivery(webhook, deliveryId, needs), webhookId);
}

const replayedAtOnce = 1_000;

/** Sends dead letters of a time again, oldest first. */
export async function replayDeadLetters(
  caller: Caller,
  { webhookId, request }: { readonly webhookId: string; readonly request: WebhookReplayRequest },
  needs: WebhookNeeds,
): Promise<WebhookReplay> {
  const webhook = await openWebhook(caller, webhookId, needs);
  requireEnabled(webhook);
  const range = {
    webhookKey: webhook.webhookKey,
    fromUs: timeOf(request.from, Number.MIN_SAFE_INTEGER),
    toUs: timeOf(request.to, Number.MAX_SAFE_INTEGER),
  };
  const nowUs = needs.nowUs();
  const replayed = await needs.log.replayDeadLetters({ ...range, limit: replayedAtOnce, nowUs });
  if (replayed > 0) needs.onChange(webhook.webhookKey);
  return { replayed, has_more: replayed === replayedAtOnce };
}

const testsAtOnce = 16;

/** Sends one event of the type `webhook.test`, once, and says how it went. */
export async function testWebhook(
  caller: Caller,
  webhookId: string,
  needs: WebhookNeeds,
): Promise<WebhookDelivery> {
  const webhook = await openWebhook(caller, webhookId, needs);
  const { webhookKey } = webhook;
  const { testing } = needs;
  if (testing.has(webhookKey) || testing.size >= testsAtOnce) {
    const detail = "A test of this webhook is running, or the maximum number of tests: wait for the answer.";
    throw new Refusal("webhook_test_running", detail);
  }
  testing.add(webhookKey);
  try {
    return presentDelivery(await attemptTest(webhook, needs), webhookId);
  } finally {
    testing.delete(webhookKey);
  }
}

async function attemptTest(webhook: StoredWebhook, needs: WebhookNeeds): Promise<DeliveryWithAttempts> {
  const atUs = needs.nowUs();
  const event: TestEvent = {
    id: `test_${randomBase62(20, needs.randomBytes)}`,
    type: "webhook.test",
    occurred_at: formatTime(atUs),
    recorded_at: formatTime(atUs),
    data: { webhook_id: webhook.webhookId },
  };
  const delivery = {
    deliveryId: `dlv_${randomBase62(20, needs.randomBytes)}`,
    webhookKey: webhook.webhookKey,
    eventId: event.id,
    eventType: event.type,
    vehicleId: null,
    event: JSON.stringify(event),
    notice: explainEvent(event, null),
  };
  const message = renderMessage(delivery, webhook, { settings: needs.render, nowUs: atUs });
  const { durationMs, status, error, response } = await needs.sender.send(message);
  const added = await needs.log.addFinished(delivery, { atUs, durationMs, status, error, response });
  if (added === null) throw noSuchWebhook();
  return added;
}

async function openDelivery(
  { webhookKey }: StoredWebhook,
  deliveryId: string,
  { log }: WebhookNeeds,
): Promise<DeliveryWithAttempts> {
  const delivery = await log.findDelivery(webhookKey, deliveryId);
  if (delivery !== null) return delivery;
  throw new Refusal("delivery_not_found", "The webhook has no delivery of this id, or not any more.");
}

function requireEnabled({ disabled }: StoredWebhook): void {
  if (disabled === null) return;
  throw new Refusal("webhook_disabled", "The webhook is disabled: enable it, then send again.");
}

function timeOf(text: string | undefined, otherwise: number): number {
  const time = text === undefined ? null : parseTime(text);
  return time?.kind === "time" ? time.timestampUs : otherwise;
}
