-- Webhooks and what is on its way to them: a database of its own beside the embedded store, with a writer of its own, so
-- that no receiver ever keeps a commit of frames waiting (docs/decisions/0024). Times are microseconds since 1970 (_us).

CREATE TABLE meta (
  name  TEXT NOT NULL PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE webhook (
  webhook_key        INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  organisation       TEXT    NOT NULL,
  webhook_id         TEXT    NOT NULL UNIQUE,
  url                TEXT    NOT NULL,               -- sealed: the address of a chat is as good as a password
  description        TEXT    NOT NULL,
  event_types        TEXT,                           -- JSON; null: all
  fleets             TEXT,                           -- JSON; null: all
  format             TEXT    NOT NULL,
  secret             TEXT    NOT NULL,               -- sealed
  previous_secret    TEXT,                           -- sealed; these two are set together
  previous_until_us  INTEGER,
  disabled_reason    TEXT,                           -- requested, gone, failing; these two are set together
  disabled_us        INTEGER,
  is_unannounced     INTEGER NOT NULL DEFAULT 0,     -- 1: it disabled itself, and no event says so yet
  begins_after       TEXT,                           -- id of the newest event when it was made or enabled again
  created_us         INTEGER NOT NULL,
  updated_us         INTEGER NOT NULL,
  failing_since_us   INTEGER,
  last_success_us    INTEGER
) STRICT;
CREATE INDEX webhook_by_owner ON webhook (organisation, webhook_key);

CREATE TABLE delivery (
  delivery_key INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
  delivery_id  TEXT    NOT NULL UNIQUE,
  webhook_key  INTEGER NOT NULL REFERENCES webhook ON DELETE CASCADE,
  event_id     TEXT    NOT NULL,
  event_type   TEXT    NOT NULL,
  vehicle_id   TEXT,
  event        TEXT    NOT NULL,                     -- JSON
  notice       TEXT,
  state        TEXT    NOT NULL,                     -- waiting, ready, delivered, dead
  holds        INTEGER NOT NULL,                     -- 1: later ones of its vehicle stay behind it
  due_us       INTEGER NOT NULL,
  tries        INTEGER NOT NULL DEFAULT 0,
  created_us   INTEGER NOT NULL,
  ended_us     INTEGER,
  UNIQUE (webhook_key, event_id)
) STRICT;
CREATE INDEX delivery_due ON delivery (webhook_key, due_us, delivery_key) WHERE state = 'ready';
CREATE INDEX delivery_held ON delivery (webhook_key, vehicle_id, delivery_key) WHERE holds = 1;
CREATE INDEX delivery_by_state ON delivery (webhook_key, state, delivery_key);
CREATE INDEX delivery_ended ON delivery (ended_us) WHERE ended_us IS NOT NULL;

CREATE TABLE attempt (
  delivery_key INTEGER NOT NULL REFERENCES delivery ON DELETE CASCADE,
  number       INTEGER NOT NULL,                     -- from 1
  at_us        INTEGER NOT NULL,
  duration_ms  INTEGER NOT NULL,
  status       INTEGER,
  error        TEXT,
  response     TEXT    NOT NULL,
  PRIMARY KEY (delivery_key, number)
) STRICT, WITHOUT ROWID;
