import type { DatabaseSync } from "node:sqlite";

import { inTransaction } from "../in-transaction.ts";
import { metaValue, setMetaValue } from "../meta-value.ts";
import { prepareQuery } from "../prepare-query.ts";

/**
 * If the database was written under another scoring than the present one, all its vehicles wait to be folded again from
 * here on. Whoever waits already goes on waiting under the name of what its scores are by.
 */
export function awaitRefold(database: DatabaseSync, scoring: string): void {
  const before = metaValue(database, "scoring");
  if (before === scoring) return;
  if (before === null) return setMetaValue(database, "scoring", scoring);
  inTransaction(database, () => {
    // Left of an attempt by this very scoring that another one interrupted: what lies before them was folded by that one since.
    database
      .prepare(
        "DELETE FROM anchor WHERE scoring = ? AND vehicle_key IN (SELECT vehicle_key FROM refold_waiting)",
      )
      .run(scoring);
    database.prepare("INSERT OR IGNORE INTO refold_waiting SELECT vehicle_key, ? FROM vehicle").run(before);
    setMetaValue(database, "refold_vehicles", String(countWaiting(database)));
    setMetaValue(database, "scoring", scoring);
  });
}

export function countWaiting(database: DatabaseSync): number {
  const count = "SELECT count(*) AS vehicles FROM refold_waiting";
  return prepareQuery<{ vehicles: number }>(database, count).get()?.vehicles ?? 0;
}

/** How many waited when the present scoring began. */
export function countAwaited(database: DatabaseSync): number {
  return Number(metaValue(database, "refold_vehicles") ?? 0);
}
