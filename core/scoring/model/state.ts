import type { StartingPrior } from "./journal-entry.ts";
import type { Score, ScoringEvent } from "./score.ts";

/**
 * Everything `fold` remembers of one vehicle. Whoever reads it changes nothing; a fold that owns it (`foldOwned`) writes over its
 * bytes and numbers where they stand.
 */
export interface VehicleState {
  /** Entry number of the newest entry; 0 before the first. */
  readonly entries: number;
  /** The vehicle in the engine's memory (core/heart/engine/layout.ts). */
  readonly region: Uint8Array;
  /** What the engine says of it after the newest entry (rows.ts). */
  readonly rows: Float64Array;
  readonly reference: RegisteredReference | null;
  /** The noise that was expected of it, estimated from its fleet before its first frame; null: the settings' holds. */
  readonly prior: StartingPrior | null;
}

export interface RegisteredReference {
  /** Row-major 3×3, as registered. */
  readonly cameraRotation: readonly number[];
  readonly validFromUs: number;
}

/** What an entry did to a vehicle. */
export interface Folded {
  readonly state: VehicleState;
  /** Null for entries that are not frames. */
  readonly score: Score | null;
  readonly events: readonly ScoringEvent[];
}
