import { presentDrifts } from "../present/present-vehicle.ts";
import { formatTime } from "../../../core/encoding/instant.ts";
import type { EvidenceList, EvidenceListItem } from "../../../core/contract/types.ts";
import type { Caller, PageQuery } from "../application.ts";
import { cursorRefusal, ListCursor } from "../cursor.ts";
import type { ReadingNeeds } from "../reading-needs.ts";
import type { EvidenceReader, EvidenceSummary } from "../ports/reading/evidence-reader.ts";
import { scopeOf, tiersNamed } from "../visibility-scope.ts";

interface EvidenceQuestion extends PageQuery {
  readonly vehicleId?: string;
  readonly tiers?: readonly string[];
}

/** One page of the evidence the caller may see, latest first. Newer evidence does not move the pages after the first. */
export async function listEvidence(
  caller: Caller,
  question: EvidenceQuestion,
  needs: Pick<ReadingNeeds, "cursorSecret"> & {
    readonly evidence: Pick<EvidenceReader, "listEvidence" | "countWaiting">;
  },
): Promise<EvidenceList> {
  const scope = scopeOf(caller);
  const vehicleId = question.vehicleId ?? null;
  const tiers = tiersNamed(question.tiers);
  const query = [scope.fleets, vehicleId, tiers];
  const cursor = new ListCursor<string>(
    { operation: "listEvidence", organisation: caller.organisation, query },
    needs.cursorSecret,
  );
  const found = await needs.evidence.listEvidence({
    scope,
    vehicleId,
    tiers,
    afterEventId: cursor.open(question.cursor),
    limit: question.limit + 1,
  });
  if (found === null) throw cursorRefusal();

  const waiting = await needs.evidence.countWaiting({ scope, eventId: null, vehicleId });
  const { limit } = question;
  const { items, hasMore, next } = cursor.page(found, { limit, placeOf: ({ eventId }) => eventId });
  return {
    data: items.map(presentEvidence),
    ...(waiting > 0 && { awaiting_issuer: waiting }),
    has_more: hasMore,
    next_cursor: next,
  };
}

function presentEvidence(evidence: EvidenceSummary): EvidenceListItem {
  const { measurements } = evidence;
  return {
    event_id: evidence.eventId,
    trigger: evidence.trigger,
    supersedes: evidence.supersedes,
    superseded_by: evidence.supersededBy,
    vehicle_id: evidence.vehicleId,
    fleet_id: evidence.fleetId,
    tier: evidence.tier,
    probable_fault_source: evidence.probableFaultSource,
    measurements: {
      health_score: measurements.healthScore,
      ...presentDrifts(measurements),
    },
    detected_at: evidence.detectedAt,
    issued_at: formatTime(evidence.issuedAtUs),
    frame_count: evidence.frameCount,
    ...(evidence.erasedAtUs !== null && { erased_at: formatTime(evidence.erasedAtUs) }),
    signature: evidence.contentDigest,
  };
}
