import { unpackScore } from "../../../../core/scoring/model/codec/score-codec.ts";
import type { Score } from "../../../../core/scoring/model/score.ts";
import type {
  EvidenceReader,
  EvidenceSummary,
  StoredCustody,
  StoredDocument,
  StoredEvidence,
} from "../../../app/ports/reading/evidence-reader.ts";
import type { VisibilityScope } from "../../../app/visibility-scope.ts";
import type { BundleCore } from "../../../../core/encoding/bundle.ts";
import { formatInstant } from "../../../../core/encoding/instant.ts";
import { ownFrames } from "../journal-rows.ts";
import { onlyEntry, ownInRange, withOwnFrames } from "../linked-frames.ts";
import { parseStored } from "../prepare-query.ts";
import { newestHold, type HoldRow } from "../write/rows/custody-rows.ts";
import { isListed, listValue, type QueriesOf, type ReadingDatabase } from "./reading-database.ts";

type ListQuery = Parameters<EvidenceReader["listEvidence"]>[0];

/** Issued evidence. Who may see it is decided by the fleet the vehicle was in when it was issued. */
export function evidenceQueries(database: ReadingDatabase): QueriesOf<EvidenceReader> {
  return {
    findEvidence({ scope, eventId, withFrames }) {
      const row = database
        .query<EvidenceRow>(`SELECT evidence.vehicle_key AS vehicleKey, vehicle_id AS vehicleId, seq, bundle,
           ${withFrames ? "evidence.frames" : "x''"} AS frames,
           ${tombstone} AS tombstone, ${isIntact(withFrames)} AS isIntact,
           NOT EXISTS (SELECT 1 FROM unsealed_evidence AS waiting WHERE waiting.event_id = evidence.event_id) AS isSealed
         FROM evidence JOIN vehicle USING (vehicle_key)
         WHERE evidence.event_id = :eventId AND ${inScope}`)
        .get({ ...scopeValues(scope), eventId });
      if (row === undefined) return null;
      return { ...row, isSealed: row.isSealed === 1, isIntact: row.isIntact === 1 };
    },
    readCustody: (ask) => database.together(() => readCustody(database, ask)),
    listEvidence: (ask) => database.together(() => listEvidence(database, ask)),
  };
}

/** Truth as SQLite has it: 0 or 1. */
interface EvidenceRow extends Omit<StoredEvidence, "isSealed" | "isIntact"> {
  readonly isSealed: number;
  readonly isIntact: number;
}

/** Whether what is about to be handed out is what was stored. */
function isIntact(withFrames: boolean): string {
  const bundle = "sha256(bundle) IS bundle_sha256";
  return withFrames ? `(${bundle} AND sha256(evidence.frames) IS frames_sha256)` : bundle;
}

/** Envelope of an evidence row's tombstone; null as long as it is not erased. */
const tombstone = `(SELECT envelope FROM erased_evidence JOIN log_document ON leaf_index = tombstone_index
  WHERE erased_evidence.event_id = evidence.event_id)`;

const inScope = `evidence.organisation = :organisation AND ${isListed("evidence.fleet_id", "fleets")}`;

function scopeValues({ organisation, fleets }: VisibilityScope) {
  return { organisation, fleets: listValue(fleets) };
}

function readCustody(
  database: ReadingDatabase,
  { scope, eventId, afterSeq, limit }: Parameters<EvidenceReader["readCustody"]>[0],
): StoredCustody | null {
  const found = database
    .query<Pick<StoredCustody, "contentDigest" | "tombstone">>(
      `SELECT content_digest AS contentDigest, ${tombstone} AS tombstone FROM evidence WHERE event_id = :eventId AND ${inScope}`,
    )
    .get({ ...scopeValues(scope), eventId });
  if (found === undefined) return null;
  const records = database
    .query<StoredDocument>(`SELECT envelope, leaf_index AS leafIndex FROM custody JOIN log_document USING (leaf_index)
     WHERE event_id = :eventId AND seq > :afterSeq ORDER BY seq LIMIT :limit`)
    .all({ eventId, afterSeq, limit });
  const isOnHold = database.query<HoldRow>(newestHold).get({ eventId })?.action === "hold_set";
  return { ...found, isOnHold, records };
}

function listEvidence(database: ReadingDatabase, ask: ListQuery): readonly EvidenceSummary[] | null {
  const scope = scopeValues(ask.scope);
  const before = placeOf(database, ask);
  if (before === null) return null;
  const vehicle = ask.vehicleId === null ? "" : "AND evidence.vehicle_key = :vehicleKey";
  const scoreOf = database.query<{ score: Uint8Array }>(
    `${withOwnFrames} SELECT score FROM ${ownFrames} WHERE ${ownInRange}`,
  );
  const rows = database
    .query<SummaryRow>(`SELECT evidence.event_id AS eventId, vehicle_id AS vehicleId, evidence.fleet_id AS fleetId, evidence.tier,
       evidence.probable_fault_source AS probableFaultSource,
       CASE WHEN sha256(bundle) = bundle_sha256
         THEN json_extract(CAST(bundle AS TEXT), '$.breach.detected_at', '$.measurements') END AS reported,
       erased.detected_at AS erasedDetectedAt,
       issued_at_us AS issuedAtUs, frame_count AS frameCount, content_digest AS contentDigest,
       erased_us AS erasedAtUs, evidence.vehicle_key AS vehicleKey, evidence.seq
     FROM evidence
       JOIN vehicle USING (vehicle_key)
       LEFT JOIN erased_evidence AS erased ON erased.event_id = evidence.event_id
     WHERE ${inScope} AND evidence_key < :before ${vehicle} AND ${isListed("evidence.tier", "tiers")}
     ORDER BY evidence_key DESC LIMIT :limit`)
    .all({
      ...scope,
      before,
      vehicleKey: vehicleKeyOf(database, ask),
      tiers: listValue(ask.tiers),
      limit: ask.limit,
    });
  return rows.flatMap(({ vehicleKey, seq, reported, erasedDetectedAt, ...row }) => {
    const [detectedAt, measured] = reported === null ? [null, null] : parseStored<Stated>(reported);
    // Damaged evidence is listed all the same; it was issued as it was detected.
    const issued = { ...row, detectedAt: erasedDetectedAt ?? detectedAt ?? formatInstant(row.issuedAtUs) };
    if (measured !== null) return [{ ...issued, measurements: asStated(measured) }];
    const frame = scoreOf.get(onlyEntry(vehicleKey, seq));
    return frame === undefined ? [] : [{ ...issued, measurements: measurementsOf(unpackScore(frame.score)) }];
  });
}

/** The key a page begins before: keys grow in order of issue, and never leave this adapter. */
function placeOf(database: ReadingDatabase, { scope, afterEventId }: ListQuery): number | null {
  if (afterEventId === null) return Number.MAX_SAFE_INTEGER;
  const row = database
    .query<{ key: number }>(
      `SELECT evidence_key AS key FROM evidence WHERE event_id = :afterEventId AND ${inScope}`,
    )
    .get({ ...scopeValues(scope), afterEventId });
  return row?.key ?? null;
}

/** -1, which no vehicle has, for a vehicle this organisation does not have. */
function vehicleKeyOf(database: ReadingDatabase, { scope, vehicleId }: ListQuery): number {
  const row = database
    .query<{ key: number }>(
      `SELECT vehicle_key AS key FROM vehicle WHERE organisation = :organisation AND vehicle_id = :vehicleId`,
    )
    .get({ organisation: scope.organisation, vehicleId });
  return row?.key ?? -1;
}

interface SummaryRow extends Omit<EvidenceSummary, "detectedAt" | "measurements"> {
  readonly vehicleKey: number;
  /** The frame that opened the breach. */
  readonly seq: number;
  /** JSON of `Stated`; null where the bundle is damaged or erased. */
  readonly reported: string | null;
  readonly erasedDetectedAt: string | null;
}

/** What a bundle says of when it was detected and what was measured. */
type Stated = readonly [detectedAt: string | null, measured: BundleCore["measurements"] | null];

/** It stays when the frames are scored again by other rules. */
function asStated(measured: BundleCore["measurements"]): EvidenceSummary["measurements"] {
  const { camera_drift_deg: cameraDriftDeg, radar_drift_mm: radarDriftMm } = measured;
  return { cameraDriftDeg, radarDriftMm, healthScore: measured.health_score };
}

/** And what the frame's score says, where there is no bundle. */
function measurementsOf({
  cameraDriftDeg,
  radarDriftMm,
  healthScore,
}: Score): EvidenceSummary["measurements"] {
  return { cameraDriftDeg, radarDriftMm, healthScore };
}
