-- Since schema version 3: what the transparency log holds besides evidence, as it was signed.

CREATE TABLE log_document (
  leaf_index   INTEGER NOT NULL PRIMARY KEY REFERENCES log_leaf,
  kind         TEXT    NOT NULL,                     -- keyring, handover, precommit, custody, tombstone, scorer
  organisation TEXT,                                 -- null: the whole installation
  subject      TEXT    NOT NULL,                     -- an event id, a version, an interval
  envelope     BLOB    NOT NULL,                     -- DSSE, canonical JSON, as signed
  logged_us    INTEGER NOT NULL
) STRICT;
CREATE INDEX log_document_by_subject ON log_document (kind, subject);

CREATE TRIGGER log_document_is_final BEFORE UPDATE ON log_document
  BEGIN SELECT RAISE(ABORT, 'a logged document never changes'); END;

-- What was done with evidence after its issue: one row for each log_document of kind custody, so that how evidence stands
-- can be told without opening envelopes.
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
CREATE TRIGGER evidence_stays BEFORE DELETE ON evidence
  BEGIN SELECT RAISE(ABORT, 'evidence is erased, never removed'); END;
CREATE TRIGGER evidence_frames_are_final BEFORE UPDATE OF frames, event_id, content_digest ON evidence
  WHEN NEW.event_id <> OLD.event_id OR NEW.content_digest <> OLD.content_digest OR length(NEW.frames) > 0
    OR NOT EXISTS (SELECT 1 FROM erased_evidence WHERE event_id = OLD.event_id)
  BEGIN SELECT RAISE(ABORT, 'issued evidence never changes'); END;
CREATE TRIGGER evidence_bundle_stays BEFORE UPDATE OF bundle ON evidence
  WHEN (length(NEW.bundle) = 0) <> EXISTS (SELECT 1 FROM erased_evidence WHERE event_id = OLD.event_id)
  BEGIN SELECT RAISE(ABORT, 'issued evidence is not removed without a tombstone, and erased evidence stays erased'); END;

-- Evidence whose bundle is not final: third parties are being asked about it. Nobody is shown it until it is sealed, and
-- then it never changes again.
CREATE TABLE unsealed_evidence (
  event_id TEXT    NOT NULL PRIMARY KEY REFERENCES evidence (event_id),
  since_us INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TRIGGER sealed_evidence_is_final BEFORE UPDATE OF bundle ON evidence
  WHEN length(NEW.bundle) > 0 AND NOT EXISTS (SELECT 1 FROM unsealed_evidence WHERE event_id = OLD.event_id)
    AND NOT EXISTS (SELECT 1 FROM log_queue WHERE evidence_key = OLD.evidence_key)
  BEGIN SELECT RAISE(ABORT, 'sealed evidence never changes'); END;

-- What witnesses signed of the log's checkpoints (c2sp.org/tlog-cosignature).
CREATE TABLE log_cosignature (
  witness TEXT    NOT NULL,                          -- its verifier key
  size    INTEGER NOT NULL REFERENCES log_checkpoint,
  line    TEXT    NOT NULL,                          -- as it stands under the note
  PRIMARY KEY (witness, size)
) STRICT, WITHOUT ROWID;
CREATE INDEX log_cosignature_by_size ON log_cosignature (size);

-- Keyring versions that an operator has signed and wants logged. The writer takes them between commits.
CREATE TABLE keyring_proposal (
  proposal_key INTEGER NOT NULL PRIMARY KEY,
  envelope     BLOB    NOT NULL,                     -- DSSE, canonical JSON, signed by the root keys
  proposed_us  INTEGER NOT NULL,
  outcome      TEXT                                  -- null while it waits; 'logged', or why it was refused
) STRICT;

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

-- The text of every scoring method that evidence of this installation was issued under.
CREATE TABLE specification (
  sha256    TEXT    NOT NULL PRIMARY KEY,            -- as evidence names it, hex
  text      BLOB    NOT NULL,
  stored_us INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Pre-commitment: the hash chains over the journals, at the entries where an interval took their heads as leaves of its
-- tree, and besides at every 256th entry and where a chain begins late. In between they are made again from the journal.
CREATE TABLE chain_place (
  vehicle_key INTEGER NOT NULL REFERENCES vehicle,
  seq         INTEGER NOT NULL,
  head        BLOB    NOT NULL,                      -- zeros where the chain begins
  leaf_index  INTEGER,                               -- of the interval that took it; null for no interval
  leaf        INTEGER,                               -- its number in that interval's tree
  PRIMARY KEY (vehicle_key, seq)
) STRICT, WITHOUT ROWID;

-- One row a closed interval: its tree, so that each of its leaves can be proven later.
CREATE TABLE interval (
  leaf_index INTEGER NOT NULL PRIMARY KEY REFERENCES log_document,
  number     INTEGER NOT NULL UNIQUE,                -- from 1, without gaps
  to_us      INTEGER NOT NULL,                       -- when it was closed
  digest     TEXT    NOT NULL,                       -- of its payload, as the next one repeats it
  leaves     INTEGER NOT NULL,
  tree       BLOB    NOT NULL                        -- hashes level by level, the leaves first
) STRICT;
CREATE TRIGGER interval_is_final BEFORE UPDATE ON interval
  BEGIN SELECT RAISE(ABORT, 'a closed interval never changes'); END;
CREATE TRIGGER interval_stays BEFORE DELETE ON interval
  BEGIN SELECT RAISE(ABORT, 'a closed interval is never removed'); END;
