-- Every change of a row that governs or proves (row-changes.ts), in the order of writing: the row's digest as it was then
-- written, chained. An inventory in the log names the newest head, so that nobody changes such a row, or this table, unnoticed.
CREATE TABLE row_change (
  number   INTEGER NOT NULL PRIMARY KEY,             -- from 1, without gaps
  of_table TEXT    NOT NULL,
  row_key  TEXT    NOT NULL,                         -- JSON array of the values of the row's key
  digest   BLOB,                                     -- SHA-256 of the row's columns; null: it was removed
  head     BLOB    NOT NULL                          -- SHA-256 of the head before it and of the rest
) STRICT;
CREATE INDEX row_change_by_row ON row_change (of_table, row_key, number);
CREATE TRIGGER row_change_is_final BEFORE UPDATE ON row_change
  BEGIN SELECT RAISE(ABORT, 'a recorded change never changes'); END;
CREATE TRIGGER row_change_stays BEFORE DELETE ON row_change
  BEGIN SELECT RAISE(ABORT, 'a recorded change is never removed'); END;
