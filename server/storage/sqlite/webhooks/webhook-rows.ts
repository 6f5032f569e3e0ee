import type { SecretBox } from "../../../app/ports/secret-box.ts";
import type { StoredWebhook } from "../../../app/ports/webhook-store.ts";
import { parseStored } from "../prepare-query.ts";

/** As the table `webhook` has it. */
export interface WebhookRow {
  readonly webhook_key: number;
  readonly organisation: string;
  readonly webhook_id: string;
  readonly url: string;
  readonly description: string;
  readonly event_types: string | null;
  readonly fleets: string | null;
  readonly format: StoredWebhook["format"];
  readonly secret: string;
  readonly previous_secret: string | null;
  readonly previous_until_us: number | null;
  readonly disabled_reason: "requested" | "gone" | "failing" | null;
  readonly disabled_us: number | null;
  readonly begins_after: string | null;
  readonly created_us: number;
  readonly updated_us: number;
  readonly failing_since_us: number | null;
  readonly last_success_us: number | null;
}

export function webhookOfRow(row: WebhookRow, box: SecretBox): StoredWebhook {
  const open = (sealed: string) => box.open(sealed, row.webhook_id);
  return {
    webhookKey: row.webhook_key,
    webhookId: row.webhook_id,
    organisation: row.organisation,
    url: open(row.url),
    description: row.description,
    eventTypes: listOf(row.event_types),
    fleets: listOf(row.fleets),
    format: row.format,
    secret: open(row.secret),
    previousSecret:
      row.previous_secret === null
        ? null
        : { secret: open(row.previous_secret), untilUs: row.previous_until_us ?? 0 },
    disabled:
      row.disabled_reason === null ? null : { reason: row.disabled_reason, atUs: row.disabled_us ?? 0 },
    beginsAfter: row.begins_after,
    createdUs: row.created_us,
    updatedUs: row.updated_us,
    failingSinceUs: row.failing_since_us,
    lastSuccessUs: row.last_success_us,
  };
}

/** The columns of what can be changed, sealed where it has to be. */
export function columnsOf(
  webhook: Omit<StoredWebhook, "webhookKey" | "failingSinceUs" | "lastSuccessUs">,
  box: SecretBox,
) {
  const { webhookId, previousSecret, disabled, eventTypes, fleets } = webhook;
  return {
    url: box.seal(webhook.url, webhookId),
    description: webhook.description,
    event_types: eventTypes === null ? null : JSON.stringify(eventTypes),
    fleets: fleets === null ? null : JSON.stringify(fleets),
    format: webhook.format,
    secret: box.seal(webhook.secret, webhookId),
    previous_secret: previousSecret === null ? null : box.seal(previousSecret.secret, webhookId),
    previous_until_us: previousSecret?.untilUs ?? null,
    disabled_reason: disabled?.reason ?? null,
    disabled_us: disabled?.atUs ?? null,
    begins_after: webhook.beginsAfter,
    updated_us: webhook.updatedUs,
  };
}

function listOf(json: string | null): readonly string[] | null {
  return json === null ? null : parseStored<readonly string[]>(json);
}

/** Deliveries and attempts under the names the port gives them. */
export const deliveryColumns =
  "delivery_key AS deliveryKey, delivery_id AS deliveryId, webhook_key AS webhookKey, event_id AS eventId, " +
  "event_type AS eventType, vehicle_id AS vehicleId, event, notice, state, due_us AS dueUs, tries, created_us AS createdUs";

export const attemptColumns = "at_us AS atUs, duration_ms AS durationMs, status, error, response";
