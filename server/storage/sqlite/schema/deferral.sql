-- Messages of brokers whose frames have no room in their organisation's quota: acknowledged to the broker, and taken in, oldest
-- first, once there is room. A frame counts once, so that a message that was taken in and is still here may be taken again.

CREATE TABLE deferred_message (
  place        INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT, -- order of deferring
  organisation TEXT    NOT NULL,
  key_id       TEXT    NOT NULL,                     -- of the API key it came under
  fleets       TEXT,                                 -- JSON; null: all
  broker       TEXT    NOT NULL,
  source       TEXT    NOT NULL,                     -- topic or subject
  frames       INTEGER NOT NULL,
  unreadable   INTEGER NOT NULL,                     -- frames that were refused when it came
  deferred_us  INTEGER NOT NULL,
  problem      TEXT,                                 -- JSON; why frames were refused when it was taken in, until that is reported
  payload      BLOB    NOT NULL
) STRICT;
CREATE INDEX deferred_waiting ON deferred_message (organisation, place, frames) WHERE problem IS NULL;
CREATE INDEX deferred_refused ON deferred_message (place) WHERE problem IS NOT NULL;
