-- What people do about a vehicle, and whether a repair restored it. Written in the transaction of its effect. It follows from
-- no journal, so that nothing can rebuild it; its entries are numbered within the vehicle.

-- Where the work on a vehicle stands: what its entries have led to. Only vehicles about which something was done have a row.
CREATE TABLE vehicle_work (
  vehicle_key      INTEGER NOT NULL PRIMARY KEY REFERENCES vehicle,
  organisation     TEXT    NOT NULL,
  version          INTEGER NOT NULL,                 -- number of the newest entry
  assignee         TEXT,
  acknowledged_seq INTEGER,                          -- newest entry of the journal then; these three are null together
  acknowledged_tier   TEXT,
  acknowledged_source TEXT,                          -- probable fault source then
  snoozed_until_us INTEGER,                          -- null also of a snooze whose end was announced
  snoozed_seq      INTEGER,                          -- these three are null together
  snoozed_tier     TEXT,
  snoozed_source   TEXT,
  held             INTEGER NOT NULL,                 -- 1: in the queue whatever the tier says
  repair_pending   INTEGER NOT NULL,                 -- 1: a repair is reported and not decided
  work             TEXT    NOT NULL                  -- JSON of all of it (app/ports/work.ts, Work)
) STRICT;

-- Few at any size of the fleet: what a list or a commit has to look for.
CREATE INDEX work_snoozed ON vehicle_work (organisation, snoozed_until_us) WHERE snoozed_until_us IS NOT NULL;
CREATE INDEX work_held ON vehicle_work (organisation) WHERE held = 1;
CREATE INDEX work_pending ON vehicle_work (vehicle_key) WHERE repair_pending = 1;

CREATE TABLE work_entry (
  vehicle_key  INTEGER NOT NULL REFERENCES vehicle,
  entry        INTEGER NOT NULL,
  at_us        INTEGER NOT NULL,
  action       TEXT    NOT NULL,
  seq          INTEGER NOT NULL,                     -- newest entry of the vehicle's journal then
  key_id       TEXT,                                 -- public id; null for the service itself
  key_name     TEXT,                                 -- the name the key bore then
  comment      TEXT,
  details      TEXT    NOT NULL,                     -- JSON: assignee, untilUs, undoes, outcome, before
  undone_by    INTEGER,
  PRIMARY KEY (vehicle_key, entry)
) STRICT, WITHOUT ROWID;
CREATE INDEX work_comment ON work_entry (vehicle_key, entry) WHERE comment IS NOT NULL AND undone_by IS NULL;
CREATE TRIGGER work_is_forgotten BEFORE DELETE ON vehicle BEGIN
  DELETE FROM vehicle_work WHERE vehicle_key = OLD.vehicle_key;
  DELETE FROM work_entry WHERE vehicle_key = OLD.vehicle_key;
END;
CREATE TRIGGER work_entry_is_final
  BEFORE UPDATE OF vehicle_key, entry, at_us, action, seq, key_id, key_name, details ON work_entry
  BEGIN SELECT RAISE(ABORT, 'what was done about a vehicle never changes'); END;
CREATE TRIGGER work_entry_stays BEFORE DELETE ON work_entry
  WHEN OLD.entry > (SELECT version - 10000 FROM vehicle_work WHERE vehicle_key = OLD.vehicle_key)
  BEGIN SELECT RAISE(ABORT, 'of what was done about a vehicle only the oldest entries are removed'); END;
