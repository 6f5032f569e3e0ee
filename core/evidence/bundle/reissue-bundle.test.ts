import { expect, test } from "vitest";

import {
  primitives,
  untrustedSigner,
} from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { precommitted } from "../../../clients/conformance/evidence/examples/precommitted-evidence.ts";
import { readStoredBundle } from "../../encoding/bundle.ts";
import { parseInstant } from "../../encoding/instant.ts";
import { reissueBundle } from "./reissue-bundle.ts";
import { organisationTag } from "./submitter.ts";

const { sha256 } = primitives;
const old = readStoredBundle(precommitted().bundle);
const needs = {
  signer: untrustedSigner,
  sha256,
  nowUs: parseInstant("2027-01-01T00:00:00.000Z")!,
  random: { salt: new Uint8Array(32).fill(7), eventId: new Uint8Array(8) },
  logOrigin: "log.example.org",
};

test("the successor names the old bundle, shows its frames, and is signed by the new key", () => {
  const again = reissueBundle(old, needs);
  expect(again.supersedes).toBe(old.event_id);
  expect(again.event_id).not.toBe(old.event_id);
  expect(again.frames.sha256).toBe(old.frames.sha256);
  expect(again.frames).not.toHaveProperty("precommit");
  expect(again.proof.keys.map(({ keyid }) => keyid)).toEqual([untrustedSigner.keyId]);
  expect(again.issued_at).toBe("2027-01-01T00:00:00.000Z");
});

test("the organisation stays, and its tag goes with the new salt", () => {
  const { salt, submitter } = reissueBundle(old, needs);
  expect(salt).not.toBe(old.salt);
  expect(submitter?.organisation_tag).toBe(organisationTag("acme", salt, sha256));
});

test("a clock that was set back issues nothing before the breach was detected", () => {
  expect(reissueBundle(old, { ...needs, nowUs: 0 }).issued_at).toBe(old.breach.detected_at);
});
