-- Since schema version 23: the minute a vehicle was last heard in, in a column of its own. A trigger on last_received_us ran with
-- every frame, only to find that the minute was the same. This column is written when the minute is another one.

ALTER TABLE vehicle ADD COLUMN heard_minute INTEGER NOT NULL DEFAULT 0;  -- last_received_us / 60 000 000
UPDATE vehicle SET heard_minute = last_received_us / 60000000;

DROP TRIGGER vehicle_is_heard;
-- On the higher levels most minutes are in the block of the one before: there nothing is written.
CREATE TRIGGER vehicle_is_heard AFTER UPDATE OF fleet_id, region, tier, heard_minute ON vehicle
WHEN OLD.heard_minute <> NEW.heard_minute OR OLD.fleet_id <> NEW.fleet_id
  OR OLD.region IS NOT NEW.region OR (OLD.tier = 'NOMINAL') <> (NEW.tier = 'NOMINAL')
BEGIN
  INSERT INTO heard_tally
    SELECT OLD.organisation, column1, OLD.heard_minute >> (4 * column1), OLD.fleet_id,
      ifnull(OLD.region, ''), -1, -(OLD.tier = 'NOMINAL')
    FROM (VALUES (0), (1), (2), (3), (4))
    WHERE OLD.heard_minute >> (4 * column1) <> NEW.heard_minute >> (4 * column1)
      OR OLD.fleet_id <> NEW.fleet_id OR OLD.region IS NOT NEW.region
      OR (OLD.tier = 'NOMINAL') <> (NEW.tier = 'NOMINAL')
    ON CONFLICT DO UPDATE SET vehicles = vehicles - 1, nominal = nominal + excluded.nominal;
  INSERT INTO heard_tally
    SELECT NEW.organisation, column1, NEW.heard_minute >> (4 * column1), NEW.fleet_id,
      ifnull(NEW.region, ''), 1, NEW.tier = 'NOMINAL'
    FROM (VALUES (0), (1), (2), (3), (4))
    WHERE OLD.heard_minute >> (4 * column1) <> NEW.heard_minute >> (4 * column1)
      OR OLD.fleet_id <> NEW.fleet_id OR OLD.region IS NOT NEW.region
      OR (OLD.tier = 'NOMINAL') <> (NEW.tier = 'NOMINAL')
    ON CONFLICT DO UPDATE SET vehicles = vehicles + 1, nominal = nominal + excluded.nominal;
  UPDATE vehicle_heard SET minute = NEW.heard_minute
    WHERE organisation = OLD.organisation AND minute = OLD.heard_minute AND vehicle_key = OLD.vehicle_key
      AND OLD.heard_minute <> NEW.heard_minute;
END;
