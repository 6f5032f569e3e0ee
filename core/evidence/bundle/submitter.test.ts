import { hash } from "node:crypto";
import { expect, test } from "vitest";

import { primitives } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { organisationNotStated, organisationTag, submitterLabels } from "./submitter.ts";

const { sha256 } = primitives;

test("a tag is the digest of salt and name, so that another salt gives another tag", () => {
  expect(organisationTag("acme", "c2FsdA", sha256)).toBe(hash("sha256", '["c2FsdA","acme"]'));
  expect(organisationTag("acme", "other", sha256)).not.toBe(organisationTag("acme", "c2FsdA", sha256));
});

test("a bundle that names no organisation says so in both places", () => {
  const named = { organisation: "acme", organisation_tag: "00", api_key_id: "7K3M9Q2XW4" };
  expect(submitterLabels(named)).toEqual({ organisation: "acme", apiKeyId: "7K3M9Q2XW4" });
  const none = { organisation: organisationNotStated, apiKeyId: organisationNotStated };
  expect(submitterLabels(undefined)).toEqual(none);
});
