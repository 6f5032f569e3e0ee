import type { EventType } from "../../../core/contract/schemas/events/event.ts";

/** Which events a caller asks for, and from where on. */
export interface EventQuery {
  readonly types?: readonly EventType[];
  readonly vehicleIds?: readonly string[];
  readonly fleets?: readonly string[];
  readonly tiers?: readonly string[];
  /** Left out: from the oldest or from now on, as `start` says. */
  readonly position?: GivenPosition;
  readonly start: "oldest" | "now";
}

/** A position as it came, and where it stood: what is wrong with it is said of that place. */
export interface GivenPosition {
  readonly after: string;
  readonly place: { readonly parameter: string } | { readonly header: string };
}
