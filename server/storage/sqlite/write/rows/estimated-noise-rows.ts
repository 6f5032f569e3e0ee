import type { DatabaseSync, StatementSync } from "node:sqlite";

import type { EstimatedNoise } from "../../../../../core/scoring/fleet/fleet-prior.ts";
import type { FleetName } from "../../../../app/ports/vehicle-summary.ts";
import type { EstimatedNoiseRecord } from "../../../../app/ports/changes.ts";
import { parseStored, prepareQuery, type Query } from "../../prepare-query.ts";
import { trackNames } from "../../../../../core/scoring/model/sensors.ts";

/** The noise vehicles estimated for their fleets, on the writing connection. */
export class EstimatedNoiseRows {
  readonly #add: StatementSync;
  readonly #newest: Query<NoiseRow>;

  constructor(database: DatabaseSync) {
    this.#add = database.prepare(
      `INSERT INTO taught_noise (organisation, fleet_id, sensor, vehicle_key, noise) VALUES (?, ?, ?, ?, ?)
       ON CONFLICT (vehicle_key, sensor) DO UPDATE SET noise = excluded.noise`,
    );
    this.#newest = prepareQuery(
      database,
      `SELECT noise FROM taught_noise WHERE organisation = ? AND fleet_id = ? AND sensor = ?
       ORDER BY position DESC LIMIT ?`,
    );
  }

  write(estimated: readonly EstimatedNoiseRecord[]): void {
    for (const { organisation, fleetId, vehicleKey, noise } of estimated) {
      this.#add.run(organisation, fleetId, noise.name, vehicleKey, JSON.stringify(noise));
    }
  }

  newestOf({ organisation, fleetId }: FleetName, vehicles: number): readonly EstimatedNoise[] {
    return trackNames.flatMap((sensor) =>
      this.#newest.all(organisation, fleetId, sensor, vehicles).map(noiseOfRow),
    );
  }
}

interface NoiseRow {
  /** JSON keeps every bit of a number. */
  readonly noise: string;
}

/** A row of the table `taught_noise`. */
export interface EstimatedNoiseRow extends NoiseRow {
  readonly organisation: string;
  readonly fleet_id: string;
  readonly vehicle_key: number;
}

export function estimatedNoiseOfRow(row: EstimatedNoiseRow): EstimatedNoiseRecord {
  const { organisation, fleet_id: fleetId, vehicle_key: vehicleKey } = row;
  return { organisation, fleetId, vehicleKey, noise: noiseOfRow(row) };
}

function noiseOfRow({ noise }: NoiseRow): EstimatedNoise {
  return parseStored<EstimatedNoise>(noise);
}
