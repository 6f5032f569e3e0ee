-- Since schema version 6: of each vehicle the sensors whose noise has grown, for the work queue.

ALTER TABLE vehicle ADD COLUMN noise TEXT NOT NULL DEFAULT '[]';  -- JSON: sensor, sinceSeq, sinceUs (capture time)
