import type { DatabaseSync, SQLOutputValue } from "node:sqlite";

import type { StoredEntry, StoredVehicle } from "../../../app/journal/rebuild-vehicle.ts";
import type { JournalAudit } from "../../../app/journal/verify-states.ts";
import { readingOfRow, recordOfCommandRow } from "../journal-rows.ts";
import { estimatedNoiseOfRow } from "../write/estimated-noise-rows.ts";
import { summaryOfRow } from "../vehicle-rows.ts";

/** Reads what is stored, vehicle by vehicle, beside a running server or without one. */
export class SqliteAudit implements JournalAudit {
  readonly #database: DatabaseSync;

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  vehicleKeys(): readonly number[] {
    return this.#database
      .prepare("SELECT vehicle_key FROM vehicle ORDER BY vehicle_key")
      .all()
      .map((row) => row["vehicle_key"] as number);
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
    return this.#database
      .prepare(quick ? "PRAGMA quick_check" : "PRAGMA integrity_check")
      .all()
      .map((row) => Object.values(row)[0] as string)
      .filter((line) => line !== "ok");
  }

  #storedVehicle(vehicleKey: number): StoredVehicle {
    const vehicle = this.#database.prepare("SELECT * FROM vehicle WHERE vehicle_key = ?").get(vehicleKey)!;
    const states = this.#database
      .prepare(
        `SELECT seq, scoring, state FROM snapshot WHERE vehicle_key = :vehicleKey
         UNION SELECT seq, scoring, state FROM anchor WHERE vehicle_key = :vehicleKey ORDER BY seq`,
      )
      .all({ vehicleKey });
    const taught = this.#database
      .prepare("SELECT * FROM taught_noise WHERE vehicle_key = ? ORDER BY position")
      .all(vehicleKey);
    const frames = this.#database.prepare(
      "SELECT * FROM frame WHERE vehicle_key = ? AND seq > ? ORDER BY seq LIMIT ?",
    );
    const commands = this.#database.prepare(
      "SELECT * FROM command WHERE vehicle_key = ? AND seq > ? ORDER BY seq LIMIT ?",
    );
    return {
      summary: summaryOfRow(vehicle),
      states: states.map((row) => ({
        vehicleKey,
        seq: row["seq"] as number,
        scoring: row["scoring"] as string,
        state: row["state"] as Uint8Array,
      })),
      taught: taught.map(estimatedNoiseOfRow),
      entriesAfter: (afterSeq, limit) =>
        [
          ...frames.all(vehicleKey, afterSeq, limit).map(storedFrame),
          ...commands.all(vehicleKey, afterSeq, limit).map(storedCommand),
        ]
          .sort((one, other) => one.seq - other.seq)
          .slice(0, limit),
    };
  }
}

function storedFrame(row: Record<string, SQLOutputValue>): StoredEntry {
  return {
    seq: row["seq"] as number,
    receivedAtUs: row["received_us"] as number,
    entry: { kind: "frame", reading: readingOfRow(row) },
    frame: {
      raw: row["raw"] as string,
      score: row["score"] as Uint8Array,
      tier: row["tier"] as string,
      sensorsSha256: Buffer.from(row["sensors_sha256"] as Uint8Array).toString("hex"),
    },
  };
}

function storedCommand(row: Record<string, SQLOutputValue>): StoredEntry {
  const { seq, receivedAtUs, entry } = recordOfCommandRow(row);
  return { seq, receivedAtUs, entry, frame: null };
}
