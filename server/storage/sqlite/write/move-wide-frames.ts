import type { DatabaseSync } from "node:sqlite";

import { inTransaction } from "../in-transaction.ts";
import type { FrameToStore } from "../journal-rows.ts";
import { prepareQuery } from "../prepare-query.ts";
import { FrameRows } from "./rows/frame-rows.ts";

/** Rows moved in one transaction: the write-ahead log stays short, and an upgrade that is interrupted goes on from here. */
const rowsAtOnce = 1_000;

/** Whether frames of schema version 8 wait to be moved. */
export function hasWideFrames(database: DatabaseSync): boolean {
  return prepareQuery(database, "SELECT 1 FROM sqlite_schema WHERE name = 'wide_frame'").get() !== undefined;
}

/** Moves the frames of schema version 8 into the present table, in their order, each with the position it had. */
export function moveWideFrames(database: DatabaseSync): void {
  if (!hasWideFrames(database)) return;
  const frames = new FrameRows(database);
  while (moveSome(database, frames) > 0);
  database.exec("DROP TABLE wide_frame");
}

function moveSome(database: DatabaseSync, frames: FrameRows): number {
  return inTransaction(database, () => {
    const rows = prepareQuery<WideRow>(database, "SELECT * FROM wide_frame ORDER BY position LIMIT ?").all(
      rowsAtOnce,
    );
    frames.add(rows.map(frameOf));
    const last = rows.at(-1);
    if (last !== undefined) database.prepare("DELETE FROM wide_frame WHERE position <= ?").run(last.position);
    return rows.length;
  });
}

function frameOf(row: WideRow): FrameToStore {
  return {
    position: row.position,
    vehicleKey: row.vehicle_key,
    seq: row.seq,
    receivedAtUs: row.received_us,
    score: row.score,
    evidenceId: row.evidence_id,
    frame: {
      raw: row.raw,
      timestampUs: row.timestamp_us,
      sensorsSha256: Buffer.from(row.sensors_sha256).toString("hex"),
    },
  };
}

interface WideRow {
  readonly position: number;
  readonly vehicle_key: number;
  readonly seq: number;
  readonly timestamp_us: number;
  readonly sensors_sha256: Uint8Array;
  readonly received_us: number;
  readonly evidence_id: string | null;
  readonly score: Uint8Array;
  readonly raw: string;
}
