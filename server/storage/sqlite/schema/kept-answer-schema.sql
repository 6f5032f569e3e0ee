-- Since schema version 4: whose answers are kept, and of refusals only what tells whether a repeat is answered alike.

ALTER TABLE answer ADD COLUMN organisation TEXT NOT NULL DEFAULT '';
ALTER TABLE answer ADD COLUMN refused_request_id TEXT;  -- these two are set together, for a refusal: its body is then empty
ALTER TABLE answer ADD COLUMN refused_sha256 TEXT;      -- of the body as it was sent, hex
-- Spaces of earlier versions are JSON arrays that begin with the organisation, as those of this one do.
UPDATE answer SET organisation = ifnull(json_extract(space, '$[0]'), '') WHERE json_valid(space);
CREATE INDEX answer_by_owner ON answer (organisation, stored_us);
