import type { AnalyticsReader, ShareCount } from "../../../../app/ports/reading/analytics-reader.ts";
import { odometerName } from "../../../../app/attributes/read-metadata.ts";
import { filterSql } from "../fleet-filter.ts";
import { isWithin } from "./attribute-filter.ts";
import type { ReadingDatabase } from "../reading-database.ts";
import { selectionSql } from "./selection-sql.ts";

type Ask = Parameters<AnalyticsReader["countShares"]>[0];

/** One pass over the attributes of the organisation, in their order; within few fleets a look at each vehicle besides. */
export function countShares(database: ReadingDatabase, ask: Ask): ShareCount {
  const place = filterSql(ask.filter);
  const cases = selectionSql({ filter: ask.filter, tiers: ask.caseTiers, attributes: ask.caseAttributes });
  // Where an odometer stands is no property that vehicles share.
  const own = JSON.stringify([...ask.caseAttributes.map(({ name }) => name), odometerName]);
  const values = { ...place.values, ...cases.values, own };
  const chosen = `chosen AS MATERIALIZED (SELECT vehicle_key FROM vehicle WHERE ${cases.condition})`;
  const isCase = "vehicle.vehicle_key IN (SELECT vehicle_key FROM chosen)";
  const sums = database
    .query<{
      all: number;
      cases: number;
    }>(`WITH ${chosen} SELECT count(*) AS "all", ifnull(sum(${isCase}), 0) AS cases
     FROM vehicle WHERE organisation = :organisation AND ${place.condition()}`)
    .get(values);
  const ofAttributes = database
    .query<ValueRow>(`WITH ${chosen} SELECT name, value, count(*) AS "all",
       sum(vehicle_value.vehicle_key IN (SELECT vehicle_key FROM chosen)) AS cases
     FROM vehicle_attribute AS vehicle_value WHERE vehicle_value.organisation = :organisation AND ${isWithin(place)}
       AND name NOT IN (SELECT own.value FROM json_each(:own) AS own)
     GROUP BY name, value HAVING count(*) > 1`)
    .all(values);
  const ofPlaces = ["fleet_id", "region"].flatMap((column) =>
    database
      .query<ValueRow>(`WITH ${chosen} SELECT '${column}' AS name, ${column} AS value, count(*) AS "all", sum(${isCase}) AS cases
       FROM vehicle WHERE organisation = :organisation AND ${place.condition()} AND ${column} IS NOT NULL
       GROUP BY ${column} HAVING count(*) > 1`)
      .all(values),
  );
  const { all = 0, cases: caseCount = 0 } = sums ?? {};
  return {
    cases: caseCount,
    others: all - caseCount,
    values: [...ofPlaces, ...ofAttributes].map(({ name, value, all: having, cases: casesHaving }) => ({
      name,
      value,
      cases: casesHaving,
      others: having - casesHaving,
    })),
  };
}

interface ValueRow {
  readonly name: string;
  readonly value: string;
  readonly all: number;
  readonly cases: number;
}
