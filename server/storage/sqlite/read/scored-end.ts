import type { ReadingDatabase } from "./reading-database.ts";

/**
 * The first entry whose score is not of the present scoring. While a journal waits to be folded again its scores end where
 * that has come to: those of other rules could perhaps not be read, and do not belong beside these.
 */
export function scoredEnd(database: ReadingDatabase, vehicleKey: number): number {
  const waiting = database
    .query<{ seq: number | null }>(
      `SELECT (SELECT max(seq) FROM anchor WHERE anchor.vehicle_key = refold_waiting.vehicle_key
         AND anchor.scoring = (SELECT value FROM meta WHERE name = 'scoring')) AS seq
       FROM refold_waiting WHERE vehicle_key = ?`,
    )
    .get(vehicleKey);
  return waiting === undefined ? Number.MAX_SAFE_INTEGER : (waiting.seq ?? 0) + 1;
}
