import { formatInstant } from "../../../core/encoding/instant.ts";
import type { EvidenceFacts } from "../ports/changes.ts";
import type { LedgerEvent } from "../ports/ledger-event.ts";

/** What listeners get once evidence is final: from now on its bundle can be fetched. */
export function evidenceIssued(evidence: EvidenceFacts, nowUs: number): LedgerEvent {
  const { organisation, vehicleId, fleetId, tier } = evidence;
  return {
    type: "evidence.issued",
    organisation,
    vehicle: { vehicleId, fleetId, tier },
    occurredAtUs: evidence.issuedAtUs,
    recordedAtUs: Math.max(nowUs, evidence.issuedAtUs),
    data: {
      evidence_id: evidence.eventId,
      trigger: evidence.trigger,
      supersedes: evidence.supersedes,
      channel: evidence.channel,
      side: evidence.side,
      statistic: evidence.statistic,
      threshold: evidence.threshold,
      probable_fault_source: evidence.probableFaultSource,
      health_score: evidence.healthScore,
      breached_at: formatInstant(evidence.breachedAtUs),
      frame_count: evidence.frameCount,
      signature: evidence.contentDigest,
    },
  };
}
