import type { FilterSql } from "../fleet-filter.ts";
import type { FleetSelection } from "../../../../app/ports/reading/analytics-reader.ts";

/** Attributes asked for, as SQL over the table `vehicle`; the statement's text does not depend on how many there are. */
export function attributeSql(attributes: FleetSelection["attributes"]): {
  readonly condition: string;
  readonly values: { readonly attributes: string | null; readonly attributeNames: number };
} {
  if (attributes.length === 0) return { condition: "TRUE", values: { attributes: null, attributeNames: 0 } };
  const asked = attributes.map(({ name, value }) => [name, value]);
  return {
    condition: `vehicle.vehicle_key IN (
      SELECT vehicle_key FROM json_each(:attributes) AS asked CROSS JOIN vehicle_attribute
        ON organisation = :organisation AND name = asked.value ->> 0 AND vehicle_attribute.value = asked.value ->> 1
      GROUP BY vehicle_key HAVING count(DISTINCT name) = :attributeNames)`,
    values: {
      attributes: JSON.stringify(asked),
      attributeNames: new Set(attributes.map(({ name }) => name)).size,
    },
  };
}

/**
 * That a row of `vehicle_attribute` is of a vehicle the filter lets through. Their keys are gathered once: a look at each
 * vehicle's row, value after value, took several times as long.
 */
export function isWithin({ isNarrow, condition }: FilterSql): string {
  if (!isNarrow) return "TRUE";
  return `vehicle_key IN (SELECT vehicle_key FROM vehicle WHERE organisation = :organisation AND ${condition()})`;
}
