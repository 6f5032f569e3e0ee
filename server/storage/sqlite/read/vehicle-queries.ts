import type { JournalEntry } from "../../../../core/scoring/model/journal-entry.ts";
import type { StatementReader } from "../../../app/ports/reading/evidence-reader.ts";
import type {
  BreachEvidence,
  RegisteredReference,
  StoredFrame,
  TierChange,
  VehicleHistory,
  VehicleReader,
} from "../../../app/ports/reading/vehicle-reader.ts";
import { FramesInTime } from "../frames-in-time.ts";
import { ownFrames, ownFramesWithTexts, receivedText } from "../journal-rows.ts";
import { onlyEntry, ownInRange, withOwnFrames } from "../linked-frames.ts";
import { parseStored } from "../prepare-query.ts";
import { isListed, listValue, type QueriesOf, type ReadingDatabase } from "./reading-database.ts";
import { scoredEnd } from "./scored-end.ts";
import { summaryOfRow, vehicleRowColumns, type VehicleRow } from "../vehicle-rows.ts";

/** One vehicle, its history and single frames of it. */
export function vehicleQueries(
  database: ReadingDatabase,
): QueriesOf<VehicleReader & Pick<StatementReader, "findEntryAt" | "findBreachEvidence">> {
  return {
    openVehicle({ scope, vehicleId }) {
      const row = database
        .query<VehicleRow>(`SELECT ${vehicleRowColumns} FROM vehicle
         WHERE organisation = :organisation AND vehicle_id = :vehicleId AND ${isListed("fleet_id", "fleets")}`)
        .get({ organisation: scope.organisation, vehicleId, fleets: listValue(scope.fleets) });
      return row === undefined ? null : summaryOfRow(row);
    },
    readHistory: (ask) => database.together(() => readHistory(database, ask)),
    findFrame({ vehicleKey, seq }) {
      const query = database.query<StoredFrame>(
        `${withOwnFrames} SELECT frame.seq, frame.timestamp_us AS timestampUs, frame.score, ${receivedText} AS raw
         FROM ${ownFramesWithTexts} WHERE ${ownInRange}`,
      );
      return seq < scoredEnd(database, vehicleKey) ? (query.get(onlyEntry(vehicleKey, seq)) ?? null) : null;
    },
    findEntryAt: (ask) => database.together(() => findEntryAt(database, ask)),
    findBreachEvidence: (ask) =>
      database
        .query<{ eventId: string }>(
          `SELECT event_id AS eventId FROM evidence WHERE vehicle_key = :vehicleKey AND opened_seq = :openedSeq AND seq <= :bySeq
           ORDER BY evidence_key DESC LIMIT 1`,
        )
        .get({ ...ask })?.eventId ?? null,
  };
}

/** Frames decide by their capture times; of what follows the last of them, those commands that had come by then. */
function findEntryAt(
  database: ReadingDatabase,
  { vehicleKey, atUs }: Parameters<StatementReader["findEntryAt"]>[0],
): number {
  const times = new FramesInTime((sql) => database.query(sql));
  const endSeq = times.firstReaching(vehicleKey, atUs + 1)?.seq ?? Number.MAX_SAFE_INTEGER;
  const lastFrame = database
    .query<{ seq: number }>(
      `${withOwnFrames} SELECT seq FROM own WHERE seq <= :throughSeq ORDER BY seq DESC LIMIT 1`,
    )
    .get({ vehicleKey, afterSeq: endSeq - 2, throughSeq: endSeq - 1 });
  const frameSeq = lastFrame?.seq ?? 0;
  const command = database
    .query<{ seq: number | null }>(
      `SELECT max(seq) AS seq FROM command WHERE vehicle_key = :vehicleKey AND seq > :frameSeq AND seq < :endSeq
         AND received_us <= :atUs`,
    )
    .get({ vehicleKey, frameSeq, endSeq, atUs });
  return command?.seq ?? frameSeq;
}

function readHistory(
  database: ReadingDatabase,
  ask: Parameters<VehicleReader["readHistory"]>[0],
): VehicleHistory {
  const vehicle = { vehicleKey: ask.vehicleKey };
  const first = database
    .query<{ atUs: number | null }>(
      `${withOwnFrames} SELECT min(atUs) AS atUs FROM (
         SELECT timestamp_us AS atUs FROM ${ownFrames} WHERE own.back IS NULL
         UNION ALL SELECT min(timestamp_us) FROM frame WHERE vehicle_key = :vehicleKey AND behind_us IS NOT NULL)`,
    )
    .get(onlyEntry(ask.vehicleKey, 1));
  const tierChanges = database
    .query<TierChange>(`SELECT seq, at_us AS atUs, from_tier AS "from", to_tier AS "to", reason FROM tier_transition
     WHERE vehicle_key = :vehicleKey ORDER BY seq DESC, transition_key DESC LIMIT :limit`)
    .all({ ...vehicle, limit: ask.limit });
  const evidence = database
    .query<BreachEvidence>(`SELECT event_id AS eventId, trigger, tier, issued_at_us AS issuedAtUs, supersedes FROM evidence
     WHERE vehicle_key = :vehicleKey AND opened_seq = (SELECT breach_opened_seq FROM vehicle WHERE vehicle_key = :vehicleKey)
     ORDER BY evidence_key DESC LIMIT :limit`)
    .all({ ...vehicle, limit: ask.limit });
  return {
    evidence,
    firstTimestampUs: first?.atUs ?? null,
    tierChanges,
    reference: referenceOf(
      database
        .query<ReferenceRow>(`SELECT entry, reason, received_us FROM command
         WHERE vehicle_key = :vehicleKey AND entry ->> '$.kind' = 'reference' ORDER BY seq DESC LIMIT 1`)
        .get(vehicle),
    ),
  };
}

/** A command that registers a reference, or withdraws it. */
interface ReferenceRow {
  readonly entry: string;
  readonly reason: string | null;
  readonly received_us: number;
}

function referenceOf(row: ReferenceRow | undefined): RegisteredReference | null {
  if (row === undefined) return null;
  const entry = parseStored<Extract<JournalEntry, { kind: "reference" }>>(row.entry);
  const { kind: _kind, validFromUs, ...poses } = entry;
  if (Object.values(poses).every((pose) => pose === null)) return null;
  return { ...poses, source: row.reason ?? "", validFromUs, registeredAtUs: row.received_us };
}
