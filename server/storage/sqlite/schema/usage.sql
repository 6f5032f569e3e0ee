-- What each organisation uses of its limits, by the rule of docs/api.md, "Limits": counted by triggers in the transaction of
-- whatever changes it. Whoever writes, the counts follow; nothing else writes this table, but for the bytes of new frames,
-- which the writer counts once a commit and organisation (a trigger run for every row cost more than the row itself).
-- Vehicles are counted by the triggers of vehicle.sql.

CREATE TABLE organisation_usage (
  organisation TEXT    NOT NULL PRIMARY KEY,
  vehicles     INTEGER NOT NULL DEFAULT 0,
  stored_bytes INTEGER NOT NULL DEFAULT 0,           -- by the rule of docs/api.md, "Limits"
  answers      INTEGER NOT NULL DEFAULT 0            -- rows of answer, expired ones that are still there included
) STRICT, WITHOUT ROWID;

-- What an organisation stored when it was first looked at on a day (UTC): the pace at which its storage fills up.
CREATE TABLE stored_day (
  organisation TEXT    NOT NULL,
  day          INTEGER NOT NULL,                     -- since 1970
  at_us        INTEGER NOT NULL,
  stored_bytes INTEGER NOT NULL,
  PRIMARY KEY (organisation, day)
) STRICT, WITHOUT ROWID;

-- Organisations of which it was announced that their storage is nearly full, until it is less full.
CREATE TABLE announced_storage (
  organisation TEXT NOT NULL PRIMARY KEY
) STRICT, WITHOUT ROWID;

CREATE TRIGGER frame_is_scored_anew AFTER UPDATE OF score ON frame WHEN length(OLD.score) <> length(NEW.score) BEGIN
  UPDATE organisation_usage SET stored_bytes = stored_bytes + length(NEW.score) - length(OLD.score)
    WHERE organisation = (SELECT organisation FROM vehicle WHERE vehicle_key = NEW.vehicle_key);
END;
CREATE TRIGGER frame_goes AFTER DELETE ON frame BEGIN
  UPDATE organisation_usage SET stored_bytes = stored_bytes - octet_length(OLD.text) - length(OLD.score) - 72
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

CREATE TRIGGER waiting_evidence_is_counted AFTER INSERT ON waiting_evidence BEGIN
  UPDATE organisation_usage SET stored_bytes = stored_bytes
      + octet_length(NEW.draft) + ifnull(length(NEW.initial_state), 0) + length(NEW.frames)
    WHERE organisation = NEW.organisation;
END;
CREATE TRIGGER waiting_evidence_goes AFTER DELETE ON waiting_evidence BEGIN
  UPDATE organisation_usage SET stored_bytes = stored_bytes
      - octet_length(OLD.draft) - ifnull(length(OLD.initial_state), 0) - length(OLD.frames)
    WHERE organisation = OLD.organisation;
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

CREATE TRIGGER work_entry_is_counted AFTER INSERT ON work_entry BEGIN
  UPDATE organisation_usage SET stored_bytes = stored_bytes + 256 + ifnull(octet_length(NEW.comment), 0) + octet_length(NEW.details)
    WHERE organisation = (SELECT organisation FROM vehicle WHERE vehicle_key = NEW.vehicle_key);
END;
CREATE TRIGGER work_entry_changes AFTER UPDATE OF comment ON work_entry
WHEN ifnull(octet_length(OLD.comment), 0) <> ifnull(octet_length(NEW.comment), 0) BEGIN
  UPDATE organisation_usage
    SET stored_bytes = stored_bytes + ifnull(octet_length(NEW.comment), 0) - ifnull(octet_length(OLD.comment), 0)
    WHERE organisation = (SELECT organisation FROM vehicle WHERE vehicle_key = NEW.vehicle_key);
END;
CREATE TRIGGER work_entry_goes AFTER DELETE ON work_entry BEGIN
  UPDATE organisation_usage SET stored_bytes = stored_bytes - 256 - ifnull(octet_length(OLD.comment), 0) - octet_length(OLD.details)
    WHERE organisation = (SELECT organisation FROM vehicle WHERE vehicle_key = OLD.vehicle_key);
END;
