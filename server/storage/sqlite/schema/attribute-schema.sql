-- Since schema version 14: what the frames of a vehicle say of it beside their sensors. Derived, rebuildable from the journal's
-- frames from entry attributes_from on (server/app/attributes/described-after.ts).

ALTER TABLE vehicle ADD COLUMN latitude REAL;         -- newest position, degrees; null until a frame gives one
ALTER TABLE vehicle ADD COLUMN longitude REAL;
ALTER TABLE vehicle ADD COLUMN attributes_us INTEGER; -- capture time of the frame the attributes were taken from
ALTER TABLE vehicle ADD COLUMN attributes_from INTEGER NOT NULL DEFAULT 1;

-- 0 for a vehicle from before, until its newest frame is read; this index goes when all are (describe-vehicles.ts).
UPDATE vehicle SET attributes_from = 0;
CREATE INDEX vehicle_undescribed ON vehicle (vehicle_key) WHERE attributes_from = 0;

-- The attributes of a vehicle that has some. Not in its row, because that is written with every frame.
CREATE TABLE vehicle_attributes (
  vehicle_key INTEGER NOT NULL PRIMARY KEY REFERENCES vehicle,
  attributes  TEXT    NOT NULL                       -- JSON object of strings, numbers and booleans
) STRICT;

-- The same, one row each: who has a value is found without a look at every vehicle.
CREATE TABLE vehicle_attribute (
  organisation TEXT    NOT NULL,
  name         TEXT    NOT NULL,
  value        TEXT    NOT NULL,                     -- textOfAttribute
  vehicle_key  INTEGER NOT NULL,
  PRIMARY KEY (organisation, name, value, vehicle_key)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER vehicle_is_forgotten BEFORE DELETE ON vehicle BEGIN
  DELETE FROM vehicle_attributes WHERE vehicle_key = OLD.vehicle_key;
  DELETE FROM vehicle_attribute WHERE organisation = OLD.organisation AND vehicle_key = OLD.vehicle_key;
END;
