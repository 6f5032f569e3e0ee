import type { DatabaseSync } from "node:sqlite";

import type { SensorReading } from "../../../../core/scoring/model/journal-entry.ts";
import type { StoredEntry, StoredVehicle } from "../../../app/journal/rebuild-vehicle.ts";
import type { JournalAudit } from "../../../app/journal/verify-states.ts";
import {
  frameRowColumns,
  framesWithTexts,
  readingOfRow,
  recordOfCommandRow,
  type CommandRow,
  type FrameRow,
} from "../journal-rows.ts";
import { prepareQuery, type Query } from "../prepare-query.ts";
import { estimatedNoiseOfRow, type EstimatedNoiseRow } from "../write/rows/estimated-noise-rows.ts";
import { summaryOfRow, vehicleRowColumns, type VehicleRow } from "../vehicle-rows.ts";

/** Reads what is stored, vehicle by vehicle, beside a running server or without one. */
export class SqliteAudit implements JournalAudit {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  vehicleKeys(): readonly number[] {
    const keys = "SELECT vehicle_key AS key FROM vehicle ORDER BY vehicle_key";
    return prepareQuery<{ key: number }>(this.#database, keys)
      .all()
      .map(({ key }) => key);
  }

  /** As the vehicles state it: of a damaged database it may be anything. */
  countEntries(): number {
    const sum = "SELECT sum(entries) AS entries FROM vehicle";
    return prepareQuery<{ entries: number | null }>(this.#database, sum).get()?.entries ?? 0;
  }

  readVehicle<T>(vehicleKey: number, read: (vehicle: StoredVehicle) => T): T {
    const isOutermost = !this.#database.isTransaction;
    if (isOutermost) this.#database.exec("BEGIN");
    try {
      return read(this.#storedVehicle(vehicleKey));
    } finally {
      if (isOutermost) this.#database.exec("COMMIT");
    }
  }

  /** Pages of the database that contradict each other; empty when it is sound. */
  findDamage({ quick = false }: { readonly quick?: boolean } = {}): readonly string[] {
    const check = quick ? "PRAGMA quick_check" : "PRAGMA integrity_check";
    // The one column is called after the pragma.
    return prepareQuery<Readonly<Record<string, string>>>(this.#database, check)
      .all()
      .flatMap((row) => Object.values(row))
      .filter((line) => line !== "ok");
  }

  summaryOf(vehicleKey: number): StoredVehicle["summary"] {
    return summaryOfRow(this.#vehicleRow(vehicleKey));
  }

  estimatedNoiseOf(vehicleKey: number): StoredVehicle["estimatedNoise"] {
    const noise = "SELECT * FROM taught_noise WHERE vehicle_key = ? ORDER BY position";
    return this.#query<EstimatedNoiseRow>(noise).all(vehicleKey).map(estimatedNoiseOfRow);
  }

  entriesOf(vehicleKey: number): StoredVehicle["entriesAfter"] {
    const frames = this.#query<ScoredFrameRow>(
      `SELECT ${frameRowColumns}, frame.score, frame.tier, frame.sensors_digest FROM ${framesWithTexts}
       WHERE frame.vehicle_key = ? AND frame.seq > ? ORDER BY frame.seq LIMIT ?`,
    );
    const commands = this.#query<CommandRow>(
      "SELECT * FROM command WHERE vehicle_key = ? AND seq > ? ORDER BY seq LIMIT ?",
    );
    return (afterSeq, limit) =>
      [
        ...frames.all(vehicleKey, afterSeq, limit).map(storedFrame),
        ...commands.all(vehicleKey, afterSeq, limit).map(storedCommand),
      ]
        .sort((one, other) => one.seq - other.seq)
        .slice(0, limit);
  }

  #storedVehicle(vehicleKey: number): StoredVehicle {
    const vehicle = this.#vehicleRow(vehicleKey);
    const states = this.#query<Omit<StoredVehicle["states"][number], "vehicleKey">>(
      `SELECT seq, scoring, state FROM snapshot WHERE vehicle_key = :vehicleKey
       UNION SELECT seq, scoring, state FROM anchor WHERE vehicle_key = :vehicleKey ORDER BY seq`,
    ).all({ vehicleKey });
    const breaches = this.#query<{ seq: number; km: number | null }>(
      "SELECT seq, odometer_km AS km FROM evidence INDEXED BY evidence_by_first WHERE organisation = ? AND vehicle_key = ?",
    ).all(vehicle.organisation, vehicleKey);
    return {
      summary: summaryOfRow(vehicle),
      attributesFrom: vehicle.attributes_from,
      odometerFrom: vehicle.odometer_from,
      odometerAtBreaches: new Map(breaches.map(({ seq, km }) => [seq, km])),
      states: states.map((state) => ({ vehicleKey, ...state })),
      estimatedNoise: this.estimatedNoiseOf(vehicleKey),
      entriesAfter: this.entriesOf(vehicleKey),
    };
  }

  #vehicleRow(vehicleKey: number): VehicleRow {
    const vehicle = this.#query<VehicleRow>(
      `SELECT ${vehicleRowColumns} FROM vehicle WHERE vehicle_key = ?`,
    ).get(vehicleKey);
    if (vehicle === undefined) throw new RangeError(`there is no vehicle ${vehicleKey}`);
    return vehicle;
  }

  #query<Row>(sql: string): Query<Row> {
    return prepareQuery<Row>(this.#database, sql);
  }
}

interface ScoredFrameRow extends FrameRow {
  readonly score: Uint8Array;
  readonly tier: string;
  readonly sensors_digest: number;
}

function storedFrame(row: ScoredFrameRow): StoredEntry {
  const { raw, score, tier } = row;
  return {
    seq: row.seq,
    receivedAtUs: row.received_us,
    entry: { kind: "frame", reading: readableReading(row) },
    frame: { raw, score, tier, sensorsDigest: row.sensors_digest },
  };
}

/** Of a text that cannot be read only the time: whoever compares it with the text says so. */
function readableReading(row: ScoredFrameRow): SensorReading {
  try {
    return readingOfRow(row);
  } catch {
    return { timestampUs: row.timestamp_us };
  }
}

function storedCommand(row: CommandRow): StoredEntry {
  const { seq, receivedAtUs, entry } = recordOfCommandRow(row);
  return { seq, receivedAtUs, entry, frame: null };
}
