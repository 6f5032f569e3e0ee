import { formatTime } from "../../../core/encoding/instant.ts";
import type { LedgerEvent } from "../ports/ledger-event.ts";
import type { StoredWebhook } from "../ports/webhook-store.ts";

/** The event that tells of a webhook that has disabled itself. */
export function webhookDisabled(webhook: StoredWebhook, nowUs: number): LedgerEvent {
  const { organisation, webhookId, description, disabled, failingSinceUs } = webhook;
  return {
    type: "webhook.disabled",
    organisation,
    vehicle: null,
    occurredAtUs: disabled?.atUs ?? nowUs,
    recordedAtUs: nowUs,
    data: {
      webhook_id: webhookId,
      description,
      reason: disabled?.reason === "gone" ? "gone" : "failing",
      failing_since: failingSinceUs === null ? null : formatTime(failingSinceUs),
    },
  };
}
