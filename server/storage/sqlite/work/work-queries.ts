import type { WorkReader } from "../../../app/ports/reading/work-reader.ts";
import { filterSql } from "../read/fleet-filter.ts";
import type { QueriesOf, ReadingDatabase } from "../read/reading-database.ts";
import { summaryOfRow, vehicleRowColumns, type VehicleRow } from "../vehicle-rows.ts";
import { entryOfRow, workOfRow, workQuery, type WorkEntryRow, type WorkRow } from "./work-rows.ts";
import { isSnoozed } from "./work-state-sql.ts";

/** Where the work on vehicles stands, and what was done. */
export function workQueries(database: ReadingDatabase): QueriesOf<WorkReader> {
  return {
    findWork: (vehicleKeys) =>
      database.together(() => {
        const query = database.query<WorkRow>(workQuery);
        return vehicleKeys.map((vehicleKey) => workOfRow(query.get(vehicleKey)));
      }),
    listWorkEntries({ vehicleKey, before, limit }) {
      const query = database.query<WorkEntryRow>(
        "SELECT * FROM work_entry WHERE vehicle_key = :vehicleKey AND entry < :before ORDER BY entry DESC LIMIT :limit",
      );
      return query.all({ vehicleKey, before: before ?? Number.MAX_SAFE_INTEGER, limit }).map(entryOfRow);
    },
    listHeld({ scope, pendingRepairs, limit }) {
      const { condition, values } = filterSql({ scope, regions: null });
      const query = database.query<VehicleRow>(
        `SELECT ${vehicleRowColumns} FROM vehicle_work AS work JOIN vehicle ON vehicle.vehicle_key = work.vehicle_key
         WHERE work.organisation = :organisation AND (work.held = 1 ${pendingRepairs ? "OR work.repair_pending = 1" : ""})
           AND ${condition("vehicle")}
         ORDER BY work.vehicle_key LIMIT :limit`,
      );
      return query.all({ ...values, limit }).map(summaryOfRow);
    },
    countSnoozed({ scope, nowUs }) {
      const { condition, values } = filterSql({ scope, regions: null });
      const query = database.query<{ vehicles: number }>(
        `SELECT count(*) AS vehicles FROM vehicle_work AS work JOIN vehicle ON vehicle.vehicle_key = work.vehicle_key
         WHERE work.organisation = :organisation AND (vehicle.recommended_action <> 'none' OR work.held = 1)
           AND NOT (work.repair_pending = 1 AND work.held = 0) AND ${isSnoozed} AND ${condition("vehicle")}`,
      );
      return query.get({ ...values, nowUs })?.vehicles ?? 0;
    },
  };
}
