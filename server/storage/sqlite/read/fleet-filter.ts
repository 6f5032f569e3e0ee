import type { VehicleFilter } from "../../../app/ports/reading/fleet-reader.ts";
import { listValue } from "./reading-database.ts";

/** A filter as SQL over columns called fleet_id and region; only what is asked for is compared. */
export interface FilterSql {
  /** `table` where two tables have such columns. */
  readonly condition: (table?: string) => string;
  readonly isNarrow: boolean;
  readonly values: {
    readonly organisation: string;
    readonly fleets: string | null;
    readonly regions: string | null;
  };
}

export function filterSql({ scope, regions }: Omit<VehicleFilter, "silentBeforeUs">): FilterSql {
  return {
    condition(table) {
      const prefix = table === undefined ? "" : `${table}.`;
      const conditions = [
        ...(scope.fleets === null ? [] : [`${prefix}fleet_id IN (SELECT value FROM json_each(:fleets))`]),
        ...(regions === null ? [] : [`${prefix}region IN (SELECT value FROM json_each(:regions))`]),
      ];
      return conditions.length === 0 ? "TRUE" : conditions.join(" AND ");
    },
    isNarrow: scope.fleets !== null || regions !== null,
    values: {
      organisation: scope.organisation,
      fleets: listValue(scope.fleets),
      regions: listValue(regions),
    },
  };
}
