import type { DatabaseSync, SQLOutputValue, StatementSync } from "node:sqlite";

import type { EstimatedNoise } from "../../../../core/scoring/baseline/fleet-prior.ts";
import { trackNames } from "../../../../core/scoring/model/state.ts";
import type { FleetName, EstimatedNoiseRecord } from "../../../app/ports/transaction.ts";

/** What vehicles taught their fleets, on the writing connection. */
export class EstimatedNoiseRows {
  readonly #add: StatementSync;
  readonly #newest: StatementSync;

  constructor(database: DatabaseSync) {
    this.#add = database.prepare(
      `INSERT INTO taught_noise (organisation, fleet_id, sensor, vehicle_key, noise) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (vehicle_key, sensor) DO NOTHING`,
    );
    this.#newest = database.prepare(
      `SELECT noise FROM taught_noise WHERE organisation = ? AND fleet_id = ? AND sensor = ?
       ORDER BY position DESC LIMIT ?`,
    );
  }

  write(taught: readonly EstimatedNoiseRecord[]): void {
    for (const { organisation, fleetId, vehicleKey, noise } of taught) {
      this.#add.run(organisation, fleetId, noise.name, vehicleKey, JSON.stringify(noise));
    }
  }

  newestOf({ organisation, fleetId }: FleetName, vehicles: number): readonly EstimatedNoise[] {
    return trackNames.flatMap((sensor) =>
      this.#newest.all(organisation, fleetId, sensor, vehicles).map(noiseOfRow),
    );
  }
}

export function estimatedNoiseOfRow(row: Readonly<Record<string, SQLOutputValue>>): EstimatedNoiseRecord {
  return {
    organisation: row["organisation"] as string,
    fleetId: row["fleet_id"] as string,
    vehicleKey: row["vehicle_key"] as number,
    noise: noiseOfRow(row),
  };
}

/** JSON keeps every bit of a number. */
function noiseOfRow(row: Readonly<Record<string, SQLOutputValue>>): EstimatedNoise {
  return JSON.parse(row["noise"] as string) as EstimatedNoise;
}
