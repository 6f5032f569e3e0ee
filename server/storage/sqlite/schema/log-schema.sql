-- The transparency log, since schema version 2: leaves in their order, the tree over them in tiles, and every checkpoint
-- that was ever signed. The triggers keep the log's promises even from a program with a mistake: no leaf changes, none is
-- missing, and a size has one root.

CREATE TABLE log_leaf (
  leaf_index INTEGER NOT NULL PRIMARY KEY,           -- from 0, without gaps
  entry      BLOB    NOT NULL                        -- as in core/evidence/log-entry.ts
) STRICT;

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

CREATE TRIGGER log_leaf_follows BEFORE INSERT ON log_leaf
  WHEN NEW.leaf_index <> (SELECT coalesce(max(leaf_index), -1) + 1 FROM log_leaf)
  BEGIN SELECT RAISE(ABORT, 'leaves are added at the end of the log'); END;
CREATE TRIGGER log_leaf_stays BEFORE DELETE ON log_leaf
  BEGIN SELECT RAISE(ABORT, 'a leaf is never removed'); END;
CREATE TRIGGER log_leaf_is_final BEFORE UPDATE ON log_leaf
  BEGIN SELECT RAISE(ABORT, 'a leaf never changes'); END;
CREATE TRIGGER log_checkpoint_grows BEFORE INSERT ON log_checkpoint
  WHEN NEW.size <= (SELECT max(size) FROM log_checkpoint)
  BEGIN SELECT RAISE(ABORT, 'this size of the log was signed already, or passed'); END;
CREATE TRIGGER log_checkpoint_stays BEFORE DELETE ON log_checkpoint
  BEGIN SELECT RAISE(ABORT, 'a signed checkpoint is never removed'); END;
CREATE TRIGGER log_checkpoint_is_final BEFORE UPDATE ON log_checkpoint
  BEGIN SELECT RAISE(ABORT, 'a signed checkpoint never changes'); END;
