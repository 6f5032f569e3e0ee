import type { Tier } from "../../../../../core/scoring/model/tier.ts";
import type { FleetSelection, PositionColumns } from "../../../../app/ports/reading/analytics-reader.ts";
import type { ReadingDatabase } from "../reading-database.ts";
import { selectionSql } from "./selection-sql.ts";

/** A look at every vehicle of the scope. */
export function listPositions(database: ReadingDatabase, ask: FleetSelection): PositionColumns {
  const { condition, values, tierToday } = selectionSql(ask);
  const rows = database
    .query<PositionRow>(`SELECT vehicle_id AS vehicleId, latitude, longitude, ${tierToday} AS tier,
       last_received_us AS lastReceivedUs
     FROM vehicle WHERE ${condition} ORDER BY vehicle_id`)
    .all(values);
  const located = rows.filter((row) => row.latitude !== null && row.longitude !== null);
  return {
    vehicles: rows.length,
    vehicleId: located.map(({ vehicleId }) => vehicleId),
    latitude: located.map(({ latitude }) => latitude ?? 0),
    longitude: located.map(({ longitude }) => longitude ?? 0),
    tier: located.map(({ tier }) => tier),
    lastReceivedUs: located.map(({ lastReceivedUs }) => lastReceivedUs),
  };
}

interface PositionRow {
  readonly vehicleId: string;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly tier: Tier;
  readonly lastReceivedUs: number;
}
