-- Since schema version 3: what the transparency log holds besides evidence, as it was signed.

CREATE TABLE log_document (
  leaf_index   INTEGER NOT NULL PRIMARY KEY REFERENCES log_leaf,
  kind         TEXT    NOT NULL,                     -- keyring, precommit, custody, tombstone
  organisation TEXT,                                 -- null: the whole installation
  subject      TEXT    NOT NULL,                     -- an event id, a version, an interval
  envelope     BLOB    NOT NULL,                     -- DSSE, canonical JSON, as signed
  logged_us    INTEGER NOT NULL
) STRICT;
CREATE INDEX log_document_by_subject ON log_document (kind, subject);

CREATE TRIGGER log_document_is_final BEFORE UPDATE ON log_document
  BEGIN SELECT RAISE(ABORT, 'a logged document never changes'); END;
