-- The vehicles, and what is counted of them. Times are microseconds since 1970 (_us) by the server's clock unless the
-- comment says capture time. Sequence numbers (seq) count one vehicle's journal entries from 1, without gaps, in commit
-- order; frames and commands share them.
--
-- The organisation is the first column of everything that can be asked for from outside. Rows that hang on a vehicle
-- carry its integer key instead (2.6 to 3.6 times the insert rate of text keys); a vehicle key is only ever found
-- through (organisation, vehicle_id), so no query reaches another organisation's rows.

-- What is true of the whole folder: the log's key, which scoring folded the journals.
CREATE TABLE meta (
  name  TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- One row a vehicle: where its journal stands and what the newest score said. Derived, rebuildable from the journal. A
-- column a kind of sensor comes to it (store-form.ts): its drift, null when the newest score has none.
CREATE TABLE vehicle (
  vehicle_key           INTEGER NOT NULL PRIMARY KEY,
  organisation          TEXT    NOT NULL,
  vehicle_id            TEXT    NOT NULL,
  fleet_id              TEXT    NOT NULL,            -- 'default' until a frame names one
  region                TEXT,                        -- null until a frame names one
  entries               INTEGER NOT NULL,            -- seq of the newest journal entry
  frames                INTEGER NOT NULL,            -- frames counted
  newest_position       INTEGER,                     -- of its newest frame: where the way back begins (linked-frames.ts)
  first_received_us     INTEGER NOT NULL,
  last_received_us      INTEGER NOT NULL,            -- receipt of the newest frame; silence is judged by it
  received_minute       INTEGER NOT NULL DEFAULT 0,  -- last_received_us / 60 000 000; written only when it is another one
  silent_since_us       INTEGER,                     -- receipt of the frame before the silence, while it is announced as silent
  first_timestamp_us    INTEGER,                     -- capture time of its first frame
  newest_timestamp_us   INTEGER,                     -- newest capture time; null before the first frame
  tier                  TEXT    NOT NULL,            -- UNKNOWN, NOMINAL, CAUTION, CRITICAL
  tier_since_us         INTEGER NOT NULL,            -- capture time of the frame (or time of the command) that set it
  reason                TEXT    NOT NULL,            -- core/scoring reasons
  scored_seq            INTEGER,                     -- newest frame that moved the detectors; its score is in frame
  health_score          REAL,                        -- 0 to 100; null before the first score
  residual_score        REAL,
  cusum_statistic       REAL,                        -- W; null while learning
  cusum_triggered       INTEGER NOT NULL,            -- 0, 1
  confidence            REAL,
  probable_fault_source TEXT    NOT NULL,
  recommended_action    TEXT    NOT NULL,
  noise                 TEXT    NOT NULL DEFAULT '[]', -- JSON: the sensors whose noise has grown, sinceSeq, sinceUs (capture time)
  dropped               TEXT    NOT NULL DEFAULT '[]', -- JSON: member, count, lastTimestampUs of the readings that were left out
  lateness              TEXT    NOT NULL DEFAULT 'none', -- none, some, unjudged: readings that came too late
  baseline_state        TEXT    NOT NULL,            -- learning, provisional, established, frozen
  baseline_frames       INTEGER NOT NULL,
  baseline_needed       INTEGER NOT NULL,
  breach_opened_seq     INTEGER,                     -- these are set together, and only while a breach is open
  breach_opened_us      INTEGER,                     -- capture time
  open_evidence_id      TEXT,                        -- the newest of the breach; NULL while it has none
  breach_worst_tier     TEXT,                        -- the worst that evidence of it says
  latitude              REAL,                        -- newest position, degrees; null until a frame gives one
  longitude             REAL,
  attributes_us         INTEGER,                     -- capture time of the frame the attributes were taken from
  first_odometer_km     REAL,                        -- in the first frame that gave it
  odometer_km           REAL,                        -- in the newest
  UNIQUE (organisation, vehicle_id)
) STRICT;

-- The worst vehicles of an organisation, without a look at the others: the health summary shows ten.
CREATE INDEX vehicle_by_urgency ON vehicle (organisation, tier, ifnull(health_score, 100), vehicle_id);

-- Vehicles with something to do, in the order of the work queue. The commits of healthy vehicles never touch it.
CREATE INDEX vehicle_with_action ON vehicle (organisation, tier, ifnull(health_score, 100), vehicle_id, fleet_id)
  WHERE recommended_action <> 'none';

-- Few vehicles of a large organisation, by what rarely changes.
CREATE INDEX vehicle_by_place ON vehicle (organisation, fleet_id, tier, region);

-- The attributes of a vehicle that has some: what its frames say of it beside their sensors. Not in its row, because that is written
-- with every frame. Derived, rebuildable from the journal.
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

-- Counts that a question reads at a cost that does not grow with the number of vehicles. They stand in blocks of time on
-- several levels: a block of level n is 16 to the power of n minutes. "Since a minute" is then at most 15 blocks of each
-- level, and of fleets and regions only those that sent frames in them.
--
-- The vehicles of a fleet and region by tier, as it is stored: silence is not in it.
CREATE TABLE vehicle_tally (
  organisation  TEXT    NOT NULL,
  fleet_id      TEXT    NOT NULL,
  region        TEXT    NOT NULL,                    -- '' for none
  tier          TEXT    NOT NULL,
  vehicles      INTEGER NOT NULL,
  open_breaches INTEGER NOT NULL,
  late          INTEGER NOT NULL,                    -- lateness is some or unjudged
  unjudged      INTEGER NOT NULL,
  PRIMARY KEY (organisation, fleet_id, region, tier)
) STRICT, WITHOUT ROWID;

-- The vehicles of a fleet and region by when their newest frame was received, on levels 0 to 4. A vehicle moves once a minute at most.
CREATE TABLE received_tally (
  organisation TEXT    NOT NULL,
  level        INTEGER NOT NULL,
  block        INTEGER NOT NULL,                     -- (last_received_us / 60 000 000) >> (4 * level)
  fleet_id     TEXT    NOT NULL,
  region       TEXT    NOT NULL,
  vehicles     INTEGER NOT NULL,
  nominal      INTEGER NOT NULL,                     -- those of them that are NOMINAL
  PRIMARY KEY (organisation, level, block, fleet_id, region)
) STRICT, WITHOUT ROWID;

-- The vehicles whose newest frame was received in a minute: of the one in which silence begins each has to be looked at.
CREATE TABLE vehicle_received (
  organisation TEXT    NOT NULL,
  minute       INTEGER NOT NULL,
  vehicle_key  INTEGER NOT NULL,
  PRIMARY KEY (organisation, minute, vehicle_key)
) STRICT, WITHOUT ROWID;

-- Frames taken in, by time of receipt on levels 0 to 2, for two days. The writer counts them, once a commit.
CREATE TABLE frame_tally (
  organisation TEXT    NOT NULL,
  level        INTEGER NOT NULL,
  block        INTEGER NOT NULL,                     -- (received_us / 60 000 000) >> (4 * level)
  fleet_id     TEXT    NOT NULL,                     -- after the frame, as is the region
  region       TEXT    NOT NULL,
  frames       INTEGER NOT NULL,
  late         INTEGER NOT NULL,                     -- those of them that came too late to be judged
  PRIMARY KEY (organisation, level, block, fleet_id, region)
) STRICT, WITHOUT ROWID;

-- Vehicles by the minute their first entry was received; of the last two hours before the newest.
CREATE TABLE new_vehicle_count (
  organisation TEXT    NOT NULL,
  minute       INTEGER NOT NULL,                     -- first_received_us / 60 000 000
  vehicles     INTEGER NOT NULL,
  PRIMARY KEY (organisation, minute)
) STRICT, WITHOUT ROWID;

-- Whoever writes a vehicle, the counts follow.
CREATE TRIGGER vehicle_begins AFTER INSERT ON vehicle BEGIN
  INSERT INTO organisation_usage (organisation, vehicles, stored_bytes) VALUES (NEW.organisation, 1, 4096)
    ON CONFLICT (organisation) DO UPDATE SET vehicles = vehicles + 1, stored_bytes = stored_bytes + 4096;
  INSERT INTO new_vehicle_count VALUES (NEW.organisation, NEW.first_received_us / 60000000, 1)
    ON CONFLICT (organisation, minute) DO UPDATE SET vehicles = vehicles + 1;
  DELETE FROM new_vehicle_count
    WHERE organisation = NEW.organisation AND minute < NEW.first_received_us / 60000000 - 120;
  INSERT INTO vehicle_tally VALUES
      (NEW.organisation, NEW.fleet_id, ifnull(NEW.region, ''), NEW.tier, 1, NEW.breach_opened_seq IS NOT NULL,
        NEW.lateness <> 'none', NEW.lateness = 'unjudged')
    ON CONFLICT (organisation, fleet_id, region, tier)
    DO UPDATE SET vehicles = vehicles + 1, open_breaches = open_breaches + excluded.open_breaches,
      late = late + excluded.late, unjudged = unjudged + excluded.unjudged;
  INSERT INTO received_tally
    SELECT NEW.organisation, column1, (NEW.last_received_us / 60000000) >> (4 * column1), NEW.fleet_id,
      ifnull(NEW.region, ''), 1, NEW.tier = 'NOMINAL'
    FROM (VALUES (0), (1), (2), (3), (4)) WHERE TRUE
    ON CONFLICT DO UPDATE SET vehicles = vehicles + 1, nominal = nominal + excluded.nominal;
  INSERT INTO vehicle_received VALUES (NEW.organisation, NEW.last_received_us / 60000000, NEW.vehicle_key);
END;
CREATE TRIGGER vehicle_changes AFTER UPDATE OF fleet_id, region, tier, breach_opened_seq, lateness ON vehicle
WHEN OLD.tier <> NEW.tier OR OLD.fleet_id <> NEW.fleet_id OR OLD.region IS NOT NEW.region
  OR (OLD.breach_opened_seq IS NULL) <> (NEW.breach_opened_seq IS NULL) OR OLD.lateness <> NEW.lateness
BEGIN
  UPDATE vehicle_tally SET vehicles = vehicles - 1, open_breaches = open_breaches - (OLD.breach_opened_seq IS NOT NULL),
      late = late - (OLD.lateness <> 'none'), unjudged = unjudged - (OLD.lateness = 'unjudged')
    WHERE organisation = OLD.organisation AND fleet_id = OLD.fleet_id AND region = ifnull(OLD.region, '')
      AND tier = OLD.tier;
  INSERT INTO vehicle_tally VALUES
      (NEW.organisation, NEW.fleet_id, ifnull(NEW.region, ''), NEW.tier, 1, NEW.breach_opened_seq IS NOT NULL,
        NEW.lateness <> 'none', NEW.lateness = 'unjudged')
    ON CONFLICT (organisation, fleet_id, region, tier)
    DO UPDATE SET vehicles = vehicles + 1, open_breaches = open_breaches + excluded.open_breaches,
      late = late + excluded.late, unjudged = unjudged + excluded.unjudged;
END;

-- On the higher levels most minutes are in the block of the one before: there nothing is written.
CREATE TRIGGER vehicle_is_received AFTER UPDATE OF fleet_id, region, tier, received_minute ON vehicle
WHEN OLD.received_minute <> NEW.received_minute OR OLD.fleet_id <> NEW.fleet_id
  OR OLD.region IS NOT NEW.region OR (OLD.tier = 'NOMINAL') <> (NEW.tier = 'NOMINAL')
BEGIN
  INSERT INTO received_tally
    SELECT OLD.organisation, column1, OLD.received_minute >> (4 * column1), OLD.fleet_id,
      ifnull(OLD.region, ''), -1, -(OLD.tier = 'NOMINAL')
    FROM (VALUES (0), (1), (2), (3), (4))
    WHERE OLD.received_minute >> (4 * column1) <> NEW.received_minute >> (4 * column1)
      OR OLD.fleet_id <> NEW.fleet_id OR OLD.region IS NOT NEW.region
      OR (OLD.tier = 'NOMINAL') <> (NEW.tier = 'NOMINAL')
    ON CONFLICT DO UPDATE SET vehicles = vehicles - 1, nominal = nominal + excluded.nominal;
  INSERT INTO received_tally
    SELECT NEW.organisation, column1, NEW.received_minute >> (4 * column1), NEW.fleet_id,
      ifnull(NEW.region, ''), 1, NEW.tier = 'NOMINAL'
    FROM (VALUES (0), (1), (2), (3), (4))
    WHERE OLD.received_minute >> (4 * column1) <> NEW.received_minute >> (4 * column1)
      OR OLD.fleet_id <> NEW.fleet_id OR OLD.region IS NOT NEW.region
      OR (OLD.tier = 'NOMINAL') <> (NEW.tier = 'NOMINAL')
    ON CONFLICT DO UPDATE SET vehicles = vehicles + 1, nominal = nominal + excluded.nominal;
  UPDATE vehicle_received SET minute = NEW.received_minute
    WHERE organisation = OLD.organisation AND minute = OLD.received_minute AND vehicle_key = OLD.vehicle_key
      AND OLD.received_minute <> NEW.received_minute;
END;

CREATE TRIGGER vehicle_goes AFTER DELETE ON vehicle BEGIN
  UPDATE organisation_usage SET vehicles = vehicles - 1, stored_bytes = stored_bytes - 4096
    WHERE organisation = OLD.organisation;
  UPDATE vehicle_tally SET vehicles = vehicles - 1, open_breaches = open_breaches - (OLD.breach_opened_seq IS NOT NULL),
      late = late - (OLD.lateness <> 'none'), unjudged = unjudged - (OLD.lateness = 'unjudged')
    WHERE organisation = OLD.organisation AND fleet_id = OLD.fleet_id AND region = ifnull(OLD.region, '')
      AND tier = OLD.tier;
  INSERT INTO received_tally
    SELECT OLD.organisation, column1, (OLD.last_received_us / 60000000) >> (4 * column1), OLD.fleet_id,
      ifnull(OLD.region, ''), -1, -(OLD.tier = 'NOMINAL')
    FROM (VALUES (0), (1), (2), (3), (4)) WHERE TRUE
    ON CONFLICT DO UPDATE SET vehicles = vehicles - 1, nominal = nominal + excluded.nominal;
  DELETE FROM vehicle_received WHERE organisation = OLD.organisation
    AND minute = OLD.last_received_us / 60000000 AND vehicle_key = OLD.vehicle_key;
END;
CREATE TRIGGER vehicle_tally_empties AFTER UPDATE OF vehicles ON vehicle_tally WHEN NEW.vehicles = 0 BEGIN
  DELETE FROM vehicle_tally WHERE organisation = NEW.organisation AND fleet_id = NEW.fleet_id AND region = NEW.region
    AND tier = NEW.tier;
END;
CREATE TRIGGER received_tally_empties AFTER UPDATE OF vehicles ON received_tally WHEN NEW.vehicles = 0 BEGIN
  DELETE FROM received_tally WHERE organisation = NEW.organisation AND level = NEW.level AND block = NEW.block
    AND fleet_id = NEW.fleet_id AND region = NEW.region;
END;
