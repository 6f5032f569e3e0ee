-- Since schema version 7: what the bytes of evidence were when they were stored, so that a damaged file is not handed out.
-- Both null: stored before this version and not looked at yet. Empty: found damaged when it was looked at.

ALTER TABLE evidence ADD COLUMN bundle_sha256 BLOB;  -- of `bundle`; null again once erased
ALTER TABLE evidence ADD COLUMN frames_sha256 BLOB;  -- of `frames`; null again once erased
CREATE INDEX evidence_without_digest ON evidence (evidence_key) WHERE bundle_sha256 IS NULL AND length(bundle) > 0;
