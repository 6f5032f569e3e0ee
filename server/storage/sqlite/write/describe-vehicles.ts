import type { DatabaseSync } from "node:sqlite";

import {
  describedAfter,
  undescribed,
  type DescribedVehicle,
} from "../../../app/attributes/described-after.ts";
import { inTransaction } from "../in-transaction.ts";
import { FramesInTime } from "../frames-in-time.ts";
import { ownFrames, ownFramesWithTexts, receivedText } from "../journal-rows.ts";
import { entriesAfter, onlyEntry, ownInRange, withOwnFrames } from "../linked-frames.ts";
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
    const framesOf = endsOfJournals(database);
    const keep = database.prepare(
      `UPDATE vehicle SET latitude = ?, longitude = ?, attributes_us = ?, attributes_from = ?,
         first_timestamp_us = coalesce(first_timestamp_us, ?)
       WHERE vehicle_key = ?`,
    );
    for (const { vehicleKey, organisation, newestUs } of vehicles) {
      const { firstUs, newest } = framesOf(vehicleKey);
      const said = newest.reduce<DescribedVehicle>(
        (before, frame) => describedByStored({ ...before, newestTimestampUs: newestUs }, frame),
        undescribed,
      );
      const { latitude = null, longitude = null } = said.position ?? {};
      // Entry 1 where there is no frame yet: then all that come are read.
      keep.run(latitude, longitude, said.attributesAtUs, newest[0]?.seq ?? 1, firstUs, vehicleKey);
      if (said.attributesAtUs === null) continue;
      attributes.write([{ vehicleKey, organisation, attributes: said.attributes }]);
    }
    return vehicles.length;
  });
}

/** Of a vehicle its first frame's time, and its newest frame with those that came late after it. */
function endsOfJournals(database: DatabaseSync) {
  const frames = prepareQuery<{ seq: number; raw: string; timestampUs: number }>(
    database,
    `${withOwnFrames} SELECT frame.seq, ${receivedText} AS raw, frame.timestamp_us AS timestampUs FROM ${ownFramesWithTexts}
     WHERE ${ownInRange} ORDER BY own.seq`,
  );
  const first = prepareQuery<{ timestampUs: number }>(
    database,
    `${withOwnFrames} SELECT timestamp_us AS timestampUs FROM ${ownFrames} WHERE own.back IS NULL`,
  );
  const inTime = new FramesInTime((sql) => prepareQuery(database, sql));
  return (vehicleKey: number) => {
    const newestInOrder = inTime.firstReaching(vehicleKey, inTime.newestUs(vehicleKey) ?? 0);
    return {
      firstUs: first.get(onlyEntry(vehicleKey, 1))?.timestampUs ?? null,
      newest: frames.all(entriesAfter(vehicleKey, (newestInOrder?.seq ?? 1) - 1)),
    };
  };
}

/** A text the disk has damaged says nothing; doctor finds it. */
function describedByStored(
  before: Parameters<typeof describedAfter>[0],
  frame: Parameters<typeof describedAfter>[1],
): DescribedVehicle {
  return frame.raw === "" ? before : describedAfter(before, frame);
}
