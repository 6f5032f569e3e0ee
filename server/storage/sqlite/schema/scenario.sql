-- Scenarios that were made, to be fetched again: the newest of an organisation, up to a number and a size.

CREATE TABLE scenario (
  position     INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, -- order of making: no clock has a say in which goes first
  organisation TEXT    NOT NULL,
  scenario_id  TEXT    NOT NULL,
  fleet_id     TEXT,                                 -- of the vehicle or evidence it is about, then; null for a made-up one
  vehicle_id   TEXT,
  evidence_id  TEXT,
  type         TEXT    NOT NULL,
  origin       TEXT    NOT NULL,                     -- as published in provenance.kind
  seed         INTEGER NOT NULL,
  duration_s   REAL    NOT NULL,
  made_us      INTEGER NOT NULL,
  bytes        INTEGER NOT NULL,                     -- of feed
  feed         BLOB    NOT NULL                      -- the feed as JSON, deflated (RFC 1951)
) STRICT;
CREATE UNIQUE INDEX scenario_by_id ON scenario (organisation, scenario_id);
CREATE INDEX scenario_by_position ON scenario (organisation, position, bytes);
CREATE INDEX scenario_by_evidence ON scenario (evidence_id) WHERE evidence_id IS NOT NULL;
