import type { EventFilter } from "../ports/reading/event-reader.ts";
import type { LedgerEvent } from "../ports/ledger-event.ts";
import type { VisibilityScope } from "../visibility-scope.ts";

/** Whether a caller may see an event and asked for it: the rule of `EventReader.readEvents`, for events at hand. */
export function matchesEvent(event: LedgerEvent, scope: VisibilityScope, filter: EventFilter): boolean {
  const { organisation, type, vehicle } = event;
  return (
    organisation === scope.organisation &&
    isIn(scope.fleets, vehicle?.fleetId) &&
    isIn(filter.types, type) &&
    isIn(filter.vehicleIds, vehicle?.vehicleId) &&
    isIn(filter.tiers, vehicle?.tier)
  );
}

/** Null is no condition; what an event does not have meets none. */
function isIn(list: readonly string[] | null, value: string | undefined): boolean {
  return list === null || (value !== undefined && list.includes(value));
}
