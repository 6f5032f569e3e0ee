-- The embedded store. The transparency log's tables are in log-schema.sql. Times are microseconds since 1970 (_us) by the server's clock unless the
-- comment says capture time. Sequence numbers (seq) count one vehicle's journal entries from 1, without gaps, in
-- commit order; frames and commands share them.
--
-- The organisation is the first column of everything that can be asked for from outside. Rows that hang on a vehicle
-- carry its integer key instead (2.6 to 3.6 times the insert rate of text keys); a vehicle key is only ever found
-- through (organisation, vehicle_id), so no query reaches another organisation's rows.

CREATE TABLE meta (
  name  TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- One row a vehicle: where its journal stands and what the newest score said. Derived, rebuildable from the journal.
CREATE TABLE vehicle (
  vehicle_key           INTEGER NOT NULL PRIMARY KEY,
  organisation          TEXT    NOT NULL,
  vehicle_id            TEXT    NOT NULL,
  fleet_id              TEXT    NOT NULL,            -- 'default' until a frame names one
  region                TEXT,                        -- null until a frame names one
  entries               INTEGER NOT NULL,            -- seq of the newest journal entry
  frames                INTEGER NOT NULL,            -- frames counted
  first_received_us     INTEGER NOT NULL,
  last_received_us      INTEGER NOT NULL,            -- receipt of the newest frame; silence is judged by it
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
  camera_drift_deg      REAL,
  radar_drift_mm        REAL,
  lidar_drift_m         REAL,                        -- null when the newest score has no lidar channel
  baseline_state        TEXT    NOT NULL,            -- learning, provisional, established, frozen
  baseline_frames       INTEGER NOT NULL,
  baseline_needed       INTEGER NOT NULL,
  breach_opened_seq     INTEGER,                     -- these three are set together, and only while a breach is open
  breach_opened_us      INTEGER,                     -- capture time
  open_evidence_id      TEXT,
  UNIQUE (organisation, vehicle_id)
) STRICT;

-- The vehicles somebody has to look at. They are few, so lists and the work queue find them at any size of the fleet,
-- and the commits of healthy vehicles never touch this index. A query must repeat one of the two conditions to use it.
CREATE INDEX vehicle_needing_attention ON vehicle (organisation, tier, health_score)
  WHERE tier IN ('CAUTION', 'CRITICAL') OR recommended_action <> 'none';

-- The journal's frames: what was received, what was folded, what the fold says. Only the verdict (tier, score) is
-- ever updated, when other rules fold the journal again. A frame counts once:
-- the second unique index is its identity. The table grows at its end (position is the order of commit) and only the
-- two small indexes are written all over the place: with rows this wide, clustering by vehicle was three to four
-- times slower.
CREATE TABLE frame (
  position                   INTEGER NOT NULL PRIMARY KEY,
  vehicle_key                INTEGER NOT NULL REFERENCES vehicle,
  seq                        INTEGER NOT NULL,
  timestamp_us               INTEGER NOT NULL,       -- capture time, as claimed by the vehicle
  sensors_sha256             BLOB    NOT NULL,       -- of the canonical JSON of `sensors`
  received_us                INTEGER NOT NULL,
  camera_rotation            BLOB,                   -- 9 binary64 little-endian, row-major, as received
  radar_range_bias_m         REAL,
  lidar_registration_error_m REAL,
  lidar_confidence           REAL,
  tier                       TEXT    NOT NULL,       -- after this frame
  evidence_id                TEXT,                   -- of the breach this frame opened or fell into
  score                      BLOB    NOT NULL,       -- packScore
  raw                        TEXT    NOT NULL,       -- JSON text exactly as received
  UNIQUE (vehicle_key, seq),
  UNIQUE (vehicle_key, timestamp_us, sensors_sha256)
) STRICT;

-- The journal's other entries: baseline commands and registered references, with who asked and why (the audit trail); and
-- the fleet's prior that a vehicle started from, for which nobody asked (key_id and request_id are empty).
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

-- One row a breach. Bundle and frames are the exact bytes that are served, never touched again.
CREATE TABLE evidence (
  evidence_key          INTEGER NOT NULL PRIMARY KEY, -- grows in order of issue
  organisation          TEXT    NOT NULL,
  event_id              TEXT    NOT NULL UNIQUE,
  vehicle_key           INTEGER NOT NULL REFERENCES vehicle,
  fleet_id              TEXT    NOT NULL,            -- at the time of the breach
  seq                   INTEGER NOT NULL,            -- the frame that opened the breach
  breached_at_us        INTEGER NOT NULL,            -- its capture time
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
  frames                BLOB    NOT NULL
) STRICT;
CREATE INDEX evidence_by_organisation ON evidence (organisation, evidence_key);
CREATE INDEX evidence_by_vehicle ON evidence (vehicle_key, evidence_key);

-- Evidence that schema version 1 issued, before there was a log: entered in it at the next start. New evidence is entered
-- in the transaction that issues it, and never waits here.
CREATE TABLE log_queue (
  evidence_key INTEGER NOT NULL PRIMARY KEY REFERENCES evidence,
  queued_us    INTEGER NOT NULL
) STRICT;

-- Answers kept for repeats of a request with an Idempotency-Key, written with the effect they answer.
CREATE TABLE answer (
  space        TEXT    NOT NULL PRIMARY KEY,         -- organisation + method + route + key
  fingerprint  TEXT    NOT NULL,
  status       INTEGER NOT NULL,
  content_type TEXT    NOT NULL,
  body         TEXT    NOT NULL,
  stored_us    INTEGER NOT NULL
) STRICT;
CREATE INDEX answer_by_age ON answer (stored_us);

-- What happened, for those who listen (event stream, webhooks): at least once, in order a vehicle.
CREATE TABLE outbox (
  position     INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  organisation TEXT    NOT NULL,
  vehicle_id   TEXT    NOT NULL,
  fleet_id     TEXT    NOT NULL,
  kind         TEXT    NOT NULL,                     -- tier_changed, breach_opened, breach_closed, baseline_changed
  seq          INTEGER NOT NULL,
  at_us        INTEGER NOT NULL,                     -- capture time of the frame, or time of the command
  recorded_us  INTEGER NOT NULL,
  body         TEXT    NOT NULL                      -- JSON
) STRICT;

-- Frames taken in, by minute of receipt, so that "frames in the last 24 h" needs no scan of the journal.
CREATE TABLE frame_count (
  organisation TEXT    NOT NULL,
  fleet_id     TEXT    NOT NULL,
  region       TEXT    NOT NULL,                     -- '' for none
  minute       INTEGER NOT NULL,                     -- received_us / 60 000 000
  frames       INTEGER NOT NULL,
  PRIMARY KEY (organisation, fleet_id, region, minute)
) STRICT, WITHOUT ROWID;

CREATE TABLE api_key (
  organisation TEXT    NOT NULL,
  public_id    TEXT    NOT NULL UNIQUE,
  name         TEXT    NOT NULL,
  mode         TEXT    NOT NULL,                     -- live, test
  hash         BLOB    NOT NULL,                     -- HMAC-SHA-256 of the whole key under the data folder's pepper
  scopes       TEXT    NOT NULL,                     -- JSON array
  fleets       TEXT,                                 -- JSON array; null means every fleet
  created_us   INTEGER NOT NULL,
  expires_us   INTEGER,
  revoked_us   INTEGER,
  last_used_us INTEGER,                              -- to the minute
  PRIMARY KEY (organisation, public_id)
) STRICT, WITHOUT ROWID;
