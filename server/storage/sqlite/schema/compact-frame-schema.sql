-- Since schema version 9: a frame's text is stored once and compactly, and nothing beside it that it says itself. What
-- the table held before is moved by move-wide-frames.ts.

DROP TRIGGER IF EXISTS frame_is_scored_anew;
DROP TRIGGER IF EXISTS frame_goes;
ALTER TABLE frame RENAME TO wide_frame;

-- The journal's frames: what was received, and what the fold says of it. Only the verdict (tier, score) is ever updated,
-- when other rules fold the journal again. The table grows at its end (position is the order of commit), and only one
-- small index is written all over the place.
CREATE TABLE frame (
  position       INTEGER NOT NULL PRIMARY KEY,
  vehicle_key    INTEGER NOT NULL REFERENCES vehicle,
  seq            INTEGER NOT NULL,
  timestamp_us   INTEGER NOT NULL,                   -- capture time, as claimed by the vehicle
  behind_us      INTEGER,                            -- how far behind the vehicle's newest capture time; null for a frame newer than all before it
  sensors_digest INTEGER NOT NULL,                   -- first four bytes of the SHA-256 of the canonical JSON of `sensors`
  received_us    INTEGER NOT NULL,
  tier           TEXT    NOT NULL,                   -- after this frame
  evidence_id    TEXT,                               -- of the breach this frame opened or fell into
  text_bytes     INTEGER NOT NULL,                   -- of the JSON text as received
  like_seq       INTEGER,                            -- the frame of this vehicle whose text has the same pattern
  text           ANY     NOT NULL,                   -- the JSON text as received; where like_seq is set, its numbers (text-pattern.ts)
  score          BLOB    NOT NULL,                   -- packScore
  UNIQUE (vehicle_key, seq)
) STRICT;

-- The frames that did not come in the order of their capture times. The others are found by halving (frames-in-time.ts):
-- an index of all times was most of what a commit wrote.
CREATE INDEX frame_out_of_order ON frame (vehicle_key, timestamp_us, sensors_digest, seq) WHERE behind_us IS NOT NULL;

CREATE TRIGGER frame_is_scored_anew AFTER UPDATE OF score ON frame WHEN length(OLD.score) <> length(NEW.score) BEGIN
  UPDATE organisation_usage SET stored_bytes = stored_bytes + length(NEW.score) - length(OLD.score)
    WHERE organisation = (SELECT organisation FROM vehicle WHERE vehicle_key = NEW.vehicle_key);
END;
CREATE TRIGGER frame_goes AFTER DELETE ON frame BEGIN
  UPDATE organisation_usage SET stored_bytes = stored_bytes - OLD.text_bytes - length(OLD.score) - 128
    WHERE organisation = (SELECT organisation FROM vehicle WHERE vehicle_key = OLD.vehicle_key);
END;
