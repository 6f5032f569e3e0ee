import type { DatabaseSync } from "node:sqlite";

import { captureTimeLimitUs, formatTime } from "../../core/encoding/instant.ts";
import { failed, type Finding, listed, ok, warning } from "./finding.ts";
import { doubtAboutClock, whyClockIsUnusable } from "../app/clock-range.ts";
import { prepareQuery } from "../storage/sqlite/prepare-query.ts";

/** Where times are stored, by table: of a vehicle's rows, and of those that belong to no vehicle. */
const vehicleTimes = {
  vehicle: [
    "first_received_us",
    "last_received_us",
    "newest_timestamp_us",
    "tier_since_us",
    "breach_opened_us",
  ],
  frame: ["timestamp_us", "received_us"],
  command: ["received_us"],
  tier_transition: ["at_us", "recorded_us"],
  evidence: ["breached_at_us", "issued_at_us"],
  state_statement: ["issued_at_us"],
} as const;
const otherTimes = {
  answer: ["stored_us"],
  event: ["occurred_us", "recorded_us"],
  api_key: ["created_us", "expires_us", "revoked_us", "last_used_us"],
  log_document: ["logged_us"],
  custody: ["at_us"],
  interval: ["to_us"],
  specification: ["stored_us"],
} as const;

const what = "clock";

/** Whether this machine's clock can be trusted, and what one that could not be has left in the folder. */
export function examineClock(database: DatabaseSync, nowUs: number): readonly Finding[] {
  const why = whyClockIsUnusable(nowUs);
  const newest = prepareQuery<{ received_us: number }>(
    database,
    "SELECT received_us FROM frame ORDER BY position DESC LIMIT 1",
  ).get();
  const newestReceiptUs = newest?.received_us ?? null;
  const doubt = doubtAboutClock({ nowUs, expectedUs: nowUs, newestReceiptUs });
  const clock =
    why !== null
      ? failed(what, why)
      : doubt !== null
        ? warning(what, doubt)
        : ok(what, `it says ${formatTime(nowUs)}`);
  return [clock, ...examineTimes(database)];
}

function examineTimes(database: DatabaseSync): readonly Finding[] {
  const places = [...Object.entries(vehicleTimes), ...Object.entries(otherTimes)].flatMap(
    ([table, columns]) => columns.flatMap((column) => placesBeyond(database, { table, column })),
  );
  if (places.length === 0) return [ok("times", "every stored time is before the year 2200")];
  return [
    warning(
      "times",
      `stored under a clock that was far ahead: ${listed(places, { shown: placesShown, of: "places" })}. The service reads ` +
        "them and serves the rest; to such a vehicle every further frame is late and moves nothing: go on under another " +
        "vehicle_id, or restore a backup from before",
    ),
  ];
}

const placesShown = 10;

function placesBeyond(
  database: DatabaseSync,
  { table, column }: { readonly table: string; readonly column: string },
): readonly string[] {
  const who =
    table in vehicleTimes
      ? "(SELECT organisation || ' ' || vehicle_id FROM vehicle WHERE vehicle.vehicle_key = far.vehicle_key)"
      : "''";
  return prepareQuery<{ who: string | null; rows: number }>(
    database,
    `SELECT ${who} AS who, count(*) AS rows FROM ${table} AS far
       WHERE ${column} >= ? OR ${column} < 0 GROUP BY who ORDER BY who`,
  )
    .all(captureTimeLimitUs)
    .map(
      ({ who: owner, rows }) => `${[owner, `${table}.${column}`].filter(Boolean).join(" ")} (${rows} rows)`,
    );
}
