-- What happened, for those who listen (event stream, webhooks). Written in the transaction that caused it; the oldest go by
-- age and by number.

CREATE TABLE event (
  id           BLOB    NOT NULL PRIMARY KEY,         -- 16 bytes, core/contract/stream-position.ts: grows in order of recording
  organisation TEXT    NOT NULL,
  type         TEXT    NOT NULL,                     -- as published
  vehicle_id   TEXT,                                 -- these three are null together, where it happened to no vehicle
  fleet_id     TEXT,
  tier         TEXT,                                 -- after the event
  occurred_us  INTEGER NOT NULL,                     -- capture time of the frame, else time of receipt
  recorded_us  INTEGER NOT NULL,
  data         TEXT    NOT NULL                      -- JSON, as published
) STRICT, WITHOUT ROWID;
CREATE INDEX event_by_organisation ON event (organisation, id);
CREATE INDEX event_by_vehicle ON event (organisation, vehicle_id, id) WHERE vehicle_id IS NOT NULL;

-- What is kept of an organisation's events.
CREATE TABLE event_tally (
  organisation TEXT    NOT NULL PRIMARY KEY,
  events       INTEGER NOT NULL,
  gone_through BLOB                                  -- id of the newest event that went; null while none has
) STRICT, WITHOUT ROWID;
