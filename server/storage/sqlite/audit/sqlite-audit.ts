import type { DatabaseSync } from "node:sqlite";

import type { SensorReading } from "../../../../core/scoring/model/journal-entry.ts";
import type { StoredEntry, StoredVehicle } from "../../../app/journal/rebuild-vehicle.ts";
import type { JournalAudit } from "../../../app/journal/verify-states.ts";
import {
  frameRowColumns,
  ownFramesWithTexts,
  readingOfRow,
  recordOfCommandRow,
  type CommandRow,
  type FrameRow,
} from "../journal-rows.ts";
import { ownInRange, withOwnFrames, type FrameRange } from "../linked-frames.ts";
import { PreparedQueries, prepareQuery } from "../prepare-query.ts";
import { estimatedNoiseOfRow, type EstimatedNoiseRow } from "../write/rows/estimated-noise-rows.ts";
import { summaryOfRow, vehicleRowColumns, type VehicleRow } from "../vehicle-rows.ts";

/** Reads what is stored, vehicle by vehicle, beside a running server or without one. */
export class SqliteAudit implements JournalAudit {
  readonly #database: DatabaseSync;
  /** What is asked of every vehicle. */
  readonly #prepared: PreparedQueries;

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#prepared = new PreparedQueries(database);
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
    return this.#prepared.query<EstimatedNoiseRow>(noise).all(vehicleKey).map(estimatedNoiseOfRow);
  }

  entriesOf(vehicleKey: number): StoredVehicle["entriesAfter"] {
    const frames = this.#prepared.query<ScoredFrameRow>(
      `${withOwnFrames} SELECT ${frameRowColumns}, frame.score, frame.sensors_digest FROM ${ownFramesWithTexts}
       WHERE ${ownInRange} ORDER BY own.seq`,
    );
    const commands = this.#prepared.query<CommandRow>(
      "SELECT * FROM command WHERE vehicle_key = :vehicleKey AND seq > :afterSeq AND seq <= :throughSeq ORDER BY seq",
    );
    const entriesIn = (range: FrameRange) =>
      [...frames.all({ ...range }).map(storedFrame), ...commands.all({ ...range }).map(storedCommand)].sort(
        (one, other) => one.seq - other.seq,
      );
    return (afterSeq, limit) => {
      const lastSeq = this.#lastSeqOf(vehicleKey);
      const found: StoredEntry[] = [];
      // Entries are numbered without gaps, so that one range is enough unless the disk has lost some.
      for (let from = afterSeq; from < lastSeq && found.length < limit; from += limit) {
        found.push(...entriesIn({ vehicleKey, afterSeq: from, throughSeq: from + limit }));
      }
      return found.slice(0, limit);
    };
  }

  #lastSeqOf(vehicleKey: number): number {
    const last = this.#prepared.query<{ seq: number }>(
      `SELECT max(
         ifnull((SELECT seq FROM frame WHERE position = (SELECT newest_position FROM vehicle WHERE vehicle_key = :vehicleKey)), 0),
         ifnull((SELECT max(seq) FROM command WHERE vehicle_key = :vehicleKey), 0)) AS seq`,
    );
    return last.get({ vehicleKey })?.seq ?? 0;
  }

  #storedVehicle(vehicleKey: number): StoredVehicle {
    const vehicle = this.#vehicleRow(vehicleKey);
    const states = this.#prepared
      .query<Omit<StoredVehicle["states"][number], "vehicleKey">>(
        `SELECT seq, scoring, state FROM snapshot WHERE vehicle_key = :vehicleKey
       UNION SELECT seq, scoring, state FROM anchor WHERE vehicle_key = :vehicleKey ORDER BY seq`,
      )
      .all({ vehicleKey });
    const breaches = this.#prepared
      .query<{ seq: number; km: number | null }>(
        "SELECT seq, odometer_km AS km FROM evidence INDEXED BY evidence_by_first WHERE organisation = ? AND vehicle_key = ?",
      )
      .all(vehicle.organisation, vehicleKey);
    return {
      summary: summaryOfRow(vehicle),
      odometerAtBreaches: new Map(breaches.map(({ seq, km }) => [seq, km])),
      states: states.map((state) => ({ vehicleKey, ...state })),
      estimatedNoise: this.estimatedNoiseOf(vehicleKey),
      entriesAfter: this.entriesOf(vehicleKey),
    };
  }

  #vehicleRow(vehicleKey: number): VehicleRow {
    const vehicle = this.#prepared
      .query<VehicleRow>(`SELECT ${vehicleRowColumns} FROM vehicle WHERE vehicle_key = ?`)
      .get(vehicleKey);
    if (vehicle === undefined) throw new RangeError(`there is no vehicle ${vehicleKey}`);
    return vehicle;
  }
}

interface ScoredFrameRow extends FrameRow {
  readonly score: Uint8Array;
  readonly sensors_digest: number;
}

function storedFrame(row: ScoredFrameRow): StoredEntry {
  const { raw, score } = row;
  return {
    seq: row.seq,
    receivedAtUs: row.received_us,
    entry: { kind: "frame", reading: readableReading(row) },
    frame: { raw, score, sensorsDigest: row.sensors_digest },
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
