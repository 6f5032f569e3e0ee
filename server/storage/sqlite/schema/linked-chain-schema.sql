-- Since schema version 21: the kept places of the chains grow at their end, in the order of the commits that keep them. By vehicle
-- each one had a page of its own: an interval of 2,048 vehicles wrote as many.

ALTER TABLE chain_place RENAME TO keyed_chain_place;

-- Pre-commitment: the hash chains over the journals, at the entries where an interval took their heads as leaves of its
-- tree, and besides at every 256th entry and where a chain begins late. In between they are made again from the journal.
CREATE TABLE chain_place (
  position    INTEGER NOT NULL PRIMARY KEY,
  vehicle_key INTEGER NOT NULL REFERENCES vehicle,
  seq         INTEGER NOT NULL,
  back        INTEGER,                               -- so many positions before it stands the vehicle's place before it; null for its first
  head        BLOB    NOT NULL,                      -- zeros where the chain begins
  leaf_index  INTEGER,                               -- of the interval that took it; null for no interval
  leaf        INTEGER                                -- its number in that interval's tree
) STRICT;

-- Where the way back begins (chain-places.ts). Not in the vehicle's row, which is wide: closing an interval writes one for each leaf.
CREATE TABLE chain_end (
  vehicle_key INTEGER NOT NULL PRIMARY KEY,
  position    INTEGER NOT NULL
) STRICT;

INSERT INTO chain_place (vehicle_key, seq, back, head, leaf_index, leaf)
  SELECT vehicle_key, seq, iif(vehicle_key = lag(vehicle_key) OVER (ORDER BY vehicle_key, seq), 1, NULL), head, leaf_index, leaf
  FROM keyed_chain_place ORDER BY vehicle_key, seq;
INSERT INTO chain_end SELECT vehicle_key, max(position) FROM chain_place GROUP BY vehicle_key;
DROP TABLE keyed_chain_place;
