import type { DatabaseSync } from "node:sqlite";

import { textOfAttribute, type Attributes } from "../../../app/attributes/read-metadata.ts";
import { parseStored, prepareQuery } from "../prepare-query.ts";

/** A page of what may not fit into memory. */
const vehiclesAtOnce = 1_000;

/** Each tally beside a count of what it stands for; the rows have the same columns in both. */
const recounts = [
  {
    table: "vehicle_tally",
    tallied:
      "SELECT organisation, fleet_id, region, tier, vehicles, open_breaches, late, unjudged FROM vehicle_tally",
    counted: `SELECT organisation, fleet_id, ifnull(region, ''), tier, count(*), count(breach_opened_seq),
        sum(lateness <> 'none'), sum(lateness = 'unjudged')
      FROM vehicle GROUP BY 1, 2, 3, 4`,
  },
  {
    table: "received_tally",
    tallied: "SELECT organisation, level, block, fleet_id, region, vehicles, nominal FROM received_tally",
    counted: `SELECT organisation, level, (last_received_us / 60000000) >> (4 * level), fleet_id, ifnull(region, ''),
        count(*), sum(tier = 'NOMINAL')
      FROM vehicle JOIN (SELECT column1 AS level FROM (VALUES (0), (1), (2), (3), (4))) GROUP BY 1, 2, 3, 4, 5`,
  },
  {
    table: "vehicle_received",
    tallied: "SELECT organisation, minute, vehicle_key FROM vehicle_received",
    counted: "SELECT organisation, last_received_us / 60000000, vehicle_key FROM vehicle",
  },
  {
    table: "organisation_usage",
    tallied: "SELECT organisation, vehicles FROM organisation_usage WHERE vehicles <> 0",
    counted: "SELECT organisation, count(*) FROM vehicle GROUP BY 1",
  },
  {
    // The oldest block of a level may have lost minutes already.
    table: "frame_tally",
    tallied: `SELECT organisation, level, block, fleet_id, region, frames, late FROM frame_tally
      WHERE level > 0 AND block > (SELECT min(block) FROM frame_tally AS minutes
        WHERE minutes.organisation = frame_tally.organisation AND minutes.level = 0) >> (4 * level)`,
    counted: `SELECT organisation, higher.level, block >> (4 * higher.level), fleet_id, region, sum(frames), sum(frame_tally.late)
      FROM frame_tally JOIN (SELECT column1 AS level FROM (VALUES (1), (2))) AS higher
      WHERE frame_tally.level = 0 AND block >> (4 * higher.level) > (SELECT min(block) FROM frame_tally AS minutes
        WHERE minutes.organisation = frame_tally.organisation AND minutes.level = 0) >> (4 * higher.level)
      GROUP BY 1, 2, 3, 4, 5`,
  },
] as const;

/** Tallies that are not the count of what is stored, by table and organisation; empty when all are. */
export function recountTallies(database: DatabaseSync): readonly string[] {
  const counted = recounts.flatMap(({ table, tallied, counted }) => {
    const differing = prepareQuery<{ organisation: string; rows: number }>(
      database,
      `SELECT organisation, count(*) AS rows FROM (
         SELECT * FROM (${tallied} EXCEPT ${counted}) UNION ALL SELECT * FROM (${counted} EXCEPT ${tallied})
       ) GROUP BY 1 ORDER BY 1`,
    ).all();
    return differing.map(
      ({ organisation, rows }) => `${organisation}, table ${table}: ${rows} rows differ from a recount`,
    );
  });
  return [...counted, ...recountAttributes(database)];
}

/** Each value of each vehicle is looked for; when none is missing and there are as many rows, they are the same. */
function recountAttributes(database: DatabaseSync): readonly string[] {
  const found = prepareQuery(
    database,
    "SELECT 1 FROM vehicle_attribute WHERE organisation = ? AND name = ? AND value = ? AND vehicle_key = ?",
  );
  const stored = prepareQuery<{ organisation: string; rows: number }>(
    database,
    "SELECT organisation, count(*) AS rows FROM vehicle_attribute GROUP BY 1 ORDER BY 1",
  ).all();
  const surplus = new Map(stored.map(({ organisation, rows }) => [organisation, rows]));
  const missing = new Map<string, number>();
  const page = prepareQuery<{ key: number; organisation: string; attributes: string }>(
    database,
    `SELECT vehicle_key AS key, organisation, attributes FROM vehicle_attributes JOIN vehicle USING (vehicle_key)
     WHERE vehicle_key > ? ORDER BY vehicle_key LIMIT ${vehiclesAtOnce}`,
  );
  for (let rows = page.all(0); rows.length > 0; rows = page.all(rows.at(-1)!.key)) {
    for (const { key, organisation, attributes } of rows) {
      for (const [name, value] of Object.entries(parseStored<Attributes>(attributes))) {
        const isThere = found.get(organisation, name, textOfAttribute(value), key) !== undefined;
        const counts = isThere ? surplus : missing;
        counts.set(organisation, (counts.get(organisation) ?? 0) + (isThere ? -1 : 1));
      }
    }
  }
  return [...new Set([...surplus.keys(), ...missing.keys()])].sort().flatMap((organisation) => {
    const rows = (surplus.get(organisation) ?? 0) + (missing.get(organisation) ?? 0);
    return rows === 0 ? [] : [`${organisation}, table vehicle_attribute: ${rows} rows differ from a recount`];
  });
}
