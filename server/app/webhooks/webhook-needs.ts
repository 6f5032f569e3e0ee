import { Refusal } from "../../../core/contract/refusal.ts";
import type { Caller } from "../application.ts";
import type { EventReader } from "../ports/reading/event-reader.ts";
import type { MessageSender } from "../ports/message-sender.ts";
import type { DeliveryLog, StoredWebhook, WebhookStore } from "../ports/webhook-store.ts";
import type { RenderSettings } from "./render-message.ts";

/** What the verbs about webhooks need. */
export interface WebhookNeeds {
  readonly store: WebhookStore;
  readonly log: DeliveryLog;
  readonly sender: MessageSender;
  readonly events: Pick<EventReader, "findEventSpan">;
  readonly render: RenderSettings;
  readonly cursorSecret: Uint8Array;
  readonly mostPerOrganisation: number;
  readonly nowUs: () => number;
  /** Cryptographically strong. */
  readonly randomBytes: (count: number) => Uint8Array;
  /** Webhooks whose test is under way: receivers that do not answer must not keep the service busy. */
  readonly testing: Set<number>;
  /** Something is to be sent now, or nothing more to somebody. */
  readonly onChange: (webhookKey: number) => void;
}

/** A key that is limited to fleets sees the webhooks that bring events of these alone. */
export function isVisible({ fleets }: StoredWebhook, caller: Caller): boolean {
  if (caller.fleets === null) return true;
  return fleets !== null && fleets.every((fleet) => caller.fleets?.includes(fleet));
}

/** Throws `webhook_not_found` where the caller sees no such webhook. */
export async function openWebhook(
  caller: Caller,
  webhookId: string,
  { store }: Pick<WebhookNeeds, "store">,
): Promise<StoredWebhook> {
  const webhook = await store.findWebhook(caller.organisation, webhookId);
  if (webhook !== null && isVisible(webhook, caller)) return webhook;
  throw noSuchWebhook();
}

export function noSuchWebhook(): Refusal {
  return new Refusal("webhook_not_found", "The key sees no webhook of this id; GET /v1/webhooks lists them.");
}
