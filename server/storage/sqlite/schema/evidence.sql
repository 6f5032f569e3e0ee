-- Evidence of breaches, and what was done with it.

-- One row a bundle: of a breach the first as it opened, then one whenever the tier became worse than any before. Bundle and frames are the exact bytes that are served, never touched again.
CREATE TABLE evidence (
  evidence_key          INTEGER NOT NULL PRIMARY KEY, -- grows in order of issue
  organisation          TEXT    NOT NULL,
  event_id              TEXT    NOT NULL UNIQUE,
  vehicle_key           INTEGER NOT NULL REFERENCES vehicle,
  fleet_id              TEXT    NOT NULL,            -- at the time of the breach
  trigger               TEXT    NOT NULL,            -- breach_opened, tier_worsened, requested
  supersedes            TEXT,                        -- the one before it; null for the first of its breach
  requested_by          TEXT,                        -- public id of the key that asked for it
  seq                   INTEGER NOT NULL,            -- its newest frame
  opened_seq            INTEGER NOT NULL,            -- the frame that opened the breach
  breached_at_us        INTEGER NOT NULL,            -- the capture time of that
  issued_at_us          INTEGER NOT NULL,
  tier                  TEXT    NOT NULL,            -- after that frame
  probable_fault_source TEXT    NOT NULL,
  channel               TEXT    NOT NULL,
  side                  TEXT    NOT NULL,            -- upper, lower
  statistic             REAL    NOT NULL,
  threshold             REAL    NOT NULL,
  change_point_seq      INTEGER NOT NULL,
  health_score          REAL    NOT NULL,
  content_digest        TEXT    NOT NULL,            -- "sha256:…", the bundle's signature member
  frame_count           INTEGER NOT NULL,
  bundle                BLOB    NOT NULL,
  frames                BLOB    NOT NULL,
  bundle_sha256         BLOB,                        -- of `bundle`, so that a damaged file is not handed out; null once erased
  frames_sha256         BLOB,                        -- of `frames`; null once erased
  odometer_km           REAL                         -- what was known of it at the newest frame
) STRICT;
CREATE INDEX evidence_by_organisation ON evidence (organisation, evidence_key);
CREATE INDEX evidence_by_vehicle ON evidence (vehicle_key, evidence_key);
CREATE INDEX evidence_by_capture ON evidence (organisation, breached_at_us) WHERE supersedes IS NULL;
CREATE INDEX evidence_by_requester ON evidence (requested_by, issued_at_us) WHERE requested_by IS NOT NULL;
CREATE INDEX evidence_by_predecessor ON evidence (supersedes) WHERE supersedes IS NOT NULL;

-- Holds all that is asked of a vehicle's first breach: the rows are wide.
CREATE INDEX evidence_by_first ON evidence (organisation, vehicle_key, seq, breached_at_us, odometer_km);

CREATE TRIGGER evidence_facts_are_final
  BEFORE UPDATE OF organisation, vehicle_key, fleet_id, trigger, supersedes, requested_by, seq, opened_seq, breached_at_us, issued_at_us, tier, probable_fault_source, channel,
    side, statistic, threshold, change_point_seq, health_score, frame_count, odometer_km ON evidence
  BEGIN SELECT RAISE(ABORT, 'issued evidence never changes'); END;
CREATE TRIGGER evidence_stays BEFORE DELETE ON evidence
  BEGIN SELECT RAISE(ABORT, 'evidence is erased, never removed'); END;

-- Breaches found before the issuer had a name. Nothing of them is signed yet; at the first start with a name they become
-- rows of evidence under the same ids, in this order, and are deleted here in the same transaction.
CREATE TABLE waiting_evidence (
  waiting_key   INTEGER NOT NULL PRIMARY KEY,
  event_id      TEXT    NOT NULL UNIQUE,
  organisation  TEXT    NOT NULL,
  vehicle_key   INTEGER NOT NULL REFERENCES vehicle,
  fleet_id      TEXT    NOT NULL,                    -- at the time of the breach
  draft         TEXT    NOT NULL,                    -- JSON of what the bundle will say
  initial_state BLOB,                                -- packed; null is the empty one
  frames        BLOB    NOT NULL                     -- as they will be served
) STRICT;
CREATE INDEX waiting_evidence_by_fleet ON waiting_evidence (organisation, fleet_id);

-- Evidence whose bundle is not final: third parties are being asked about it. Nobody is shown it until it is sealed, and
-- then it never changes again.
CREATE TABLE unsealed_evidence (
  event_id TEXT    NOT NULL PRIMARY KEY REFERENCES evidence (event_id),
  since_us INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TRIGGER sealed_evidence_is_final BEFORE UPDATE OF bundle ON evidence
  WHEN length(NEW.bundle) > 0 AND NOT EXISTS (SELECT 1 FROM unsealed_evidence WHERE event_id = OLD.event_id)
  BEGIN SELECT RAISE(ABORT, 'sealed evidence never changes'); END;

-- Evidence whose bundle and frames were erased. The row goes in first, and only then may they go: the triggers keep
-- evidence from disappearing any other way, from coming back, and from being erased under a legal hold.
CREATE TABLE erased_evidence (
  event_id        TEXT    NOT NULL PRIMARY KEY REFERENCES evidence (event_id),
  detected_at     TEXT    NOT NULL,                  -- as the bundle stated it, for the lists
  erased_us       INTEGER NOT NULL,
  tombstone_index INTEGER NOT NULL REFERENCES log_document
) STRICT, WITHOUT ROWID;
CREATE TRIGGER erased_evidence_heeds_hold BEFORE INSERT ON erased_evidence
  WHEN (SELECT action FROM custody WHERE event_id = NEW.event_id AND action IN ('hold_set', 'hold_released')
        ORDER BY seq DESC LIMIT 1) = 'hold_set'
  BEGIN SELECT RAISE(ABORT, 'a legal hold is on this evidence'); END;
CREATE TRIGGER erased_evidence_is_final BEFORE UPDATE ON erased_evidence
  BEGIN SELECT RAISE(ABORT, 'erased evidence stays erased'); END;
CREATE TRIGGER erased_evidence_stays BEFORE DELETE ON erased_evidence
  BEGIN SELECT RAISE(ABORT, 'erased evidence stays erased'); END;
CREATE TRIGGER evidence_frames_are_final BEFORE UPDATE OF frames, event_id, content_digest ON evidence
  WHEN NEW.event_id <> OLD.event_id OR NEW.content_digest <> OLD.content_digest OR length(NEW.frames) > 0
    OR NOT EXISTS (SELECT 1 FROM erased_evidence WHERE event_id = OLD.event_id)
  BEGIN SELECT RAISE(ABORT, 'issued evidence never changes'); END;
CREATE TRIGGER evidence_bundle_stays BEFORE UPDATE OF bundle ON evidence
  WHEN (length(NEW.bundle) = 0) <> EXISTS (SELECT 1 FROM erased_evidence WHERE event_id = OLD.event_id)
  BEGIN SELECT RAISE(ABORT, 'issued evidence is not removed without a tombstone, and erased evidence stays erased'); END;

-- What was done with evidence after its issue: one row for each log_document of kind custody, so that how evidence stands
-- can be found without opening envelopes.
CREATE TABLE custody (
  event_id   TEXT    NOT NULL,
  seq        INTEGER NOT NULL,                       -- from 1, without gaps
  leaf_index INTEGER NOT NULL REFERENCES log_document,
  action     TEXT    NOT NULL,                       -- handed_out, hold_set, hold_released, erased
  form       TEXT,                                   -- what was handed out
  key_id     TEXT    NOT NULL,
  at_us      INTEGER NOT NULL,
  digest     TEXT    NOT NULL,                       -- of the record, as the next one repeats it
  PRIMARY KEY (event_id, seq)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER custody_is_final BEFORE UPDATE ON custody
  BEGIN SELECT RAISE(ABORT, 'a record of custody never changes'); END;
CREATE TRIGGER custody_stays BEFORE DELETE ON custody
  BEGIN SELECT RAISE(ABORT, 'a record of custody is never removed'); END;

-- One row for each log_document of kind state: whose state it states, and who asked.
CREATE TABLE state_statement (
  leaf_index   INTEGER NOT NULL PRIMARY KEY REFERENCES log_document,
  vehicle_key  INTEGER NOT NULL REFERENCES vehicle,
  fleet_id     TEXT    NOT NULL,                     -- when it was issued
  requested_by TEXT    NOT NULL,                     -- public id of the key that asked for it
  issued_at_us INTEGER NOT NULL
) STRICT;
CREATE INDEX state_statement_by_vehicle ON state_statement (vehicle_key, leaf_index);
CREATE INDEX state_statement_by_requester ON state_statement (requested_by, issued_at_us);
CREATE TRIGGER state_statement_is_final BEFORE UPDATE ON state_statement
  BEGIN SELECT RAISE(ABORT, 'a signed statement never changes'); END;
CREATE TRIGGER state_statement_stays BEFORE DELETE ON state_statement
  BEGIN SELECT RAISE(ABORT, 'a signed statement is never removed'); END;

-- What an operator asks the writer for: to issue anew what a revoked key had signed and does not count any more.
CREATE TABLE reissue_request (
  request_key  INTEGER NOT NULL PRIMARY KEY,
  requested_us INTEGER NOT NULL,
  issued       INTEGER                               -- null while it waits; how many were issued anew
) STRICT;

-- Which evidence was issued anew, so that it happens once.
CREATE TABLE evidence_reissue (
  event_id  TEXT NOT NULL PRIMARY KEY REFERENCES evidence (event_id),
  successor TEXT NOT NULL UNIQUE REFERENCES evidence (event_id)
) STRICT, WITHOUT ROWID;

-- The text of every scoring method that evidence of this installation was issued under.
CREATE TABLE specification (
  sha256    TEXT    NOT NULL PRIMARY KEY,            -- as evidence names it, hex
  text      BLOB    NOT NULL,
  stored_us INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
