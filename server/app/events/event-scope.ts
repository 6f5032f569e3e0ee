import type { Caller } from "../application.ts";
import type { EventFilter } from "../ports/reading/event-reader.ts";
import { scopeOf, tiersNamed, type VisibilityScope } from "../visibility-scope.ts";
import type { EventQuery } from "./event-query.ts";

/** What the caller may see, and what of it is asked for. */
export function eventScope(
  caller: Caller,
  { types, vehicleIds, tiers, fleets }: EventQuery,
): { readonly scope: VisibilityScope; readonly filter: EventFilter } {
  return {
    scope: scopeOf(caller, fleets),
    filter: { types: types ?? null, vehicleIds: vehicleIds ?? null, tiers: tiersNamed(tiers) },
  };
}
