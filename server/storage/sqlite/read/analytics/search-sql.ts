import type { VehicleSearch } from "../../../../app/ports/reading/fleet-reader.ts";
import { listValue } from "../reading-database.ts";

const anything: VehicleSearch = { faultSources: null, silent: null, text: null };

/** A search as SQL over the table `vehicle`; only what is asked for is compared. */
export function searchSql({ faultSources, silent, text }: VehicleSearch = anything): {
  readonly condition: string;
  readonly values: { readonly faultSources: string | null; readonly text: string | null };
} {
  const conditions = [
    ...(faultSources === null
      ? []
      : ["vehicle.probable_fault_source IN (SELECT value FROM json_each(:faultSources))"]),
    ...(silent === null ? [] : [`vehicle.last_received_us ${silent ? "<" : ">="} :silentBeforeUs`]),
    ...(text === null ? [] : [hasText]),
  ];
  return {
    condition: conditions.length === 0 ? "TRUE" : conditions.join(" AND "),
    values: { faultSources: listValue(faultSources), text: text === null ? null : inSmallLetters(text) },
  };
}

const hasText = `(instr(lower(vehicle.vehicle_id), :text) > 0 OR instr(lower(vehicle.fleet_id), :text) > 0
  OR instr(lower(ifnull(vehicle.region, '')), :text) > 0)`;

/** As SQLite's lower() does: A to Z and nothing else. */
function inSmallLetters(text: string): string {
  return text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}
