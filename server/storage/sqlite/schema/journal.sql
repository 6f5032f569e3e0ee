-- The journal of each vehicle: what was received, what was asked for, and what the fold says of it.

-- The frames. Only the score is ever updated, when other rules fold the journal again. The table grows at its end alone:
-- position is the order of commit. A vehicle's frames are found from one another instead of by an index, of which each
-- frame of a commit would write a page (docs/decisions/0039).
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
  like_back      INTEGER,                            -- so many positions before it stands the frame of this vehicle whose text has the same pattern
  text           ANY     NOT NULL,                   -- the JSON text as received; where like_back is set, its numbers (text-pattern.ts)
  score          BLOB    NOT NULL                    -- packScore
) STRICT;

-- Where the way back begins (linked-frames.ts) besides at the vehicle's newest frame: at the first one of every 64 entries.
CREATE TABLE frame_place (
  vehicle_key INTEGER NOT NULL,
  seq         INTEGER NOT NULL,
  position    INTEGER NOT NULL,
  PRIMARY KEY (vehicle_key, seq)
) STRICT, WITHOUT ROWID;

-- The frames that did not come in the order of their capture times. The others are found by halving (frames-in-time.ts).
CREATE INDEX frame_out_of_order ON frame (vehicle_key, timestamp_us, sensors_digest, seq) WHERE behind_us IS NOT NULL;

-- The other entries: baseline commands and registered references, with who asked and why (the audit trail); and the fleet's
-- prior that a vehicle started from, for which nobody asked (key_id and request_id are empty).
CREATE TABLE command (
  vehicle_key INTEGER NOT NULL REFERENCES vehicle,
  seq         INTEGER NOT NULL,
  received_us INTEGER NOT NULL,
  key_id      TEXT    NOT NULL,
  request_id  TEXT    NOT NULL,
  reason      TEXT,
  entry       TEXT    NOT NULL,                      -- JSON of the journal entry
  PRIMARY KEY (vehicle_key, seq)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER command_is_final BEFORE UPDATE ON command
  BEGIN SELECT RAISE(ABORT, 'an entry of a journal never changes'); END;

-- What somebody asked for: of the first entries that most journals begin with there are as many as vehicles.
CREATE INDEX command_by_receipt ON command (received_us) WHERE key_id <> '';

-- The newest stored state of each vehicle: the fold over entries 1 to seq. May lag behind vehicle.entries; disposable.
CREATE TABLE snapshot (
  vehicle_key INTEGER NOT NULL PRIMARY KEY REFERENCES vehicle,
  seq         INTEGER NOT NULL,
  scoring     TEXT    NOT NULL,                      -- which scoring and settings folded it
  state       BLOB    NOT NULL                       -- packState
) STRICT;

-- States kept for good, every 256 entries: where an evidence window may begin.
CREATE TABLE anchor (
  vehicle_key INTEGER NOT NULL REFERENCES vehicle,
  seq         INTEGER NOT NULL,
  scoring     TEXT    NOT NULL,
  state       BLOB    NOT NULL,
  PRIMARY KEY (vehicle_key, seq)
) STRICT;

CREATE TABLE tier_transition (
  transition_key INTEGER NOT NULL PRIMARY KEY,
  organisation   TEXT    NOT NULL,
  vehicle_key    INTEGER NOT NULL REFERENCES vehicle,
  seq            INTEGER NOT NULL,
  at_us          INTEGER NOT NULL,                   -- capture time of the frame, or time of the command
  recorded_us    INTEGER NOT NULL,
  from_tier      TEXT    NOT NULL,
  to_tier        TEXT    NOT NULL,
  reason         TEXT    NOT NULL,
  evidence_id    TEXT                                -- of the breach open at that moment
) STRICT;
CREATE INDEX tier_transition_by_vehicle ON tier_transition (vehicle_key, seq);
CREATE INDEX tier_transition_by_time ON tier_transition (organisation, recorded_us);

-- Holds all that is asked of it.
CREATE INDEX tier_transition_by_capture ON tier_transition (organisation, at_us, vehicle_key, from_tier, to_tier);

-- What a vehicle taught the fleet it was in when a sensor's baseline was settled: what the fleet's next vehicles start from.
-- Derived, rebuildable from the journal but for the fleet, which may be another one by now.
CREATE TABLE taught_noise (
  position     INTEGER NOT NULL PRIMARY KEY,         -- grows in order of commit
  organisation TEXT    NOT NULL,
  fleet_id     TEXT    NOT NULL,
  sensor       TEXT    NOT NULL,                     -- camera, radar, lidar, confidence
  vehicle_key  INTEGER NOT NULL REFERENCES vehicle,
  noise        TEXT    NOT NULL,                     -- JSON: variances with their degrees of freedom, correlations
  UNIQUE (vehicle_key, sensor)
) STRICT;
CREATE INDEX taught_noise_by_fleet ON taught_noise (organisation, fleet_id, sensor, position);

-- The vehicles whose journals wait to be folded again, after a start under other rules or settings than those that folded
-- them. Until a vehicle is gone from here its row, its stored states and the scores of its newest frames are of the scoring
-- named beside it.
CREATE TABLE refold_waiting (
  vehicle_key INTEGER NOT NULL PRIMARY KEY,
  scoring     TEXT    NOT NULL                       -- which scoring and settings its scores are by
) STRICT;

-- Pre-commitment: the hash chains over the journals, at the entries where an interval took their heads as leaves of its
-- tree, and besides at every 256th entry. In between they are made again from the journal. The table grows at its end, in
-- the order of the commits.
CREATE TABLE chain_place (
  position    INTEGER NOT NULL PRIMARY KEY,
  vehicle_key INTEGER NOT NULL REFERENCES vehicle,
  seq         INTEGER NOT NULL,
  back        INTEGER,                               -- so many positions before it stands the vehicle's place before it; null for its first
  head        BLOB    NOT NULL,
  leaf_index  INTEGER,                               -- of the interval that took it; null for no interval
  leaf        INTEGER                                -- its number in that interval's tree
) STRICT;

-- Where the way back begins (chain-places.ts). Not in the vehicle's row, which is wide: closing an interval writes one for each leaf.
CREATE TABLE chain_end (
  vehicle_key INTEGER NOT NULL PRIMARY KEY,
  position    INTEGER NOT NULL
) STRICT;
