import type { FleetSelection } from "../../../../app/ports/reading/analytics-reader.ts";
import { filterSql } from "../fleet-filter.ts";
import { isListed, listValue } from "../reading-database.ts";
import { attributeSql } from "./attribute-filter.ts";
import { searchSql } from "./search-sql.ts";

/** The rule of app/fleet/silence.ts, in SQL. */
export const tierToday = `CASE WHEN vehicle.tier = 'NOMINAL' AND vehicle.last_received_us < :silentBeforeUs
  THEN 'UNKNOWN' ELSE vehicle.tier END`;

/** A selection as SQL over the table `vehicle`. */
export function selectionSql({ filter, tiers, attributes, search }: FleetSelection) {
  const place = filterSql(filter);
  const asked = attributeSql(attributes);
  const searched = searchSql(search);
  return {
    condition: `vehicle.organisation = :organisation AND ${place.condition("vehicle")} AND ${asked.condition}
      AND ${isListed(tierToday, "tiers")} AND ${searched.condition}`,
    values: {
      ...place.values,
      ...asked.values,
      ...searched.values,
      silentBeforeUs: filter.silentBeforeUs,
      tiers: listValue(tiers),
    },
    tierToday,
  };
}
