import type { EventOf, EventType } from "../../../../core/contract/schemas/events/event.ts";

/** A test somebody asked for. It is no event of the stream. */
export interface TestEvent {
  readonly id: string;
  readonly type: "webhook.test";
  readonly occurred_at: string;
  readonly recorded_at: string;
  readonly vehicle_id?: never;
  readonly fleet_id?: never;
  readonly data: { readonly webhook_id: string };
}

/** What a webhook may bring: an event as it is published, or a test. */
export type SentEvent = { readonly [Name in EventType]: EventOf<Name> }[EventType] | TestEvent;

/** What the formats say besides the event. */
export interface FormatContext {
  readonly webhookId: string;
  /** Names this service in CloudEvents: its public address, or a URN where none is set. */
  readonly source: string;
  /** Where people open the console, without a slash at the end; null where the operator did not say. */
  readonly publicUrl: string | null;
}

/** Where the vehicle of an event is shown; null for none, or where nobody said where the console is. */
export function linkOf(event: SentEvent, { publicUrl }: FormatContext): string | null {
  if (publicUrl === null) return null;
  return event.vehicle_id === undefined
    ? publicUrl
    : `${publicUrl}/vehicles/${encodeURIComponent(event.vehicle_id)}`;
}
