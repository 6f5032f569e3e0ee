import { unpackScore } from "../../../../core/scoring/model/codec/score-codec.ts";
import type { Score } from "../../../../core/scoring/model/score.ts";
import type {
  EvidenceReader,
  EvidenceSummary,
  StatementReader,
  StoredCustody,
  StoredDocument,
  StoredEvidence,
} from "../../../app/ports/reading/evidence-reader.ts";
import type { VisibilityScope } from "../../../app/visibility-scope.ts";
import {
  measuredDrifts,
  measuredHealth,
  measuredIn,
  type BundleMeasurements,
} from "../../../../core/evidence/bundle/measured-drifts.ts";
import { scoringOutputs } from "../../../../core/evidence/bundle/scoring-outputs.ts";
import { perKind } from "../../../../core/sensors/sensor-lists.ts";
import { inUnitOfMember } from "../../../app/journal/summary-after.ts";
import type { BundleCore } from "../../../../core/encoding/bundle.ts";
import { formatInstant } from "../../../../core/encoding/instant.ts";
import { ownFrames } from "../journal-rows.ts";
import { onlyEntry, ownInRange, withOwnFrames } from "../linked-frames.ts";
import { parseStored } from "../prepare-query.ts";
import { newestHold, type HoldRow } from "../write/rows/custody-rows.ts";
import { isListed, listValue, type QueriesOf, type ReadingDatabase } from "./reading-database.ts";

type ListQuery = Parameters<EvidenceReader["listEvidence"]>[0];

/** Issued evidence. Who may see it is decided by the fleet the vehicle was in when it was issued. */
export function evidenceQueries(
  database: ReadingDatabase,
): QueriesOf<EvidenceReader & Pick<StatementReader, "findStatement" | "listStatements">> {
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
    countWaiting: ({ scope, eventId, vehicleId }) =>
      database
        .query<{
          waiting: number;
        }>(`SELECT count(*) AS waiting FROM waiting_evidence AS evidence JOIN vehicle USING (vehicle_key)
         WHERE ${inScope} AND event_id = ifnull(:eventId, event_id) AND vehicle_id = ifnull(:vehicleId, vehicle_id)`)
        .get({ ...scopeValues(scope), eventId, vehicleId })?.waiting ?? 0,
    findStatement: ({ scope, statementId }) =>
      database
        .query<StoredDocument>(
          `SELECT envelope, leaf_index AS leafIndex FROM ${statements} WHERE kind = 'state' AND subject = :statementId AND ${statementInScope}`,
        )
        .get({ ...scopeValues(scope), statementId }) ?? null,
    listStatements: ({ scope, vehicleKey, beforeIndex, limit }) =>
      database
        .query<StoredDocument>(
          `SELECT envelope, leaf_index AS leafIndex FROM ${statements}
           WHERE vehicle_key = :vehicleKey AND leaf_index < :before AND ${statementInScope} ORDER BY leaf_index DESC LIMIT :limit`,
        )
        .all({ ...scopeValues(scope), vehicleKey, before: beforeIndex ?? Number.MAX_SAFE_INTEGER, limit }),
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

/** The newest that supersedes a row; of what the asker may not see nothing is said. */
const successor = `(SELECT later.event_id FROM evidence AS later
  WHERE later.supersedes = evidence.event_id AND later.organisation = :organisation
    AND ${isListed("later.fleet_id", "fleets")} ORDER BY later.evidence_key DESC LIMIT 1)`;

const inScope = `evidence.organisation = :organisation AND ${isListed("evidence.fleet_id", "fleets")}`;

const statements = "state_statement JOIN log_document USING (leaf_index)";
const statementInScope = `log_document.organisation = :organisation AND ${isListed("state_statement.fleet_id", "fleets")}`;

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
         THEN json_extract(CAST(bundle AS TEXT), '$.breach', '$.measurements', '$.scoring.outputs') END AS reported,
       evidence.trigger, evidence.supersedes, ${successor} AS supersededBy,
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
    const [breach, measurements, outputs] = reported === null ? [] : parseStored<Stated>(reported);
    const detectedAt = breach?.detected_at;
    // Damaged evidence is listed all the same; it was issued as it was detected.
    const issued = { ...row, detectedAt: erasedDetectedAt ?? detectedAt ?? formatInstant(row.issuedAtUs) };
    // What is reported stays when the frames are scored again by other rules.
    if (breach && measurements && outputs)
      return [{ ...issued, measurements: measurementsIn({ breach, measurements, scoring: { outputs } }) }];
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
  /** Its newest frame. */
  readonly seq: number;
  /** JSON of `Stated`; null where the bundle is damaged or erased. */
  readonly reported: string | null;
  readonly erasedDetectedAt: string | null;
}

/** What a bundle says of when it was detected and what was measured. */
type Stated = readonly [
  breach: BundleCore["breach"] | null,
  measurements: BundleCore["measurements"] | null,
  outputs: BundleCore["scoring"]["outputs"] | null,
];

function measurementsIn(bundle: BundleMeasurements): EvidenceSummary["measurements"] {
  const drifts = new Map(measuredDrifts(bundle).map(({ sensor, drift }) => [sensor, drift]));
  const stated = perKind(
    ({ drift }) => drift.field,
    ({ name, drift }) => inUnitOfMember(drifts.get(name) ?? null, drift),
  );
  return { ...stated, healthScore: measuredHealth(bundle) };
}

/** And what the frame's score says, where there is no bundle. */
function measurementsOf(score: Score): EvidenceSummary["measurements"] {
  const outputs = scoringOutputs(score);
  const measured = measuredIn(outputs);
  const stated = perKind(
    ({ drift }) => drift.field,
    ({ name, channels, drift }) => {
      if (drift.isMeasurement) return measured[name] ? score[drift.field] : null;
      const isScored = ({ channel, driftSd }: Score["channels"][number]) =>
        channel === channels[0].name && driftSd > 0;
      return score.channels.find(isScored)?.drift ?? null;
    },
  );
  return { ...stated, healthScore: measured.health ? score.healthScore : null };
}
