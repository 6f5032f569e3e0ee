import type { AnalyticsReader, AttributeCount } from "../../../../app/ports/reading/analytics-reader.ts";
import { filterSql } from "../fleet-filter.ts";
import { isWithin } from "./attribute-filter.ts";
import type { ReadingDatabase } from "../reading-database.ts";

type Ask = Parameters<AnalyticsReader["countAttributes"]>[0];

/** One pass over the attributes of the organisation, in their order; within few fleets only of their vehicles. */
export function countAttributes(database: ReadingDatabase, { filter, names, values }: Ask): AttributeCount {
  const place = filterSql(filter);
  const { condition, values: given } = place;
  const rows = database
    .query<ValueRow>(`WITH counted AS (
         SELECT name, value, count(*) AS vehicles FROM vehicle_attribute
           WHERE organisation = :organisation AND ${isWithin(place)} GROUP BY name, value),
       ranked AS (
         SELECT *, sum(vehicles) OVER named AS vehiclesOfName, count(*) OVER named AS distinctValues,
           row_number() OVER (PARTITION BY name ORDER BY vehicles DESC, value) AS place
         FROM counted WINDOW named AS (PARTITION BY name)),
       listed AS (
         SELECT *, dense_rank() OVER (ORDER BY vehiclesOfName DESC, name) AS nameplace FROM ranked WHERE place <= :values)
       SELECT name, value, vehicles, vehiclesOfName, distinctValues FROM listed
       WHERE nameplace <= :names ORDER BY nameplace, place`)
    .all({ ...given, values, names });
  const all = database
    .query<{ vehicles: number }>(
      `SELECT ifnull(sum(vehicles), 0) AS vehicles FROM vehicle_tally WHERE organisation = :organisation AND ${condition()}`,
    )
    .get(given);
  const byName = Map.groupBy(rows, ({ name }) => name);
  return {
    vehicles: all?.vehicles ?? 0,
    attributes: [...byName].map(([name, [first, ...others]]) => ({
      name,
      vehicles: first?.vehiclesOfName ?? 0,
      distinctValues: first?.distinctValues ?? 0,
      values: [first, ...others].flatMap((row) =>
        row === undefined ? [] : [{ value: row.value, vehicles: row.vehicles }],
      ),
    })),
  };
}

interface ValueRow {
  readonly name: string;
  readonly value: string;
  readonly vehicles: number;
  readonly vehiclesOfName: number;
  readonly distinctValues: number;
}
