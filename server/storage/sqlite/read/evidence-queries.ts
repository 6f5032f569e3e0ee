import type {
  EvidenceReader,
  EvidenceSummary,
  VisibilityScope,
  StoredCustody,
} from "../../../app/ports/reading-ports.ts";
import { formatInstant } from "../../../../core/encoding/instant.ts";
import { newestHold } from "../write/custody-rows.ts";
import { isListed, listValue, type QueriesOf, type ReadingDatabase, type Row } from "./reading-database.ts";

type ListAsk = Parameters<EvidenceReader["listEvidence"]>[0];

/** Issued evidence. Who may see it is decided by the fleet the vehicle was in when it was issued. */
export function evidenceQueries(database: ReadingDatabase): QueriesOf<EvidenceReader> {
  return {
    findEvidence({ sight, eventId, withFrames }) {
      const row = database.first(
        `SELECT evidence.vehicle_key, vehicle_id, seq, bundle, ${withFrames ? "evidence.frames" : "x''"} AS frames,
           ${tombstone} AS tombstone, ${isIntact(withFrames)} AS is_intact,
           NOT EXISTS (SELECT 1 FROM unsealed_evidence AS waiting WHERE waiting.event_id = evidence.event_id) AS is_sealed
         FROM evidence JOIN vehicle USING (vehicle_key)
         WHERE evidence.event_id = :eventId AND ${inSight}`,
        { ...scopeValues(sight), eventId },
      );
      if (row === null) return null;
      return {
        vehicleKey: row["vehicle_key"] as number,
        vehicleId: row["vehicle_id"] as string,
        seq: row["seq"] as number,
        bundle: row["bundle"] as Uint8Array,
        frames: row["frames"] as Uint8Array,
        tombstone: row["tombstone"] as Uint8Array | null,
        isSealed: row["is_sealed"] === 1,
        isIntact: row["is_intact"] === 1,
      };
    },
    readCustody: (ask) => database.together(() => readCustody(database, ask)),
    listEvidence: (ask) => database.together(() => listEvidence(database, ask)),
  };
}

/** Whether what is about to be handed out is what was stored. */
function isIntact(withFrames: boolean): string {
  const bundle = "sha256(bundle) IS bundle_sha256";
  return withFrames ? `(${bundle} AND sha256(evidence.frames) IS frames_sha256)` : bundle;
}

/** Envelope of an evidence row's tombstone; null as long as it is not erased. */
const tombstone = `(SELECT envelope FROM erased_evidence JOIN log_document ON leaf_index = tombstone_index
  WHERE erased_evidence.event_id = evidence.event_id)`;

const inSight = `evidence.organisation = :organisation AND ${isListed("evidence.fleet_id", "fleets")}`;

function scopeValues({ organisation, fleets }: VisibilityScope) {
  return { organisation, fleets: listValue(fleets) };
}

function readCustody(
  database: ReadingDatabase,
  { sight, eventId, afterSeq, limit }: Parameters<EvidenceReader["readCustody"]>[0],
): StoredCustody | null {
  const found = database.first(
    `SELECT content_digest, ${tombstone} AS tombstone FROM evidence WHERE event_id = :eventId AND ${inSight}`,
    { ...scopeValues(sight), eventId },
  );
  if (found === null) return null;
  const rows = database.all(
    `SELECT envelope, leaf_index FROM custody JOIN log_document USING (leaf_index)
     WHERE event_id = :eventId AND seq > :afterSeq ORDER BY seq LIMIT :limit`,
    { eventId, afterSeq, limit },
  );
  return {
    contentDigest: found["content_digest"] as string,
    isOnHold: database.first(newestHold, { eventId })?.["action"] === "hold_set",
    tombstone: found["tombstone"] as Uint8Array | null,
    records: rows.map((row) => ({
      envelope: row["envelope"] as Uint8Array,
      leafIndex: row["leaf_index"] as number,
    })),
  };
}

function listEvidence(database: ReadingDatabase, ask: ListAsk): readonly EvidenceSummary[] | null {
  const sight = scopeValues(ask.sight);
  const before = placeOf(database, ask);
  if (before === null) return null;
  const vehicle = ask.vehicleId === null ? "" : "AND evidence.vehicle_key = :vehicleKey";
  const rows = database.all(
    `SELECT evidence.event_id, vehicle_id, evidence.fleet_id, evidence.tier, evidence.probable_fault_source,
       coalesce(erased.detected_at,
         CASE WHEN sha256(bundle) = bundle_sha256 THEN CAST(bundle AS TEXT) ->> '$.breach.detected_at' END) AS detected_at, issued_at_us, frame_count, content_digest,
       frame.score, erased_us
     FROM evidence
       JOIN vehicle USING (vehicle_key)
       LEFT JOIN erased_evidence AS erased ON erased.event_id = evidence.event_id
       JOIN frame ON frame.vehicle_key = evidence.vehicle_key AND frame.seq = evidence.seq
     WHERE ${inSight} AND evidence_key < :before ${vehicle} AND ${isListed("evidence.tier", "tiers")}
     ORDER BY evidence_key DESC LIMIT :limit`,
    {
      ...sight,
      before,
      vehicleKey: vehicleKeyOf(database, ask),
      tiers: listValue(ask.tiers),
      limit: ask.limit,
    },
  );
  return rows.map(evidenceSummary);
}

/** The key a page begins before: keys grow in order of issue, and never leave this adapter. */
function placeOf(database: ReadingDatabase, { sight, afterEventId }: ListAsk): number | null {
  if (afterEventId === null) return Number.MAX_SAFE_INTEGER;
  const row = database.first(
    `SELECT evidence_key FROM evidence WHERE event_id = :afterEventId AND ${inSight}`,
    { ...scopeValues(sight), afterEventId },
  );
  return row === null ? null : (row["evidence_key"] as number);
}

/** -1, which no vehicle has, for a vehicle this organisation does not have. */
function vehicleKeyOf(database: ReadingDatabase, { sight, vehicleId }: ListAsk): number {
  const row = database.first(
    `SELECT vehicle_key FROM vehicle WHERE organisation = :organisation AND vehicle_id = :vehicleId`,
    { organisation: sight.organisation, vehicleId },
  );
  return row === null ? -1 : (row["vehicle_key"] as number);
}

function evidenceSummary(row: Row): EvidenceSummary {
  return {
    eventId: row["event_id"] as string,
    vehicleId: row["vehicle_id"] as string,
    fleetId: row["fleet_id"] as string,
    tier: row["tier"] as EvidenceSummary["tier"],
    probableFaultSource: row["probable_fault_source"] as EvidenceSummary["probableFaultSource"],
    // Damaged evidence is listed all the same; it was issued as it was detected.
    detectedAt: (row["detected_at"] as string | null) ?? formatInstant(row["issued_at_us"] as number),
    issuedAtUs: row["issued_at_us"] as number,
    frameCount: row["frame_count"] as number,
    contentDigest: row["content_digest"] as string,
    erasedAtUs: row["erased_us"] as number | null,
    score: row["score"] as Uint8Array,
  };
}
