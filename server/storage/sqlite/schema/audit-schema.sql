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
