import type { Score, ScoringEvent } from "./score.ts";
import type { VehicleState } from "./state.ts";

/** What an entry did to a vehicle. */
export interface Folded {
  readonly state: VehicleState;
  /** Null for entries that are not frames. */
  readonly score: Score | null;
  readonly events: readonly ScoringEvent[];
}
