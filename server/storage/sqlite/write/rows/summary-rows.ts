import type { DatabaseSync, StatementSync } from "node:sqlite";

import type { Changes } from "../../../../app/ports/changes.ts";
import type { VehicleSummary } from "../../../../app/ports/vehicle-summary.ts";
import { columnGroups, rowOfSummary, vehicleColumns, type ColumnGroup } from "../../vehicle-rows.ts";

/** Every group is a bit of the set that a statement names; beyond them the column `newest_position`. */
const positionBit = 1 << columnGroups.length;
const allGroups = positionBit - 1;

/**
 * The rows of the table `vehicle`. An update names only columns that have changed, in groups: SQLite writes every index anew
 * that has a column the statement names, whether or not the value is another one, and each value costs a conversion.
 */
export class SummaryRows {
  readonly #database: DatabaseSync;
  readonly #begin: StatementSync;
  /** By the set of groups they name. */
  readonly #updates = new Map<number, Update>();

  constructor(database: DatabaseSync) {
    this.#database = database;
    this.#begin = database.prepare(
      `INSERT INTO vehicle (${vehicleColumns.join(", ")}) VALUES (${vehicleColumns.map(() => "?").join(", ")})`,
    );
  }

  /** Whole rows, of new and of known vehicles. */
  write(vehicles: readonly VehicleSummary[]): void {
    for (const vehicle of vehicles) {
      if (!this.#update(allGroups, vehicle)) this.#begin.run(...rowOfSummary(vehicle));
    }
  }

  /** Of vehicles whose rows are these so far, what is other now; and where the newest frames of some stand. */
  move(
    { vehicles, vehiclesBefore }: Pick<Changes, "vehicles" | "vehiclesBefore">,
    newestPositions: ReadonlyMap<number, number>,
  ): void {
    for (const vehicle of vehicles) {
      const { vehicleKey } = vehicle;
      const position = newestPositions.get(vehicleKey);
      const before = vehiclesBefore.get(vehicleKey) ?? vehicle;
      const groups = groupsChanged(before, vehicle) | (position === undefined ? 0 : positionBit);
      if (groups === 0 || this.#update(groups, vehicle, position)) continue;
      throw new Error(`vehicle ${vehicleKey} was stored before, and has no row`);
    }
  }

  /** Whether there is a row. */
  #update(groups: number, vehicle: VehicleSummary, position?: number): boolean {
    const { statement, readers } = this.#updateOf(groups);
    const values = readers.map((valueOf) => valueOf(vehicle));
    if (position !== undefined) values.push(position);
    return statement.run(...values, vehicle.vehicleKey).changes > 0;
  }

  #updateOf(groups: number): Update {
    const known = this.#updates.get(groups);
    if (known !== undefined) return known;
    const named = columnGroups.filter((_, at) => (groups & (1 << at)) !== 0);
    const columns = named.flatMap((group) => group.columns);
    if ((groups & positionBit) !== 0) columns.push("newest_position");
    const setting = columns.map((column) => `${column} = ?`).join(", ");
    const statement = this.#database.prepare(`UPDATE vehicle SET ${setting} WHERE vehicle_key = ?`);
    const update = { statement, readers: named.flatMap(({ readers }) => readers) };
    this.#updates.set(groups, update);
    return update;
  }
}

interface Update {
  readonly statement: StatementSync;
  readonly readers: ColumnGroup["readers"];
}

function groupsChanged(before: VehicleSummary, after: VehicleSummary): number {
  let groups = 0;
  for (let at = 0; at < columnGroups.length; at += 1) {
    if (columnGroups[at]!.differ(before, after)) groups |= 1 << at;
  }
  return groups;
}
