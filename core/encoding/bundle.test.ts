import { readFileSync } from "node:fs";
import { Check } from "typebox/value";
import { expect, test } from "vitest";

import { fromStart } from "../../clients/conformance/evidence/examples/scored-evidence.ts";
import { bundleSchema, coreOf, readStoredBundle } from "./bundle.ts";

const folder = new URL("../../clients/conformance/evidence/", import.meta.url);
const bundle = readStoredBundle(fromStart.issued.bytes);
const { proof, signature, ...core } = bundle;

test("the schema is the one that verifiers in other languages are given", () => {
  const given: unknown = JSON.parse(readFileSync(new URL("bundle.schema.json", folder), "utf8"));
  expect(given).toMatchObject({ bundle: JSON.parse(JSON.stringify(bundleSchema)) });
});

test("an issued bundle fits, and its core is what is left without its proof", () => {
  expect(Check(bundleSchema, bundle)).toBe(true);
  expect(coreOf(bundle)).toEqual(core);
});

test.each([
  ["a member nobody knows", { ...bundle, note: "" }],
  ["no proof", { ...core, signature }],
  ["another version of the core", { ...bundle, schema: "urn:plumbline:evidence-core:2" }],
  ["two steps of custody", { ...bundle, chain_of_custody: bundle.chain_of_custody.slice(0, 2) }],
  ["a proof of a kind nobody checks", { ...bundle, proof: { ...proof, seal: "" } }],
  ["an empty list of proven intervals", { ...bundle, proof: { ...proof, precommit: [] } }],
])("a bundle with %s does not fit", (_, changed) => {
  expect(Check(bundleSchema, changed)).toBe(false);
});
