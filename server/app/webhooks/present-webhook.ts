import { formatTime } from "../../../core/encoding/instant.ts";
import type { Webhook, WebhookDelivery, WebhookDeliveryDetail } from "../../../core/contract/types.ts";
import type { DeliveryCounts, DeliveryWithAttempts, StoredWebhook } from "../ports/webhook-store.ts";

export function presentWebhook(webhook: StoredWebhook, counts: DeliveryCounts, nowUs: number): Webhook {
  const { previousSecret, disabled } = webhook;
  const overlaps = previousSecret !== null && previousSecret.untilUs > nowUs;
  return {
    id: webhook.webhookId,
    url: webhook.url,
    description: webhook.description,
    event_types: webhook.eventTypes === null ? null : [...webhook.eventTypes],
    fleets: webhook.fleets === null ? null : [...webhook.fleets],
    format: webhook.format,
    enabled: disabled === null,
    disabled_reason: disabled?.reason ?? null,
    disabled_at: timeOrNull(disabled?.atUs ?? null),
    previous_secret_expires_at: timeOrNull(overlaps ? previousSecret.untilUs : null),
    pending: counts.pending,
    dead: counts.dead,
    failing_since: timeOrNull(webhook.failingSinceUs),
    last_success_at: timeOrNull(webhook.lastSuccessUs),
    created_at: formatTime(webhook.createdUs),
    updated_at: formatTime(webhook.updatedUs),
  };
}

const statuses = { waiting: "pending", ready: "pending", delivered: "delivered", dead: "dead" } as const;

export function presentDelivery(delivery: DeliveryWithAttempts, webhookId: string): WebhookDelivery {
  return {
    id: delivery.deliveryId,
    webhook_id: webhookId,
    event_id: delivery.eventId,
    event_type: delivery.eventType,
    vehicle_id: delivery.vehicleId,
    status: statuses[delivery.state],
    created_at: formatTime(delivery.createdUs),
    next_attempt_at: delivery.state === "ready" ? formatTime(delivery.dueUs) : null,
    attempts: delivery.attempts.map(({ atUs, durationMs, status, error, response }) => ({
      at: formatTime(atUs),
      duration_ms: durationMs,
      status,
      error,
      response,
    })),
  };
}

export function presentDeliveryDetail(
  delivery: DeliveryWithAttempts,
  webhookId: string,
): WebhookDeliveryDetail {
  const event = JSON.parse(delivery.event) as Record<string, unknown>;
  return { ...presentDelivery(delivery, webhookId), event };
}

function timeOrNull(timeUs: number | null): string | null {
  return timeUs === null ? null : formatTime(timeUs);
}
