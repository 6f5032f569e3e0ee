import type { DatabaseSync, StatementSync } from "node:sqlite";

import type { VehicleSummary } from "../../../../app/ports/vehicle-summary.ts";
import { columnsOfLife, columnsOfPlace, rowOfSummary, valuesIn, vehicleColumns } from "../../vehicle-rows.ts";

const lifeOf = valuesIn(columnsOfLife);
const placeOf = valuesIn(columnsOfPlace);

/**
 * The rows of the table `vehicle`. An update names only columns that may have changed: SQLite writes every index anew that
 * has a column the statement names, whether or not the value is another one.
 */
export class SummaryRows {
  readonly #begin: StatementSync;
  readonly #update: StatementSync;
  readonly #move: StatementSync;

  constructor(database: DatabaseSync) {
    this.#begin = database.prepare(
      `INSERT INTO vehicle (${vehicleColumns.join(", ")}) VALUES (${vehicleColumns.map(() => "?").join(", ")})`,
    );
    const setting = (columns: readonly string[]) => columns.map((column) => `${column} = ?`).join(", ");
    this.#update = database.prepare(`UPDATE vehicle SET ${setting(columnsOfLife)} WHERE vehicle_key = ?`);
    const isOther = columnsOfPlace.map((column) => `${column} IS NOT ?`).join(" OR ");
    this.#move = database.prepare(
      `UPDATE vehicle SET ${setting(columnsOfPlace)} WHERE vehicle_key = ? AND (${isOther})`,
    );
  }

  write(vehicles: readonly VehicleSummary[]): void {
    for (const vehicle of vehicles) {
      const { changes } = this.#update.run(...lifeOf(vehicle), vehicle.vehicleKey);
      if (changes === 0) {
        this.#begin.run(...rowOfSummary(vehicle));
        continue;
      }
      const place = placeOf(vehicle);
      this.#move.run(...place, vehicle.vehicleKey, ...place);
    }
  }
}
