import type { BatchIngestResult, IngestResult } from "../../../core/contract/types.ts";
import { type DroppedReading, pointerOf } from "../../../core/contract/requests/read-sensors.ts";
import type { BatchTally } from "../ports/write-request.ts";
import type { Tier } from "../../../core/scoring/model/tier.ts";

/** What became of one frame. */
export interface IngestedFrame {
  readonly vehicleId: string;
  /** In UTC, as received where it was sent so. */
  readonly timestamp: string;
  readonly duplicate: boolean;
  /** The vehicle's tier after this frame. */
  readonly tier: Tier;
  readonly warnings: readonly string[];
  readonly dropped: readonly DroppedReading[];
}

/** Exactly the five members of the contract, and what it warns about only when there is something to warn about. */
export function presentIngest(ingested: IngestedFrame): IngestResult {
  return {
    vehicle_id: ingested.vehicleId,
    status: ingested.duplicate ? "duplicate" : "accepted",
    frames_ingested: ingested.duplicate ? 0 : 1,
    fleet_tier: ingested.tier,
    timestamp: ingested.timestamp,
    ...(ingested.warnings.length > 0 && { warnings: [...ingested.warnings] }),
    ...presentDropped(ingested.dropped),
  };
}

/** Only when there are some. */
export function presentDropped(dropped: readonly DroppedReading[]): Pick<IngestResult, "dropped_readings"> {
  if (dropped.length === 0) return {};
  return {
    dropped_readings: dropped.map(({ member, detail }) => ({ pointer: pointerOf(member), detail })),
  };
}

/**
 * The answer to a batch of which something was taken, or was a duplicate. A batch of which nothing was taken is a
 * refusal, not an answer (`batch_rejected`): `http/` writes that one.
 */
export function presentBatch(tally: BatchTally, requestId: string): BatchIngestResult {
  return {
    status: tally.rejected === 0 ? "accepted" : "partial",
    frames_ingested: tally.ingested,
    frames_duplicate: tally.duplicate,
    frames_rejected: tally.rejected,
    fleet_tier: tally.worstTier ?? "UNKNOWN",
    vehicles: tally.vehicles.length,
    errors: [...tally.errors],
    errors_truncated: tally.rejected > tally.errors.length,
    ...presentWarnings(tally.warned),
    request_id: requestId,
  };
}

function presentWarnings({ frames, late, warnings, listed }: BatchTally["warned"]) {
  if (frames === 0) return {};
  return {
    ...(late > 0 && { frames_late: late }),
    frames_with_warnings: frames,
    warnings: [...listed],
    warnings_truncated: warnings > listed.length,
  };
}
