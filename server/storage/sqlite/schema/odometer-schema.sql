-- Since schema version 19: how far a vehicle has been driven (`metadata.odometer_km`), for what depends on kilometres. Derived,
-- rebuildable from the journal's frames from entry odometer_from on (server/app/attributes/described-after.ts).

ALTER TABLE vehicle ADD COLUMN first_odometer_km REAL; -- in the first frame that gave it
ALTER TABLE vehicle ADD COLUMN odometer_km REAL;       -- in the newest
ALTER TABLE vehicle ADD COLUMN odometer_from INTEGER NOT NULL DEFAULT 1;
-- Vehicles from before: what their frames said of it until now is not looked up.
UPDATE vehicle SET odometer_from = entries + 1;

-- What was known of it when the breach was opened.
ALTER TABLE evidence ADD COLUMN odometer_km REAL;
-- Holds all that is asked of a vehicle's first breach: the rows are wide.
CREATE INDEX evidence_by_first ON evidence (organisation, vehicle_key, seq, breached_at_us, odometer_km);
