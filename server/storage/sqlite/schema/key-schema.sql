-- Who made a key, and which key takes its place.
ALTER TABLE api_key ADD COLUMN created_by TEXT;      -- public id of the key that made it; null for the command line
ALTER TABLE api_key ADD COLUMN rotated_to TEXT;      -- public id of the key that takes its place

CREATE INDEX api_key_by_age ON api_key (organisation, created_us, public_id);
