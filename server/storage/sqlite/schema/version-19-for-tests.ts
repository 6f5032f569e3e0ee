import { readFileSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";

import { toVersion20 } from "./version-20-for-tests.ts";

/** Makes of a database of the present version what version 19 would have written: every frame is in an index. */
export function toVersion19(database: DatabaseSync): void {
  toVersion20(database);
  database.exec(`
    PRAGMA foreign_keys = OFF;
    DROP TRIGGER IF EXISTS frame_is_scored_anew;
    DROP TRIGGER IF EXISTS frame_goes;
    DROP INDEX frame_out_of_order;
    ALTER TABLE frame RENAME TO linked_frame;`);
  database.exec(framesOfVersion9());
  database.exec(`
    INSERT INTO frame (position, vehicle_key, seq, timestamp_us, behind_us, sensors_digest, received_us, tier, evidence_id,
        text_bytes, like_seq, text, score)
      SELECT position, vehicle_key, seq, timestamp_us, behind_us, sensors_digest, received_us, 'NOMINAL', evidence_id,
        text_bytes, (SELECT seq FROM linked_frame AS model WHERE model.position = linked.position - linked.like_back), text, score
      FROM linked_frame AS linked ORDER BY position;
    DROP TABLE linked_frame;
    DROP TABLE frame_place;
    ALTER TABLE vehicle DROP COLUMN newest_position;
    UPDATE meta SET value = '19' WHERE name = 'schema_version';
    PRAGMA foreign_keys = ON;`);
}

/** Of its schema step what comes after the older table was set aside. */
function framesOfVersion9(): string {
  const schema = readFileSync(new URL("compact-frame-schema.sql", import.meta.url), "utf8");
  return schema.slice(schema.indexOf("CREATE TABLE frame"));
}
