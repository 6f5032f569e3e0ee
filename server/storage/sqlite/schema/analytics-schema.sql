-- Since schema version 17: what a fleet's past is read by, in the time of the vehicles.

-- Capture time of its first frame: from there on a vehicle is seen.
ALTER TABLE vehicle ADD COLUMN first_timestamp_us INTEGER;
UPDATE vehicle SET first_timestamp_us = (
  SELECT timestamp_us FROM frame WHERE frame.vehicle_key = vehicle.vehicle_key ORDER BY seq LIMIT 1);

-- Holds all that is asked of it.
CREATE INDEX tier_transition_by_capture ON tier_transition (organisation, at_us, vehicle_key, from_tier, to_tier);
CREATE INDEX evidence_by_capture ON evidence (organisation, breached_at_us);
-- What somebody asked for: of the first entries that most journals begin with there are as many as vehicles.
CREATE INDEX command_by_receipt ON command (received_us) WHERE key_id <> '';
