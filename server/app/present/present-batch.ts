import type { BatchIngestResult } from "../../../core/contract/types.ts";
import type { BatchTally } from "../ports/write-request.ts";

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
    request_id: requestId,
  };
}
