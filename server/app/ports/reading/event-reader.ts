import type { EventType } from "../../../../core/contract/schemas/events/event.ts";
import type { Tier } from "../../../../core/scoring/model/tier.ts";
import type { LedgerEvent } from "../ledger-event.ts";
import type { VisibilityScope } from "../../visibility-scope.ts";

/** `id` is its place among all events of the service: later events have greater ones, compared as text. */
export type RecordedEvent = LedgerEvent & { readonly id: string };

/** Of all events those that meet every condition; null for no condition. */
export interface EventFilter {
  readonly types: readonly EventType[] | null;
  readonly vehicleIds: readonly string[] | null;
  readonly tiers: readonly Tier[] | null;
}

export const anyEvent: EventFilter = { types: null, vehicleIds: null, tiers: null };

/** The recorded events, oldest first. The oldest go once there are too many or they are too old. */
export interface EventReader {
  /**
   * At most `limit` events after the position. Scope null reads all organisations; a scope with fleets sees no events
   * without a vehicle. Looks at a bounded number of events, so that a page may be empty and not be the last.
   */
  readEvents(ask: {
    readonly scope: VisibilityScope | null;
    readonly filter: EventFilter;
    /** Null begins with the oldest. */
    readonly after: string | null;
    readonly limit: number;
  }): Promise<EventPage>;

  /** Where the events of an organisation, or with null of all, stand. */
  findEventSpan(ask: { readonly organisation: string | null }): Promise<EventSpan>;
}

export interface EventPage {
  readonly events: readonly RecordedEvent[];
  /** How far was looked: where to go on. Null when nothing was asked after and there is no event. */
  readonly through: string | null;
  /** Whether there was nothing after it. */
  readonly isEnd: boolean;
  /** As the events of this scope stood when they were read. */
  readonly span: EventSpan;
}

export interface EventSpan {
  /** The newest event there is or was, whoever may see it; null when there never was one. */
  readonly newest: string | null;
  /** The newest event that is gone: who read up to here has missed nothing. Null while none is. */
  readonly goneThrough: string | null;
}

/** Tells that there is something new to read. */
export interface EventSignal {
  /** Calls `onNews` after each commit with events, soon, and not once for each of them. Returns what ends it. */
  onEvents(onNews: () => void): () => void;
}
