import { formatTime } from "../../../core/encoding/instant.ts";
import type { EvidenceList, EvidenceListItem } from "../../../core/contract/types.ts";
import { unpackScore } from "../../../core/scoring/model/codec/score-codec.ts";
import type { Tier } from "../../../core/scoring/model/tier.ts";
import type { Caller, PageQuery } from "../application.ts";
import { cursorRefusal, openCursor, signCursor, type CursorList } from "../cursor.ts";
import type { ReadingNeeds } from "../reading-needs.ts";
import type { EvidenceSummary } from "../ports/evidence-reader.ts";
import { scopeOf } from "../visibility-scope.ts";

interface EvidenceQuestion extends PageQuery {
  readonly vehicleId?: string;
  readonly tiers?: readonly string[];
}

/** One page of the evidence the caller may see, latest first. Newer evidence does not move the pages after the first. */
export async function listEvidence(
  caller: Caller,
  question: EvidenceQuestion,
  needs: Pick<ReadingNeeds, "evidence" | "cursorSecret">,
): Promise<EvidenceList> {
  const scope = scopeOf(caller);
  const vehicleId = question.vehicleId ?? null;
  const tiers = (question.tiers as readonly Tier[] | undefined) ?? null;
  const list: CursorList = {
    operation: "listEvidence",
    organisation: caller.organisation,
    query: [scope.fleets, vehicleId, tiers],
  };
  const found = await needs.evidence.listEvidence({
    scope,
    vehicleId,
    tiers,
    afterEventId:
      question.cursor === undefined
        ? null
        : (openCursor(list, question.cursor, needs.cursorSecret) as string),
    limit: question.limit + 1,
  });
  if (found === null) throw cursorRefusal();

  const page = found.slice(0, question.limit);
  const last = found.length > page.length ? page.at(-1) : undefined;
  return {
    data: page.map(presentEvidence),
    has_more: last !== undefined,
    next_cursor: last === undefined ? null : signCursor(list, last.eventId, needs.cursorSecret),
  };
}

function presentEvidence(evidence: EvidenceSummary): EvidenceListItem {
  const score = unpackScore(evidence.score);
  return {
    event_id: evidence.eventId,
    vehicle_id: evidence.vehicleId,
    fleet_id: evidence.fleetId,
    tier: evidence.tier,
    probable_fault_source: evidence.probableFaultSource,
    measurements: {
      camera_drift_deg: score.cameraDriftDeg,
      radar_drift_mm: score.radarDriftMm,
      health_score: score.healthScore,
    },
    detected_at: evidence.detectedAt,
    issued_at: formatTime(evidence.issuedAtUs),
    frame_count: evidence.frameCount,
    ...(evidence.erasedAtUs !== null && { erased_at: formatTime(evidence.erasedAtUs) }),
    signature: evidence.contentDigest,
  };
}
