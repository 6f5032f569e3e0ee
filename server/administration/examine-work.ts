import type { DatabaseSync } from "node:sqlite";

import { prepareQuery } from "../storage/sqlite/prepare-query.ts";
import { failed, type Finding, listed, ok } from "./finding.ts";

const what = "work";

/** A vehicle whose work does not agree with its entries, and why. */
const contradictions = `SELECT vehicle.organisation, vehicle.vehicle_id AS vehicleId,
    CASE WHEN newest IS NULL THEN 'has no entry'
      WHEN newest <> work.version THEN 'is at version ' || work.version || ', and its newest entry is ' || newest
      WHEN kept <> newest - oldest + 1 THEN 'has ' || (newest - oldest + 1 - kept) || ' entries missing'
      WHEN work.version IS NOT work.work ->> '$.version' OR work.assignee IS NOT work.work ->> '$.assignee'
        OR work.held <> (work.work ->> '$.hold' IS NOT NULL)
        OR work.repair_pending <> ifnull(work.work ->> '$.repair.outcome' = 'pending', 0)
        OR work.snoozed_until_us IS NOT CASE WHEN work.work ->> '$.snooze.isOver' IS NULL
          THEN work.work ->> '$.snooze.untilUs' END
        OR work.acknowledged_seq IS NOT work.work ->> '$.acknowledgement.seq'
        THEN 'is listed as something else than it is'
      WHEN work.organisation <> vehicle.organisation THEN 'is recorded for ' || work.organisation
    END AS fault
  FROM vehicle_work AS work JOIN vehicle ON vehicle.vehicle_key = work.vehicle_key
    LEFT JOIN (SELECT vehicle_key, min(entry) AS oldest, max(entry) AS newest, count(*) AS kept
      FROM work_entry GROUP BY vehicle_key) AS done ON done.vehicle_key = work.vehicle_key
  WHERE fault IS NOT NULL
  UNION ALL
  SELECT '', 'vehicle ' || vehicle_key, 'has entries and no work' FROM work_entry
  WHERE vehicle_key NOT IN (SELECT vehicle_key FROM vehicle_work) GROUP BY vehicle_key`;

/** Whether what people did about vehicles is there without gaps, and lists go by it. Nothing else could restore it. */
export function examineWork(database: DatabaseSync): Finding {
  const found = prepareQuery<{ organisation: string; vehicleId: string; fault: string }>(
    database,
    contradictions,
  ).all();
  if (found.length > 0) {
    const faults = found.map(({ organisation, vehicleId, fault }) =>
      `${organisation} ${vehicleId} ${fault}`.trim(),
    );
    return failed(
      what,
      `${listed(faults, { shown: 3, of: "vehicles" })}: restore the database from a backup`,
    );
  }
  const { vehicles = 0, entries = 0 } =
    prepareQuery<{ vehicles: number; entries: number }>(
      database,
      "SELECT (SELECT count(*) FROM vehicle_work) AS vehicles, (SELECT count(*) FROM work_entry) AS entries",
    ).get() ?? {};
  return ok(what, `${entries} entries on ${vehicles} vehicles agree with where their work stands`);
}
