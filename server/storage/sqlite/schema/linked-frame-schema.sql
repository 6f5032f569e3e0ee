-- Since schema version 20: a vehicle's frames are found from one another instead of by an index. An index of entries has a place of
-- its own for every vehicle: each frame of a commit wrote a page of it. What the table held before is moved by
-- move-indexed-frames.ts.

DROP TRIGGER IF EXISTS frame_is_scored_anew;
DROP TRIGGER IF EXISTS frame_goes;
DROP INDEX IF EXISTS frame_out_of_order;
ALTER TABLE frame RENAME TO indexed_frame;

-- The journal's frames: what was received, and what the fold says of it. Only the score is ever updated, when other rules fold
-- the journal again. The table grows at its end alone: position is the order of commit.
CREATE TABLE frame (
  position       INTEGER NOT NULL PRIMARY KEY,
  vehicle_key    INTEGER NOT NULL REFERENCES vehicle,
  seq            INTEGER NOT NULL,
  back           INTEGER,                            -- so many positions before it stands the vehicle's frame before it; null for its first
  timestamp_us   INTEGER NOT NULL,                   -- capture time, as claimed by the vehicle
  behind_us      INTEGER,                            -- how far behind the vehicle's newest capture time; null for a frame newer than all before it
  sensors_digest INTEGER NOT NULL,                   -- first four bytes of the SHA-256 of the canonical JSON of `sensors`
  received_us    INTEGER NOT NULL,
  evidence_id    TEXT,                               -- of the breach this frame opened or fell into
  text_bytes     INTEGER NOT NULL,                   -- of the JSON text as received
  like_back      INTEGER,                            -- so many positions before it stands the frame of this vehicle whose text has the same pattern
  text           ANY     NOT NULL,                   -- the JSON text as received; where like_back is set, its numbers (text-pattern.ts)
  score          BLOB    NOT NULL                    -- packScore
) STRICT;

-- Where the way back begins (linked-frames.ts): at the vehicle's newest frame, or at the first one of every 64 entries.
ALTER TABLE vehicle ADD COLUMN newest_position INTEGER;
CREATE TABLE frame_place (
  vehicle_key INTEGER NOT NULL,
  seq         INTEGER NOT NULL,
  position    INTEGER NOT NULL,
  PRIMARY KEY (vehicle_key, seq)
) STRICT, WITHOUT ROWID;

-- The frames that did not come in the order of their capture times. The others are found by halving (frames-in-time.ts).
CREATE INDEX frame_out_of_order ON frame (vehicle_key, timestamp_us, sensors_digest, seq) WHERE behind_us IS NOT NULL;

CREATE TRIGGER frame_is_scored_anew AFTER UPDATE OF score ON frame WHEN length(OLD.score) <> length(NEW.score) BEGIN
  UPDATE organisation_usage SET stored_bytes = stored_bytes + length(NEW.score) - length(OLD.score)
    WHERE organisation = (SELECT organisation FROM vehicle WHERE vehicle_key = NEW.vehicle_key);
END;
CREATE TRIGGER frame_goes AFTER DELETE ON frame BEGIN
  UPDATE organisation_usage SET stored_bytes = stored_bytes - OLD.text_bytes - length(OLD.score) - 128
    WHERE organisation = (SELECT organisation FROM vehicle WHERE vehicle_key = OLD.vehicle_key);
END;
