-- Since schema version 8: the bytes of new frames are counted by the writer, once a commit and organisation. A trigger
-- run for every row cost more than the row itself.

DROP TRIGGER IF EXISTS frame_is_counted;
