-- Since schema version 5: what each organisation uses of its limits, and how its fleet is made up, counted by triggers in
-- the transaction of whatever changes it. Whoever writes, the counts follow; nothing else writes these tables, but for
-- the bytes of new frames (frame-bytes-schema.sql).

CREATE TABLE organisation_usage (
  organisation TEXT    NOT NULL PRIMARY KEY,
  vehicles     INTEGER NOT NULL DEFAULT 0,
  stored_bytes INTEGER NOT NULL DEFAULT 0,           -- by the rule of docs/api.md, "Limits"
  answers      INTEGER NOT NULL DEFAULT 0            -- rows of answer, expired ones that are still there included
) STRICT, WITHOUT ROWID;

-- Vehicles by the minute their first entry was received; of the last two hours before the newest.
CREATE TABLE new_vehicle_count (
  organisation TEXT    NOT NULL,
  minute       INTEGER NOT NULL,                     -- first_received_us / 60 000 000
  vehicles     INTEGER NOT NULL,
  PRIMARY KEY (organisation, minute)
) STRICT, WITHOUT ROWID;

-- The vehicles of a fleet and region by tier and by when they were last heard, so that no count needs a look at each. A
-- vehicle moves from row to row when its tier or place changes, and otherwise once in ten minutes.
CREATE TABLE vehicle_tally (
  organisation  TEXT    NOT NULL,
  fleet_id      TEXT    NOT NULL,
  region        TEXT    NOT NULL,                    -- '' for none
  tier          TEXT    NOT NULL,
  heard_slot    INTEGER NOT NULL,                    -- last_received_us / 600 000 000
  vehicles      INTEGER NOT NULL,
  open_breaches INTEGER NOT NULL,
  PRIMARY KEY (organisation, fleet_id, region, tier, heard_slot)
) STRICT, WITHOUT ROWID;

-- The vehicles last heard in a slot: of the one in which silence begins each has to be looked at.
CREATE TABLE vehicle_heard (
  organisation TEXT    NOT NULL,
  heard_slot   INTEGER NOT NULL,
  vehicle_key  INTEGER NOT NULL,
  PRIMARY KEY (organisation, heard_slot, vehicle_key)
) STRICT, WITHOUT ROWID;

-- The worst vehicles of an organisation, without a look at the others: the health summary shows ten.
CREATE INDEX vehicle_by_urgency ON vehicle (organisation, tier, ifnull(health_score, 100), vehicle_id);

INSERT INTO organisation_usage (organisation, vehicles, stored_bytes)
  SELECT organisation, count(*), 512 * count(*) FROM vehicle GROUP BY organisation;
INSERT INTO organisation_usage (organisation, answers, stored_bytes)
  SELECT organisation, count(*), sum(octet_length(body) + octet_length(space)) FROM answer WHERE TRUE GROUP BY organisation
  ON CONFLICT (organisation) DO UPDATE SET answers = excluded.answers, stored_bytes = stored_bytes + excluded.stored_bytes;
UPDATE organisation_usage SET stored_bytes = stored_bytes
  + ifnull((SELECT sum(octet_length(raw) + length(score) + 128) FROM frame JOIN vehicle USING (vehicle_key)
            WHERE vehicle.organisation = organisation_usage.organisation), 0)
  + ifnull((SELECT sum(length(state)) FROM snapshot JOIN vehicle USING (vehicle_key)
            WHERE vehicle.organisation = organisation_usage.organisation), 0)
  + ifnull((SELECT sum(length(state)) FROM anchor JOIN vehicle USING (vehicle_key)
            WHERE vehicle.organisation = organisation_usage.organisation), 0)
  + ifnull((SELECT sum(length(bundle) + length(frames)) FROM evidence
            WHERE evidence.organisation = organisation_usage.organisation), 0);
INSERT INTO new_vehicle_count
  SELECT organisation, first_received_us / 60000000, count(*) FROM vehicle
  WHERE first_received_us >= (SELECT max(first_received_us) FROM vehicle) - 7200000000 GROUP BY 1, 2;
INSERT INTO vehicle_tally
  SELECT organisation, fleet_id, ifnull(region, ''), tier, last_received_us / 600000000, count(*), count(open_evidence_id)
  FROM vehicle GROUP BY 1, 2, 3, 4, 5;
INSERT INTO vehicle_heard SELECT organisation, last_received_us / 600000000, vehicle_key FROM vehicle;

CREATE TRIGGER vehicle_begins AFTER INSERT ON vehicle BEGIN
  INSERT INTO organisation_usage (organisation, vehicles, stored_bytes) VALUES (NEW.organisation, 1, 512)
    ON CONFLICT (organisation) DO UPDATE SET vehicles = vehicles + 1, stored_bytes = stored_bytes + 512;
  INSERT INTO new_vehicle_count VALUES (NEW.organisation, NEW.first_received_us / 60000000, 1)
    ON CONFLICT (organisation, minute) DO UPDATE SET vehicles = vehicles + 1;
  DELETE FROM new_vehicle_count
    WHERE organisation = NEW.organisation AND minute < NEW.first_received_us / 60000000 - 120;
  INSERT INTO vehicle_tally VALUES (NEW.organisation, NEW.fleet_id, ifnull(NEW.region, ''), NEW.tier,
      NEW.last_received_us / 600000000, 1, NEW.open_evidence_id IS NOT NULL)
    ON CONFLICT (organisation, fleet_id, region, tier, heard_slot)
    DO UPDATE SET vehicles = vehicles + 1, open_breaches = open_breaches + excluded.open_breaches;
  INSERT INTO vehicle_heard VALUES (NEW.organisation, NEW.last_received_us / 600000000, NEW.vehicle_key);
END;

CREATE TRIGGER vehicle_moves AFTER UPDATE OF fleet_id, region, tier, last_received_us, open_evidence_id ON vehicle
WHEN OLD.tier <> NEW.tier OR OLD.last_received_us / 600000000 <> NEW.last_received_us / 600000000
  OR OLD.fleet_id <> NEW.fleet_id OR OLD.region IS NOT NEW.region
  OR (OLD.open_evidence_id IS NULL) <> (NEW.open_evidence_id IS NULL)
BEGIN
  UPDATE vehicle_tally SET vehicles = vehicles - 1, open_breaches = open_breaches - (OLD.open_evidence_id IS NOT NULL)
    WHERE organisation = OLD.organisation AND fleet_id = OLD.fleet_id AND region = ifnull(OLD.region, '')
      AND tier = OLD.tier AND heard_slot = OLD.last_received_us / 600000000;
  DELETE FROM vehicle_tally
    WHERE organisation = OLD.organisation AND fleet_id = OLD.fleet_id AND region = ifnull(OLD.region, '')
      AND tier = OLD.tier AND heard_slot = OLD.last_received_us / 600000000 AND vehicles = 0;
  INSERT INTO vehicle_tally VALUES (NEW.organisation, NEW.fleet_id, ifnull(NEW.region, ''), NEW.tier,
      NEW.last_received_us / 600000000, 1, NEW.open_evidence_id IS NOT NULL)
    ON CONFLICT (organisation, fleet_id, region, tier, heard_slot)
    DO UPDATE SET vehicles = vehicles + 1, open_breaches = open_breaches + excluded.open_breaches;
  DELETE FROM vehicle_heard WHERE organisation = OLD.organisation
    AND heard_slot = OLD.last_received_us / 600000000 AND vehicle_key = OLD.vehicle_key;
  INSERT INTO vehicle_heard VALUES (NEW.organisation, NEW.last_received_us / 600000000, NEW.vehicle_key);
END;

CREATE TRIGGER vehicle_goes AFTER DELETE ON vehicle BEGIN
  UPDATE organisation_usage SET vehicles = vehicles - 1, stored_bytes = stored_bytes - 512
    WHERE organisation = OLD.organisation;
  UPDATE vehicle_tally SET vehicles = vehicles - 1, open_breaches = open_breaches - (OLD.open_evidence_id IS NOT NULL)
    WHERE organisation = OLD.organisation AND fleet_id = OLD.fleet_id AND region = ifnull(OLD.region, '')
      AND tier = OLD.tier AND heard_slot = OLD.last_received_us / 600000000;
  DELETE FROM vehicle_tally
    WHERE organisation = OLD.organisation AND fleet_id = OLD.fleet_id AND region = ifnull(OLD.region, '')
      AND tier = OLD.tier AND heard_slot = OLD.last_received_us / 600000000 AND vehicles = 0;
  DELETE FROM vehicle_heard WHERE organisation = OLD.organisation
    AND heard_slot = OLD.last_received_us / 600000000 AND vehicle_key = OLD.vehicle_key;
END;

CREATE TRIGGER frame_is_counted AFTER INSERT ON frame BEGIN
  UPDATE organisation_usage SET stored_bytes = stored_bytes + octet_length(NEW.raw) + length(NEW.score) + 128
    WHERE organisation = (SELECT organisation FROM vehicle WHERE vehicle_key = NEW.vehicle_key);
END;
CREATE TRIGGER frame_is_scored_anew AFTER UPDATE OF score ON frame WHEN length(OLD.score) <> length(NEW.score) BEGIN
  UPDATE organisation_usage SET stored_bytes = stored_bytes + length(NEW.score) - length(OLD.score)
    WHERE organisation = (SELECT organisation FROM vehicle WHERE vehicle_key = NEW.vehicle_key);
END;
CREATE TRIGGER frame_goes AFTER DELETE ON frame BEGIN
  UPDATE organisation_usage SET stored_bytes = stored_bytes - octet_length(OLD.raw) - length(OLD.score) - 128
    WHERE organisation = (SELECT organisation FROM vehicle WHERE vehicle_key = OLD.vehicle_key);
END;

CREATE TRIGGER snapshot_is_counted AFTER INSERT ON snapshot BEGIN
  UPDATE organisation_usage SET stored_bytes = stored_bytes + length(NEW.state)
    WHERE organisation = (SELECT organisation FROM vehicle WHERE vehicle_key = NEW.vehicle_key);
END;
CREATE TRIGGER snapshot_changes AFTER UPDATE OF state ON snapshot WHEN length(OLD.state) <> length(NEW.state) BEGIN
  UPDATE organisation_usage SET stored_bytes = stored_bytes + length(NEW.state) - length(OLD.state)
    WHERE organisation = (SELECT organisation FROM vehicle WHERE vehicle_key = NEW.vehicle_key);
END;
CREATE TRIGGER snapshot_goes AFTER DELETE ON snapshot BEGIN
  UPDATE organisation_usage SET stored_bytes = stored_bytes - length(OLD.state)
    WHERE organisation = (SELECT organisation FROM vehicle WHERE vehicle_key = OLD.vehicle_key);
END;

CREATE TRIGGER anchor_is_counted AFTER INSERT ON anchor BEGIN
  UPDATE organisation_usage SET stored_bytes = stored_bytes + length(NEW.state)
    WHERE organisation = (SELECT organisation FROM vehicle WHERE vehicle_key = NEW.vehicle_key);
END;
CREATE TRIGGER anchor_goes AFTER DELETE ON anchor BEGIN
  UPDATE organisation_usage SET stored_bytes = stored_bytes - length(OLD.state)
    WHERE organisation = (SELECT organisation FROM vehicle WHERE vehicle_key = OLD.vehicle_key);
END;

CREATE TRIGGER evidence_is_counted AFTER INSERT ON evidence BEGIN
  UPDATE organisation_usage SET stored_bytes = stored_bytes + length(NEW.bundle) + length(NEW.frames)
    WHERE organisation = NEW.organisation;
END;
CREATE TRIGGER evidence_changes_size AFTER UPDATE OF bundle, frames ON evidence BEGIN
  UPDATE organisation_usage SET stored_bytes = stored_bytes
      + length(NEW.bundle) + length(NEW.frames) - length(OLD.bundle) - length(OLD.frames)
    WHERE organisation = NEW.organisation;
END;

CREATE TRIGGER answer_is_counted AFTER INSERT ON answer BEGIN
  INSERT INTO organisation_usage (organisation, answers, stored_bytes)
    VALUES (NEW.organisation, 1, octet_length(NEW.body) + octet_length(NEW.space))
    ON CONFLICT (organisation) DO UPDATE SET answers = answers + 1, stored_bytes = stored_bytes + excluded.stored_bytes;
END;
CREATE TRIGGER answer_changes AFTER UPDATE OF body ON answer BEGIN
  UPDATE organisation_usage SET stored_bytes = stored_bytes + octet_length(NEW.body) - octet_length(OLD.body)
    WHERE organisation = NEW.organisation;
END;
CREATE TRIGGER answer_goes AFTER DELETE ON answer BEGIN
  UPDATE organisation_usage
    SET answers = answers - 1, stored_bytes = stored_bytes - octet_length(OLD.body) - octet_length(OLD.space)
    WHERE organisation = OLD.organisation;
END;
