-- Who may ask, what they asked before, and what was done by whom.

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
  created_by   TEXT,                                 -- public id of the key that made it; null for the command line
  rotated_to   TEXT,                                 -- public id of the key that takes its place
  expiry_announced_days INTEGER,                     -- days before its end at which that was announced last: 14, 3, 1
  PRIMARY KEY (organisation, public_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX api_key_by_age ON api_key (organisation, created_us, public_id);
CREATE INDEX api_key_by_expiry ON api_key (expires_us) WHERE expires_us IS NOT NULL AND revoked_us IS NULL;

-- Sessions of browsers that were signed out: one by its id, for as long as its cookie would have counted; all of a key by
-- the generation that a later one has.
CREATE TABLE ended_session (
  key_id     TEXT    NOT NULL,                       -- public id; the development key is no row of api_key
  session_id TEXT    NOT NULL,
  ends_us    INTEGER NOT NULL,
  PRIMARY KEY (key_id, session_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE session_generation (
  key_id     TEXT    NOT NULL PRIMARY KEY,
  generation INTEGER NOT NULL                        -- 0 where there is no row
) STRICT, WITHOUT ROWID;

-- Answers kept for repeats of a request with an Idempotency-Key, written with the effect they answer; of refusals only what
-- tells whether a repeat is answered alike.
CREATE TABLE answer (
  space              TEXT    NOT NULL PRIMARY KEY,   -- organisation + method + route + key
  organisation       TEXT    NOT NULL,
  fingerprint        TEXT    NOT NULL,
  status             INTEGER NOT NULL,
  content_type       TEXT    NOT NULL,
  body               TEXT    NOT NULL,
  refused_request_id TEXT,                           -- these two are set together, for a refusal: its body is then empty
  refused_sha256     TEXT,                           -- of the body as it was sent, hex
  stored_us          INTEGER NOT NULL
) STRICT;
CREATE INDEX answer_by_age ON answer (stored_us);
CREATE INDEX answer_by_owner ON answer (organisation, stored_us);

-- A key is never removed, and what it was made as stays; one that was revoked stays revoked.
CREATE TRIGGER api_key_stays BEFORE DELETE ON api_key
  BEGIN SELECT RAISE(ABORT, 'an API key is revoked, never removed'); END;
CREATE TRIGGER api_key_is_final
  BEFORE UPDATE OF organisation, public_id, name, mode, hash, scopes, fleets, created_us, created_by ON api_key
  BEGIN SELECT RAISE(ABORT, 'what an API key was made as never changes'); END;
CREATE TRIGGER revoked_key_stays_revoked BEFORE UPDATE OF revoked_us ON api_key
  WHEN OLD.revoked_us IS NOT NULL AND NEW.revoked_us IS NOT OLD.revoked_us
  BEGIN SELECT RAISE(ABORT, 'a revoked API key stays revoked'); END;

-- What was done, or tried, by whom. Written with its effect, or moments after a refusal or a read. Never changed; the
-- oldest of an organisation go by age and by number, once an inventory in the log says so.
CREATE TABLE audit_record (
  organisation   TEXT    NOT NULL,                   -- '' for what cannot be laid to any
  seq            INTEGER NOT NULL,                   -- without gaps within an organisation
  at_us          INTEGER NOT NULL,
  key_id         TEXT,                               -- public id; null for the command line, and where no key was known
  action         TEXT    NOT NULL,
  subject        TEXT,
  result         TEXT    NOT NULL,                   -- done, refused, failed
  code           TEXT,
  reason         TEXT,
  request_id     TEXT,
  client_address TEXT,
  count          INTEGER NOT NULL,                   -- how many alike it stands for
  prev           TEXT,                               -- digest of the record before; null in the very first
  digest         TEXT    NOT NULL,                   -- hex SHA-256 of the canonical JSON of the rest
  PRIMARY KEY (organisation, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX audit_by_time ON audit_record (organisation, at_us);
CREATE INDEX audit_by_action ON audit_record (organisation, action, seq);
CREATE INDEX audit_by_key ON audit_record (organisation, key_id, seq) WHERE key_id IS NOT NULL;
CREATE INDEX audit_by_subject ON audit_record (organisation, subject, seq) WHERE subject IS NOT NULL;
-- Asked for with each look at a key, which may be the subject of very many other records.
CREATE INDEX audit_of_revocations ON audit_record (organisation, subject, seq) WHERE action = 'key.revoke' AND result = 'done';

-- What the newest inventory that names an organisation's audit log says of it.
CREATE TABLE listed_audit (
  organisation TEXT    NOT NULL PRIMARY KEY,
  from_seq     INTEGER NOT NULL,                     -- what is older was removed by age or number
  to_seq       INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TRIGGER audit_record_is_final BEFORE UPDATE ON audit_record
  BEGIN SELECT RAISE(ABORT, 'a record of the audit log never changes'); END;
CREATE TRIGGER audit_record_stays BEFORE DELETE ON audit_record
  WHEN NOT EXISTS (SELECT 1 FROM listed_audit WHERE organisation = OLD.organisation AND from_seq > OLD.seq)
  BEGIN SELECT RAISE(ABORT, 'a record of the audit log is removed only after an inventory in the log'); END;
