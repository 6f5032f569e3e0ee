import type { WorkFilter } from "../../../app/ports/reading/work-reader.ts";
import { acknowledgedIsPast, snoozedIsWorse } from "./work-rows.ts";

/** Whether a vehicle is snoozed at `:nowUs`; over `vehicle` and `vehicle_work AS work`, which may have no row. */
export const isSnoozed = `(work.snoozed_until_us IS NOT NULL AND work.snoozed_until_us > :nowUs AND NOT ${snoozedIsWorse})`;

const isBeingChecked = "(ifnull(work.repair_pending, 0) = 1 AND work.held = 0)";

/** The rule of app/work/work-standing.ts, in SQL. */
export const workState = `CASE WHEN ${isBeingChecked} THEN 'repaired'
  WHEN ifnull(work.held, 0) = 0 AND vehicle.recommended_action = 'none' THEN 'closed'
  WHEN ${isSnoozed} THEN 'snoozed'
  WHEN work.acknowledged_seq IS NOT NULL AND NOT ${acknowledgedIsPast} THEN 'acknowledged'
  ELSE 'open' END`;

/** Vehicles nobody did anything about have no row, and are open where they have an action. */
const stateOfVehicle = `ifnull((SELECT ${workState} FROM vehicle_work AS work WHERE work.vehicle_key = vehicle.vehicle_key), 'open')`;

/** A filter over vehicles that have an action, as SQL over the table `vehicle`. */
export function workFilterSql(filter: WorkFilter | undefined): {
  readonly condition: string;
  readonly values: { readonly nowUs?: number; readonly states?: string; readonly assignee?: string };
} {
  if (filter === undefined) return { condition: "TRUE", values: {} };
  const { states, assignee, nowUs } = filter;
  const ofState =
    states === null
      ? `${stateOfVehicle} <> 'snoozed'`
      : `${stateOfVehicle} IN (SELECT value FROM json_each(:states))`;
  const ofAssignee = `EXISTS (SELECT 1 FROM vehicle_work AS mine WHERE mine.vehicle_key = vehicle.vehicle_key
    AND mine.assignee = :assignee)`;
  return {
    condition: assignee === null ? ofState : `${ofState} AND ${ofAssignee}`,
    values: {
      nowUs,
      ...(states !== null && { states: JSON.stringify(states) }),
      ...(assignee !== null && { assignee }),
    },
  };
}
