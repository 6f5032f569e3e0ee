import { Compile } from "typebox/compile";
import { expect, test } from "vitest";

import { primitives, testSigner } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { bundle, facts } from "../../../clients/conformance/evidence/examples/toy-evidence.ts";
import { bundleSchema, coreOf, readStoredBundle } from "../../encoding/bundle.ts";
import { canonicalBytes } from "../../encoding/canonical-json.ts";
import { buildBundle } from "./build-bundle.ts";
import { contentDigest } from "./content-digest.ts";

const { sha256 } = primitives;

test("what is built is as the schema wants it, and digested by its signature", () => {
  const built = buildBundle(facts, testSigner, sha256);
  const { log: _log, ...proof } = bundle.proof;
  expect(built).toEqual({ ...bundle, proof });
  expect(Compile(bundleSchema).Check(built)).toBe(true);
  expect(built.signature).toBe(contentDigest(coreOf(built), sha256));
});

test("the value reads back from its bytes as it was built", () => {
  const built = buildBundle(facts, testSigner, sha256);
  expect(readStoredBundle(canonicalBytes(built))).toEqual(built);
});

test("only the first entry of a journal stands on the empty state", () => {
  const initialState = { seq: 3, packed: null };
  expect(() => buildBundle({ ...facts, initialState }, testSigner, sha256)).toThrow(RangeError);
});

test("a tier that did not change keeps the time since when it holds", () => {
  const score = { ...facts.score, tierBefore: facts.score.tier };
  const before = { ...facts.before, sinceUs: facts.capturedAtUs - 1_000_000 };
  const { tier_transition: transition } = buildBundle({ ...facts, score, before }, testSigner, sha256);
  expect(transition.after.since).toBe(transition.before.since);
});
