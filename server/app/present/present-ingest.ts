import type { IngestResult } from "../../../core/contract/types.ts";
import type { Tier } from "../../../core/scoring/model/tier.ts";

/** What became of one frame. */
export interface IngestedFrame {
  readonly vehicleId: string;
  /** As received. */
  readonly timestamp: string;
  readonly duplicate: boolean;
  /** The vehicle's tier after this frame. */
  readonly tier: Tier;
  readonly warnings: readonly string[];
}

/** Exactly the five members of the contract, and `warnings` only when there is something to warn about. */
export function presentIngest(ingested: IngestedFrame): IngestResult {
  return {
    vehicle_id: ingested.vehicleId,
    status: ingested.duplicate ? "duplicate" : "accepted",
    frames_ingested: ingested.duplicate ? 0 : 1,
    fleet_tier: ingested.tier,
    timestamp: ingested.timestamp,
    ...(ingested.warnings.length > 0 && { warnings: [...ingested.warnings] }),
  };
}
