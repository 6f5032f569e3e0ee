import type { JournalEntry } from "../../../../core/scoring/model/journal-entry.ts";
import type { PackedState } from "../../../app/ports/journal.ts";
import type {
  MeasuredSpan,
  NumberedEntry,
  RegisteredReference,
  StoredFrame,
  StoredScore,
  TierChange,
  VehicleHistory,
  VehicleReader,
} from "../../../app/ports/vehicle-reader.ts";
import { readingOfRow, type ReadingRow } from "../journal-rows.ts";
import { parseStored } from "../prepare-query.ts";
import { isListed, listValue, type QueriesOf, type ReadingDatabase } from "./reading-database.ts";
import { summaryOfRow, type VehicleRow } from "../vehicle-rows.ts";

type Asks = { readonly [Name in keyof VehicleReader]: Parameters<VehicleReader[Name]>[0] };

/** One vehicle's journal, states and scores. */
export function vehicleQueries(database: ReadingDatabase): QueriesOf<VehicleReader> {
  return {
    openVehicle({ scope, vehicleId }) {
      const row = database
        .query<VehicleRow>(`SELECT * FROM vehicle
         WHERE organisation = :organisation AND vehicle_id = :vehicleId AND ${isListed("fleet_id", "fleets")}`)
        .get({ organisation: scope.organisation, vehicleId, fleets: listValue(scope.fleets) });
      return row === undefined ? null : summaryOfRow(row);
    },
    findState({ vehicleKey, bySeq, scoring }) {
      const row = database
        .query<Omit<PackedState, "vehicleKey">>(`SELECT seq, state FROM (
           SELECT * FROM snapshot WHERE vehicle_key = :vehicleKey
           UNION ALL SELECT * FROM anchor WHERE vehicle_key = :vehicleKey)
         WHERE seq <= :bySeq AND scoring = :scoring ORDER BY seq DESC LIMIT 1`)
        .get({ vehicleKey, bySeq, scoring });
      return row === undefined ? null : { vehicleKey, ...row };
    },
    listEntries: (ask) => listEntries(database, ask),
    readHistory: (ask) => database.together(() => readHistory(database, ask)),
    measureSpan: (ask) => measureSpan(database, ask),
    listScores: (ask) => listScores(database, ask),
    findFrame({ vehicleKey, seq }) {
      const query = database.query<StoredFrame>(
        `SELECT seq, timestamp_us AS timestampUs, score, raw FROM frame
         WHERE vehicle_key = :vehicleKey AND seq = :seq`,
      );
      return query.get({ vehicleKey, seq }) ?? null;
    },
  };
}

/** Frames and commands share one numbering without gaps, so a range of numbers is a range of both. */
function listEntries(database: ReadingDatabase, ask: Asks["listEntries"]): readonly NumberedEntry[] {
  const { vehicleKey, afterSeq } = ask;
  const range = { vehicleKey, afterSeq, throughSeq: Math.min(ask.throughSeq, afterSeq + ask.limit) };
  const frames = database
    .query<
      ReadingRow & { readonly seq: number }
    >(`SELECT seq, timestamp_us, camera_rotation, radar_range_bias_m, lidar_registration_error_m, lidar_confidence
     FROM frame WHERE vehicle_key = :vehicleKey AND seq > :afterSeq AND seq <= :throughSeq`)
    .all(range);
  const commands = database
    .query<{ seq: number; entry: string }>(
      `SELECT seq, entry FROM command WHERE vehicle_key = :vehicleKey AND seq > :afterSeq AND seq <= :throughSeq`,
    )
    .all(range);
  return [
    ...frames.map((row) => ({
      seq: row.seq,
      entry: { kind: "frame", reading: readingOfRow(row) } satisfies JournalEntry,
    })),
    ...commands.map(({ seq, entry }) => ({ seq, entry: parseStored<JournalEntry>(entry) })),
  ].sort((one, other) => one.seq - other.seq);
}

function readHistory(database: ReadingDatabase, ask: Asks["readHistory"]): VehicleHistory {
  const vehicle = { vehicleKey: ask.vehicleKey };
  const first = database
    .query<{ atUs: number | null }>(
      `SELECT min(timestamp_us) AS atUs FROM frame WHERE vehicle_key = :vehicleKey`,
    )
    .get(vehicle);
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

function measureSpan(database: ReadingDatabase, ask: Asks["measureSpan"]): MeasuredSpan {
  const span = database
    .query<MeasuredSpan>(`SELECT count(*) AS frames, min(timestamp_us) AS fromUs, max(timestamp_us) AS toUs FROM (
       SELECT timestamp_us FROM frame
       WHERE vehicle_key = :vehicleKey AND timestamp_us BETWEEN :fromUs AND :toUs
       ORDER BY timestamp_us DESC LIMIT :limit)`)
    .get({ ...ask });
  return span ?? { frames: 0, fromUs: null, toUs: null };
}

function listScores(database: ReadingDatabase, ask: Asks["listScores"]): readonly StoredScore[] {
  const { vehicleKey, toUs, limit, after } = ask;
  return database
    .query<StoredScore>(`SELECT seq, timestamp_us AS timestampUs, score FROM frame
     WHERE vehicle_key = :vehicleKey AND timestamp_us BETWEEN :fromUs AND :toUs
       AND (timestamp_us > :fromUs OR seq > :afterSeq)
     ORDER BY timestamp_us, seq LIMIT :limit`)
    .all({ vehicleKey, toUs, limit, fromUs: after?.timestampUs ?? ask.fromUs, afterSeq: after?.seq ?? 0 });
}
