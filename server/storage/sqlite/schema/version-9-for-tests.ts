import { readFileSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";

import { toVersion19 } from "./version-19-for-tests.ts";

/** Makes of a database of the present version what version 9 would have written; what later steps add goes. */
export function toVersion9(database: DatabaseSync): void {
  toVersion19(database);
  database.exec(`
    DROP TABLE refold_waiting;
    DROP TABLE scenario;
    DROP TRIGGER IF EXISTS work_is_forgotten;
    DROP TABLE work_entry;
    DROP TABLE vehicle_work;
    DROP INDEX evidence_by_first;
    ALTER TABLE evidence DROP COLUMN odometer_km;
    ALTER TABLE vehicle DROP COLUMN first_odometer_km;
    ALTER TABLE vehicle DROP COLUMN odometer_km;
    ALTER TABLE vehicle DROP COLUMN odometer_from;
    DROP INDEX tier_transition_by_capture;
    DROP INDEX evidence_by_capture;
    DROP INDEX command_by_receipt;
    ALTER TABLE vehicle DROP COLUMN first_timestamp_us;
    DROP TRIGGER IF EXISTS vehicle_is_forgotten;
    DROP TABLE vehicle_attribute;
    DROP TABLE vehicle_attributes;
    ALTER TABLE vehicle DROP COLUMN latitude;
    ALTER TABLE vehicle DROP COLUMN longitude;
    ALTER TABLE vehicle DROP COLUMN attributes_us;
    ALTER TABLE vehicle DROP COLUMN attributes_from;
    DROP TABLE audit_record;
    DROP INDEX api_key_by_age;
    ALTER TABLE api_key DROP COLUMN created_by;
    ALTER TABLE api_key DROP COLUMN rotated_to;
    DROP TABLE event;
    DROP TABLE event_tally;
    DROP INDEX api_key_by_expiry;
    ALTER TABLE api_key DROP COLUMN expiry_announced_days;
    ALTER TABLE vehicle DROP COLUMN silent_since_us;
    UPDATE meta SET value = '9' WHERE name = 'schema_version';
  `);
  database.exec(outbox());
}

function outbox(): string {
  const schema = readFileSync(new URL("schema.sql", import.meta.url), "utf8");
  const [text] = /CREATE TABLE outbox \([^;]*;/.exec(schema) ?? [];
  if (text === undefined) throw new Error("schema.sql has no outbox");
  return text;
}
