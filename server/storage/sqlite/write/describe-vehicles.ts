import type { DatabaseSync } from "node:sqlite";

import {
  describedAfter,
  undescribed,
  type DescribedVehicle,
} from "../../../app/attributes/described-after.ts";
import { inTransaction } from "../in-transaction.ts";
import { framesWithTexts, receivedText } from "../journal-rows.ts";
import { prepareQuery } from "../prepare-query.ts";
import { AttributeRows } from "./rows/attribute-rows.ts";

/** Vehicles described in one transaction: an upgrade that is interrupted goes on from here. */
const vehiclesAtOnce = 1_000;

/** Whether vehicles of schema version 13 wait to be described. */
export function hasUndescribed(database: DatabaseSync): boolean {
  const index = "SELECT 1 FROM sqlite_schema WHERE name = 'vehicle_undescribed'";
  return prepareQuery(database, index).get() !== undefined;
}

/**
 * Attributes and position of the vehicles of schema version 13, from the newest frame of each: one look a vehicle. And when it was
 * first seen, where its frames were moved only now (move-wide-frames.ts).
 */
export function describeVehicles(database: DatabaseSync): void {
  if (!hasUndescribed(database)) return;
  while (describeSome(database) > 0);
  database.exec("DROP INDEX vehicle_undescribed");
}

function describeSome(database: DatabaseSync): number {
  return inTransaction(database, () => {
    const vehicles = prepareQuery<{ vehicleKey: number; organisation: string; newestUs: number | null }>(
      database,
      `SELECT vehicle_key AS vehicleKey, organisation, newest_timestamp_us AS newestUs
       FROM vehicle WHERE attributes_from = 0 LIMIT ?`,
    ).all(vehiclesAtOnce);
    const attributes = new AttributeRows(database);
    const frames = prepareQuery<{ seq: number; raw: string; timestampUs: number }>(
      database,
      `SELECT frame.seq, ${receivedText} AS raw, frame.timestamp_us AS timestampUs FROM ${framesWithTexts}
       WHERE frame.vehicle_key = :vehicleKey AND frame.seq >= (SELECT seq FROM frame AS newest
         WHERE newest.vehicle_key = :vehicleKey AND newest.behind_us IS NULL ORDER BY seq DESC LIMIT 1)
       ORDER BY frame.seq`,
    );
    const keep = database.prepare(
      `UPDATE vehicle SET latitude = ?, longitude = ?, attributes_us = ?, attributes_from = ?,
         first_timestamp_us = coalesce(first_timestamp_us, (SELECT timestamp_us FROM frame
           WHERE frame.vehicle_key = vehicle.vehicle_key ORDER BY seq LIMIT 1))
       WHERE vehicle_key = ?`,
    );
    for (const { vehicleKey, organisation, newestUs } of vehicles) {
      const newest = frames.all({ vehicleKey });
      const said = newest.reduce<DescribedVehicle>(
        (before, frame) => describedByStored({ ...before, newestTimestampUs: newestUs }, frame),
        undescribed,
      );
      const { latitude = null, longitude = null } = said.position ?? {};
      // Entry 1 where there is no frame yet: then all that come are read.
      keep.run(latitude, longitude, said.attributesAtUs, newest[0]?.seq ?? 1, vehicleKey);
      if (said.attributesAtUs === null) continue;
      attributes.write([{ vehicleKey, organisation, attributes: said.attributes }]);
    }
    return vehicles.length;
  });
}

/** A text the disk has damaged says nothing; doctor finds it. */
function describedByStored(
  before: Parameters<typeof describedAfter>[0],
  frame: Parameters<typeof describedAfter>[1],
): DescribedVehicle {
  return frame.raw === "" ? before : describedAfter(before, frame);
}
