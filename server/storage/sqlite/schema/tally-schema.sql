-- Since schema version 9: counts that a question reads at a cost that does not grow with the number of vehicles. They stand
-- in blocks of time on several levels: a block of level n is 16 to the power of n minutes. "Since a minute" is then at most
-- 15 blocks of each level, and of fleets and regions only those that were heard in them.

DROP TRIGGER vehicle_begins;
DROP TRIGGER vehicle_moves;
DROP TRIGGER vehicle_goes;
DROP TABLE vehicle_tally;
DROP TABLE vehicle_heard;
DROP INDEX vehicle_needing_attention;

-- The vehicles of a fleet and region by tier, as it is stored: silence is not in it.
CREATE TABLE vehicle_tally (
  organisation  TEXT    NOT NULL,
  fleet_id      TEXT    NOT NULL,
  region        TEXT    NOT NULL,                    -- '' for none
  tier          TEXT    NOT NULL,
  vehicles      INTEGER NOT NULL,
  open_breaches INTEGER NOT NULL,
  PRIMARY KEY (organisation, fleet_id, region, tier)
) STRICT, WITHOUT ROWID;

-- The vehicles of a fleet and region by when they were last heard, on levels 0 to 4. A vehicle moves once a minute at most.
CREATE TABLE heard_tally (
  organisation TEXT    NOT NULL,
  level        INTEGER NOT NULL,
  block        INTEGER NOT NULL,                     -- (last_received_us / 60 000 000) >> (4 * level)
  fleet_id     TEXT    NOT NULL,
  region       TEXT    NOT NULL,
  vehicles     INTEGER NOT NULL,
  nominal      INTEGER NOT NULL,                     -- those of them that are NOMINAL
  PRIMARY KEY (organisation, level, block, fleet_id, region)
) STRICT, WITHOUT ROWID;

-- The vehicles last heard in a minute: of the one in which silence begins each has to be looked at.
CREATE TABLE vehicle_heard (
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
  PRIMARY KEY (organisation, level, block, fleet_id, region)
) STRICT, WITHOUT ROWID;

-- Vehicles with something to do, in the order of the work queue. The commits of healthy vehicles never touch it.
CREATE INDEX vehicle_with_action ON vehicle (organisation, tier, ifnull(health_score, 100), vehicle_id, fleet_id)
  WHERE recommended_action <> 'none';
-- Few vehicles of a large organisation, by what rarely changes.
CREATE INDEX vehicle_by_place ON vehicle (organisation, fleet_id, tier, region);

INSERT INTO vehicle_tally
  SELECT organisation, fleet_id, ifnull(region, ''), tier, count(*), count(open_evidence_id) FROM vehicle GROUP BY 1, 2, 3, 4;
INSERT INTO heard_tally
  SELECT organisation, level, (last_received_us / 60000000) >> (4 * level), fleet_id, ifnull(region, ''),
    count(*), sum(tier = 'NOMINAL')
  FROM vehicle JOIN (SELECT column1 AS level FROM (VALUES (0), (1), (2), (3), (4))) GROUP BY 1, 2, 3, 4, 5;
INSERT INTO vehicle_heard SELECT organisation, last_received_us / 60000000, vehicle_key FROM vehicle;
INSERT INTO frame_tally
  SELECT organisation, level, minute >> (4 * level), fleet_id, region, sum(frames)
  FROM frame_count JOIN (SELECT column1 AS level FROM (VALUES (0), (1), (2))) GROUP BY 1, 2, 3, 4, 5;
DROP TABLE frame_count;

CREATE TRIGGER vehicle_begins AFTER INSERT ON vehicle BEGIN
  INSERT INTO organisation_usage (organisation, vehicles, stored_bytes) VALUES (NEW.organisation, 1, 512)
    ON CONFLICT (organisation) DO UPDATE SET vehicles = vehicles + 1, stored_bytes = stored_bytes + 512;
  INSERT INTO new_vehicle_count VALUES (NEW.organisation, NEW.first_received_us / 60000000, 1)
    ON CONFLICT (organisation, minute) DO UPDATE SET vehicles = vehicles + 1;
  DELETE FROM new_vehicle_count
    WHERE organisation = NEW.organisation AND minute < NEW.first_received_us / 60000000 - 120;
  INSERT INTO vehicle_tally VALUES
      (NEW.organisation, NEW.fleet_id, ifnull(NEW.region, ''), NEW.tier, 1, NEW.open_evidence_id IS NOT NULL)
    ON CONFLICT (organisation, fleet_id, region, tier)
    DO UPDATE SET vehicles = vehicles + 1, open_breaches = open_breaches + excluded.open_breaches;
  INSERT INTO heard_tally
    SELECT NEW.organisation, column1, (NEW.last_received_us / 60000000) >> (4 * column1), NEW.fleet_id,
      ifnull(NEW.region, ''), 1, NEW.tier = 'NOMINAL'
    FROM (VALUES (0), (1), (2), (3), (4)) WHERE TRUE
    ON CONFLICT DO UPDATE SET vehicles = vehicles + 1, nominal = nominal + excluded.nominal;
  INSERT INTO vehicle_heard VALUES (NEW.organisation, NEW.last_received_us / 60000000, NEW.vehicle_key);
END;

CREATE TRIGGER vehicle_changes AFTER UPDATE OF fleet_id, region, tier, open_evidence_id ON vehicle
WHEN OLD.tier <> NEW.tier OR OLD.fleet_id <> NEW.fleet_id OR OLD.region IS NOT NEW.region
  OR (OLD.open_evidence_id IS NULL) <> (NEW.open_evidence_id IS NULL)
BEGIN
  UPDATE vehicle_tally SET vehicles = vehicles - 1, open_breaches = open_breaches - (OLD.open_evidence_id IS NOT NULL)
    WHERE organisation = OLD.organisation AND fleet_id = OLD.fleet_id AND region = ifnull(OLD.region, '')
      AND tier = OLD.tier;
  INSERT INTO vehicle_tally VALUES
      (NEW.organisation, NEW.fleet_id, ifnull(NEW.region, ''), NEW.tier, 1, NEW.open_evidence_id IS NOT NULL)
    ON CONFLICT (organisation, fleet_id, region, tier)
    DO UPDATE SET vehicles = vehicles + 1, open_breaches = open_breaches + excluded.open_breaches;
END;

-- On the higher levels most minutes are in the block of the one before: there nothing is written.
CREATE TRIGGER vehicle_is_heard AFTER UPDATE OF fleet_id, region, tier, last_received_us ON vehicle
WHEN OLD.last_received_us / 60000000 <> NEW.last_received_us / 60000000 OR OLD.fleet_id <> NEW.fleet_id
  OR OLD.region IS NOT NEW.region OR (OLD.tier = 'NOMINAL') <> (NEW.tier = 'NOMINAL')
BEGIN
  INSERT INTO heard_tally
    SELECT OLD.organisation, column1, (OLD.last_received_us / 60000000) >> (4 * column1), OLD.fleet_id,
      ifnull(OLD.region, ''), -1, -(OLD.tier = 'NOMINAL')
    FROM (VALUES (0), (1), (2), (3), (4))
    WHERE (OLD.last_received_us / 60000000) >> (4 * column1) <> (NEW.last_received_us / 60000000) >> (4 * column1)
      OR OLD.fleet_id <> NEW.fleet_id OR OLD.region IS NOT NEW.region
      OR (OLD.tier = 'NOMINAL') <> (NEW.tier = 'NOMINAL')
    ON CONFLICT DO UPDATE SET vehicles = vehicles - 1, nominal = nominal + excluded.nominal;
  INSERT INTO heard_tally
    SELECT NEW.organisation, column1, (NEW.last_received_us / 60000000) >> (4 * column1), NEW.fleet_id,
      ifnull(NEW.region, ''), 1, NEW.tier = 'NOMINAL'
    FROM (VALUES (0), (1), (2), (3), (4))
    WHERE (OLD.last_received_us / 60000000) >> (4 * column1) <> (NEW.last_received_us / 60000000) >> (4 * column1)
      OR OLD.fleet_id <> NEW.fleet_id OR OLD.region IS NOT NEW.region
      OR (OLD.tier = 'NOMINAL') <> (NEW.tier = 'NOMINAL')
    ON CONFLICT DO UPDATE SET vehicles = vehicles + 1, nominal = nominal + excluded.nominal;
  UPDATE vehicle_heard SET minute = NEW.last_received_us / 60000000
    WHERE organisation = OLD.organisation AND minute = OLD.last_received_us / 60000000 AND vehicle_key = OLD.vehicle_key
      AND OLD.last_received_us / 60000000 <> NEW.last_received_us / 60000000;
END;

CREATE TRIGGER vehicle_goes AFTER DELETE ON vehicle BEGIN
  UPDATE organisation_usage SET vehicles = vehicles - 1, stored_bytes = stored_bytes - 512
    WHERE organisation = OLD.organisation;
  UPDATE vehicle_tally SET vehicles = vehicles - 1, open_breaches = open_breaches - (OLD.open_evidence_id IS NOT NULL)
    WHERE organisation = OLD.organisation AND fleet_id = OLD.fleet_id AND region = ifnull(OLD.region, '')
      AND tier = OLD.tier;
  INSERT INTO heard_tally
    SELECT OLD.organisation, column1, (OLD.last_received_us / 60000000) >> (4 * column1), OLD.fleet_id,
      ifnull(OLD.region, ''), -1, -(OLD.tier = 'NOMINAL')
    FROM (VALUES (0), (1), (2), (3), (4)) WHERE TRUE
    ON CONFLICT DO UPDATE SET vehicles = vehicles - 1, nominal = nominal + excluded.nominal;
  DELETE FROM vehicle_heard WHERE organisation = OLD.organisation
    AND minute = OLD.last_received_us / 60000000 AND vehicle_key = OLD.vehicle_key;
END;

CREATE TRIGGER vehicle_tally_empties AFTER UPDATE OF vehicles ON vehicle_tally WHEN NEW.vehicles = 0 BEGIN
  DELETE FROM vehicle_tally WHERE organisation = NEW.organisation AND fleet_id = NEW.fleet_id AND region = NEW.region
    AND tier = NEW.tier;
END;
CREATE TRIGGER heard_tally_empties AFTER UPDATE OF vehicles ON heard_tally WHEN NEW.vehicles = 0 BEGIN
  DELETE FROM heard_tally WHERE organisation = NEW.organisation AND level = NEW.level AND block = NEW.block
    AND fleet_id = NEW.fleet_id AND region = NEW.region;
END;
