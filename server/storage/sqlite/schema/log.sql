-- The transparency log: leaves in their order, the tree over them in tiles, and every checkpoint that was ever signed. The
-- triggers keep the log's promises even from a program with a mistake: no leaf changes, none is missing, and a size has one
-- root.

CREATE TABLE log_leaf (
  leaf_index INTEGER NOT NULL PRIMARY KEY,           -- from 0, without gaps
  entry      BLOB    NOT NULL                        -- as in core/evidence/log-entry.ts
) STRICT;

-- Stretches of which the entries are missing, and only the hashes known: a backup was restored, and the log goes on after what
-- was signed (docs/decisions/0053).
CREATE TABLE log_gap (
  from_index  INTEGER NOT NULL PRIMARY KEY,
  to_index    INTEGER NOT NULL,                      -- of the first entry that is there again
  restored_us INTEGER NOT NULL
) STRICT;
CREATE TRIGGER log_gap_is_final BEFORE UPDATE ON log_gap
  BEGIN SELECT RAISE(ABORT, 'what is missing from the log never changes'); END;
CREATE TRIGGER log_gap_stays BEFORE DELETE ON log_gap
  BEGIN SELECT RAISE(ABORT, 'what is missing from the log stays so'); END;

CREATE TRIGGER log_leaf_follows BEFORE INSERT ON log_leaf
  WHEN NEW.leaf_index <> max(
    (SELECT coalesce(max(leaf_index), -1) + 1 FROM log_leaf), (SELECT coalesce(max(to_index), 0) FROM log_gap))
  BEGIN SELECT RAISE(ABORT, 'leaves are added at the end of the log'); END;
CREATE TRIGGER log_leaf_stays BEFORE DELETE ON log_leaf
  BEGIN SELECT RAISE(ABORT, 'a leaf is never removed'); END;
CREATE TRIGGER log_leaf_is_final BEFORE UPDATE ON log_leaf
  BEGIN SELECT RAISE(ABORT, 'a leaf never changes'); END;

CREATE TABLE log_tile (
  level      INTEGER NOT NULL,                       -- c2sp.org/tlog-tiles: 0 holds leaf hashes, each further one roots of full tiles
  tile_index INTEGER NOT NULL,
  hashes     BLOB    NOT NULL,                       -- 1 to 256 of 32 bytes; grows until full
  PRIMARY KEY (level, tile_index)
) STRICT;

CREATE TABLE log_checkpoint (
  size INTEGER NOT NULL PRIMARY KEY,
  root BLOB    NOT NULL,
  note TEXT    NOT NULL                              -- the signed note, as served
) STRICT;

CREATE TRIGGER log_checkpoint_grows BEFORE INSERT ON log_checkpoint
  WHEN NEW.size <= (SELECT max(size) FROM log_checkpoint)
  BEGIN SELECT RAISE(ABORT, 'this size of the log was signed already, or passed'); END;
CREATE TRIGGER log_checkpoint_stays BEFORE DELETE ON log_checkpoint
  BEGIN SELECT RAISE(ABORT, 'a signed checkpoint is never removed'); END;
CREATE TRIGGER log_checkpoint_is_final BEFORE UPDATE ON log_checkpoint
  BEGIN SELECT RAISE(ABORT, 'a signed checkpoint never changes'); END;

-- What witnesses signed of the log's checkpoints (c2sp.org/tlog-cosignature).
CREATE TABLE log_cosignature (
  witness TEXT    NOT NULL,                          -- its verifier key
  size    INTEGER NOT NULL REFERENCES log_checkpoint,
  line    TEXT    NOT NULL,                          -- as it stands under the note
  PRIMARY KEY (witness, size)
) STRICT, WITHOUT ROWID;
CREATE INDEX log_cosignature_by_size ON log_cosignature (size);

-- What the log holds besides evidence, as it was signed.
CREATE TABLE log_document (
  leaf_index   INTEGER NOT NULL PRIMARY KEY REFERENCES log_leaf,
  kind         TEXT    NOT NULL,                     -- keyring, handover, precommit, custody, tombstone, scorer, inventory, recovery, state
  organisation TEXT,                                 -- null: the whole installation
  subject      TEXT    NOT NULL,                     -- an event id, a version, an interval, a statement id
  envelope     BLOB    NOT NULL,                     -- DSSE, canonical JSON, as signed
  logged_us    INTEGER NOT NULL
) STRICT;
CREATE INDEX log_document_by_subject ON log_document (kind, subject);
CREATE TRIGGER log_document_is_final BEFORE UPDATE ON log_document
  BEGIN SELECT RAISE(ABORT, 'a logged document never changes'); END;

-- One row a closed interval of pre-commitment: its tree, so that each of its leaves can be proven later.
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

-- Keyring versions that an operator has signed and wants logged. The writer takes them between commits.
CREATE TABLE keyring_proposal (
  proposal_key INTEGER NOT NULL PRIMARY KEY,
  envelope     BLOB    NOT NULL,                     -- DSSE, canonical JSON, signed by the root keys
  proposed_us  INTEGER NOT NULL,
  outcome      TEXT                                  -- null while it waits; 'logged', or why it was refused
) STRICT;
