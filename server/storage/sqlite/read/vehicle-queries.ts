import type { JournalEntry } from "../../../../core/scoring/model/journal-entry.ts";
import type {
  MeasuredSpan,
  NumberedEntry,
  RegisteredReference,
  StoredFrame,
  StoredScore,
  TierChange,
  VehicleHistory,
  VehicleReader,
} from "../../../app/ports/reading-ports.ts";
import { readingOfRow } from "../journal-rows.ts";
import { isListed, listValue, type QueriesOf, type ReadingDatabase, type Row } from "./reading-database.ts";
import { summaryOfRow } from "../vehicle-rows.ts";

type Asks = { readonly [Name in keyof VehicleReader]: Parameters<VehicleReader[Name]>[0] };

/** One vehicle's journal, states and scores. */
export function vehicleQueries(database: ReadingDatabase): QueriesOf<VehicleReader> {
  return {
    openVehicle({ sight, vehicleId }) {
      const row = database.first(
        `SELECT * FROM vehicle
         WHERE organisation = :organisation AND vehicle_id = :vehicleId AND ${isListed("fleet_id", "fleets")}`,
        { organisation: sight.organisation, vehicleId, fleets: listValue(sight.fleets) },
      );
      return row === null ? null : summaryOfRow(row);
    },
    findState({ vehicleKey, bySeq, scoring }) {
      const row = database.first(
        `SELECT seq, state FROM (
           SELECT * FROM snapshot WHERE vehicle_key = :vehicleKey
           UNION ALL SELECT * FROM anchor WHERE vehicle_key = :vehicleKey)
         WHERE seq <= :bySeq AND scoring = :scoring ORDER BY seq DESC LIMIT 1`,
        { vehicleKey, bySeq, scoring },
      );
      if (row === null) return null;
      return { vehicleKey, seq: row["seq"] as number, state: row["state"] as Uint8Array };
    },
    listEntries: (ask) => listEntries(database, ask),
    readHistory: (ask) => database.together(() => readHistory(database, ask)),
    measureSpan: (ask) => measureSpan(database, ask),
    listScores: (ask) => listScores(database, ask),
    findFrame({ vehicleKey, seq }) {
      const row = database.first(
        `SELECT seq, timestamp_us, score, raw FROM frame WHERE vehicle_key = :vehicleKey AND seq = :seq`,
        { vehicleKey, seq },
      );
      return row === null ? null : { ...storedScore(row), raw: row["raw"] as StoredFrame["raw"] };
    },
  };
}

/** Frames and commands share one numbering without gaps, so a range of numbers is a range of both. */
function listEntries(database: ReadingDatabase, ask: Asks["listEntries"]): readonly NumberedEntry[] {
  const { vehicleKey, afterSeq } = ask;
  const range = { vehicleKey, afterSeq, throughSeq: Math.min(ask.throughSeq, afterSeq + ask.limit) };
  const frames = database.all(
    `SELECT seq, timestamp_us, camera_rotation, radar_range_bias_m, lidar_registration_error_m, lidar_confidence
     FROM frame WHERE vehicle_key = :vehicleKey AND seq > :afterSeq AND seq <= :throughSeq`,
    range,
  );
  const commands = database.all(
    `SELECT seq, entry FROM command WHERE vehicle_key = :vehicleKey AND seq > :afterSeq AND seq <= :throughSeq`,
    range,
  );
  return [
    ...frames.map((row) => ({
      seq: row["seq"] as number,
      entry: { kind: "frame", reading: readingOfRow(row) } satisfies JournalEntry,
    })),
    ...commands.map((row) => ({
      seq: row["seq"] as number,
      entry: JSON.parse(row["entry"] as string) as JournalEntry,
    })),
  ].sort((one, other) => one.seq - other.seq);
}

function readHistory(database: ReadingDatabase, ask: Asks["readHistory"]): VehicleHistory {
  const vehicle = { vehicleKey: ask.vehicleKey };
  const first = database.first(
    `SELECT min(timestamp_us) AS first_us FROM frame WHERE vehicle_key = :vehicleKey`,
    vehicle,
  );
  const changes = database.all(
    `SELECT seq, at_us, from_tier, to_tier, reason FROM tier_transition
     WHERE vehicle_key = :vehicleKey ORDER BY seq DESC, transition_key DESC LIMIT :limit`,
    { ...vehicle, limit: ask.limit },
  );
  return {
    firstTimestampUs: (first?.["first_us"] ?? null) as number | null,
    tierChanges: changes.map((row) => ({
      seq: row["seq"] as number,
      atUs: row["at_us"] as number,
      from: row["from_tier"] as TierChange["from"],
      to: row["to_tier"] as TierChange["to"],
      reason: row["reason"] as TierChange["reason"],
    })),
    reference: referenceOf(
      database.first(
        `SELECT entry, reason, received_us FROM command
         WHERE vehicle_key = :vehicleKey AND entry ->> '$.kind' = 'reference' ORDER BY seq DESC LIMIT 1`,
        vehicle,
      ),
    ),
  };
}

function referenceOf(row: Row | null): RegisteredReference | null {
  if (row === null) return null;
  const entry = JSON.parse(row["entry"] as string) as Extract<JournalEntry, { kind: "reference" }>;
  if (entry.cameraRotation === null) return null;
  return {
    cameraRotation: entry.cameraRotation,
    source: (row["reason"] ?? "") as string,
    validFromUs: entry.validFromUs,
    registeredAtUs: row["received_us"] as number,
  };
}

function measureSpan(database: ReadingDatabase, ask: Asks["measureSpan"]): MeasuredSpan {
  const row = database.first(
    `SELECT count(*) AS frames, min(timestamp_us) AS from_us, max(timestamp_us) AS to_us FROM (
       SELECT timestamp_us FROM frame
       WHERE vehicle_key = :vehicleKey AND timestamp_us BETWEEN :fromUs AND :toUs
       ORDER BY timestamp_us DESC LIMIT :limit)`,
    { ...ask },
  )!;
  return {
    frames: row["frames"] as number,
    fromUs: row["from_us"] as number | null,
    toUs: row["to_us"] as number | null,
  };
}

function listScores(database: ReadingDatabase, ask: Asks["listScores"]): readonly StoredScore[] {
  const { vehicleKey, toUs, limit, after } = ask;
  const rows = database.all(
    `SELECT seq, timestamp_us, score FROM frame
     WHERE vehicle_key = :vehicleKey AND timestamp_us BETWEEN :fromUs AND :toUs
       AND (timestamp_us > :fromUs OR seq > :afterSeq)
     ORDER BY timestamp_us, seq LIMIT :limit`,
    { vehicleKey, toUs, limit, fromUs: after?.timestampUs ?? ask.fromUs, afterSeq: after?.seq ?? 0 },
  );
  return rows.map(storedScore);
}

function storedScore(row: Row): StoredScore {
  return {
    seq: row["seq"] as number,
    timestampUs: row["timestamp_us"] as number,
    score: row["score"] as Uint8Array,
  };
}
