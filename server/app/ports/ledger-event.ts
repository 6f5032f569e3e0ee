import type { EventData, EventType } from "../../../core/contract/schemas/events/event.ts";
import type { Tier } from "../../../core/scoring/model/tier.ts";

/** One thing that happened, for those who listen: written in the transaction that caused it. */
export type LedgerEvent = { readonly [Name in EventType]: LedgerEventOf<Name> }[EventType];

interface LedgerEventOf<Name extends EventType> {
  readonly type: Name;
  readonly organisation: string;
  /** The vehicle it happened to, as it is after it; null for what happened to no vehicle. */
  readonly vehicle: { readonly vehicleId: string; readonly fleetId: string; readonly tier: Tier } | null;
  /** Capture time of the frame that caused it, else time of receipt. */
  readonly occurredAtUs: number;
  readonly recordedAtUs: number;
  readonly data: EventData[Name];
}
