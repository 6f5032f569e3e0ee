import type { DatabaseSync, StatementSync } from "node:sqlite";

import { textOfAttribute, type Attributes } from "../../../../app/attributes/read-metadata.ts";
import type { Changes } from "../../../../app/ports/changes.ts";
import { parseStored, prepareQuery, type Query } from "../../prepare-query.ts";

/** The attributes of vehicles: whole, and one row each. Of those that stay nothing is written. */
export class AttributeRows {
  readonly #find: Query<{ attributes: string }>;
  readonly #put: StatementSync;
  readonly #remove: StatementSync;
  readonly #addOne: StatementSync;
  readonly #removeOne: StatementSync;

  constructor(database: DatabaseSync) {
    this.#find = prepareQuery(database, "SELECT attributes FROM vehicle_attributes WHERE vehicle_key = ?");
    this.#put = database.prepare(
      `INSERT INTO vehicle_attributes (vehicle_key, attributes) VALUES (?, ?)
       ON CONFLICT (vehicle_key) DO UPDATE SET attributes = excluded.attributes`,
    );
    this.#remove = database.prepare("DELETE FROM vehicle_attributes WHERE vehicle_key = ?");
    this.#addOne = database.prepare(
      "INSERT INTO vehicle_attribute (organisation, name, value, vehicle_key) VALUES (?, ?, ?, ?)",
    );
    this.#removeOne = database.prepare(
      "DELETE FROM vehicle_attribute WHERE organisation = ? AND name = ? AND value = ? AND vehicle_key = ?",
    );
  }

  write(described: Changes["newlyDescribed"]): void {
    for (const one of described) this.#writeOne(one);
  }

  #writeOne({ vehicleKey, organisation, attributes }: Changes["newlyDescribed"][number]): void {
    const row = this.#find.get(vehicleKey);
    const before = textsOf(row === undefined ? {} : parseStored<Attributes>(row.attributes));
    const after = textsOf(attributes);
    for (const [name, value] of before) {
      if (after.get(name) !== value) this.#removeOne.run(organisation, name, value, vehicleKey);
    }
    for (const [name, value] of after) {
      if (before.get(name) !== value) this.#addOne.run(organisation, name, value, vehicleKey);
    }
    if (after.size === 0) this.#remove.run(vehicleKey);
    else this.#put.run(vehicleKey, JSON.stringify(attributes));
  }
}

function textsOf(attributes: Attributes): ReadonlyMap<string, string> {
  return new Map(Object.entries(attributes).map(([name, value]) => [name, textOfAttribute(value)]));
}
