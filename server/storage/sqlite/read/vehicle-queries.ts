import type { JournalEntry } from "../../../../core/scoring/model/journal-entry.ts";
import type {
  RegisteredReference,
  StoredFrame,
  TierChange,
  VehicleHistory,
  VehicleReader,
} from "../../../app/ports/reading/vehicle-reader.ts";
import { ownFrames, ownFramesWithTexts, receivedText } from "../journal-rows.ts";
import { onlyEntry, ownInRange, withOwnFrames } from "../linked-frames.ts";
import { parseStored } from "../prepare-query.ts";
import { isListed, listValue, type QueriesOf, type ReadingDatabase } from "./reading-database.ts";
import { scoredEnd } from "./scored-end.ts";
import { summaryOfRow, vehicleRowColumns, type VehicleRow } from "../vehicle-rows.ts";

/** One vehicle, its history and single frames of it. */
export function vehicleQueries(database: ReadingDatabase): QueriesOf<VehicleReader> {
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
  };
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
  return {
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
  const { cameraRotation, validFromUs } = parseStored<Extract<JournalEntry, { kind: "reference" }>>(
    row.entry,
  );
  if (cameraRotation === null) return null;
  return { cameraRotation, source: row.reason ?? "", validFromUs, registeredAtUs: row.received_us };
}
