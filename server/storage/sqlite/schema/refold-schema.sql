-- Since schema version 18: the vehicles whose journals wait to be folded again, after a start under other rules or settings
-- than those that folded them. Until a vehicle is gone from here its row, its stored states and the scores of its newest
-- frames are of the scoring named beside it.
CREATE TABLE refold_waiting (
  vehicle_key INTEGER NOT NULL PRIMARY KEY,
  scoring     TEXT    NOT NULL                       -- which scoring and settings its scores are by
) STRICT;
