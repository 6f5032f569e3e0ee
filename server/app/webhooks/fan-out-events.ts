import type { RecordedEvent } from "../ports/reading/event-reader.ts";
import type { NewDelivery, StoredWebhook } from "../ports/webhook-store.ts";
import { presentEvent } from "../present/present-event.ts";
import { type EventSubject, explainEvent } from "./formats/explain-event.ts";
import { tellsPeople } from "./render-message.ts";

/** Looks up the vehicle of an event as it is now; null when it has gone. */
export type SubjectOf = (event: RecordedEvent) => EventSubject | null;

/** One delivery for each event and each webhook that wants it, in the order of the events. */
export function fanOutEvents(
  events: readonly RecordedEvent[],
  webhooks: readonly StoredWebhook[],
  needs: { readonly subjectOf: SubjectOf; readonly newDeliveryId: () => string },
): readonly NewDelivery[] {
  const owned = Map.groupBy(webhooks, ({ organisation }) => organisation);
  return events.flatMap((event) => {
    const wanting = (owned.get(event.organisation) ?? []).filter((webhook) => wants(webhook, event));
    return wanting.length === 0 ? [] : deliveriesOf(event, wanting, needs);
  });
}

function deliveriesOf(
  event: RecordedEvent,
  webhooks: readonly StoredWebhook[],
  { subjectOf, newDeliveryId }: Parameters<typeof fanOutEvents>[2],
): readonly NewDelivery[] {
  const presented = presentEvent(event);
  const text = JSON.stringify(presented);
  const needsNotice = webhooks.some(({ format }) => tellsPeople(format));
  // Said once, so that every attempt says the same.
  const notice = needsNotice ? explainEvent(presented, subjectOf(event)) : null;
  return webhooks.map(({ webhookKey, format }) => ({
    deliveryId: newDeliveryId(),
    webhookKey,
    eventId: event.id,
    eventType: event.type,
    vehicleId: event.vehicle?.vehicleId ?? null,
    event: text,
    notice: tellsPeople(format) ? notice : null,
  }));
}

/** What happened before the webhook was there is not sent to it; nor, to one of some fleets, what has no vehicle. */
function wants({ eventTypes, fleets, beginsAfter }: StoredWebhook, event: RecordedEvent): boolean {
  if (beginsAfter !== null && event.id <= beginsAfter) return false;
  if (eventTypes !== null && !eventTypes.includes(event.type)) return false;
  return fleets === null || (event.vehicle !== null && fleets.includes(event.vehicle.fleetId));
}
