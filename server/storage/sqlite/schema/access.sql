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

-- What was done, or tried, by whom. Written with its effect, or moments after a refusal or a read. Never changed; the
-- oldest of an organisation go by age and by number.
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
