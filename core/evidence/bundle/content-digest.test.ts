import { hash } from "node:crypto";
import { expect, test } from "vitest";

import { primitives } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { bundle } from "../../../clients/conformance/evidence/examples/toy-evidence.ts";
import { coreOf } from "../../encoding/bundle.ts";
import { contentDigest, digestOf, namedDigestOf } from "./content-digest.ts";

const { sha256 } = primitives;

test("the digest is that of the canonical text, whatever the order of the members", () => {
  const expected = hash("sha256", '{"a":[1,2],"b":"\u00e9"}');
  expect(digestOf({ b: "\u00e9", a: [1, 2] }, sha256)).toBe(expected);
  expect(namedDigestOf({ a: [1, 2], b: "\u00e9" }, sha256)).toBe(`sha256:${expected}`);
});

test("the content digest of a core is the bundle's signature, and of the bundle it is not", () => {
  expect(contentDigest(coreOf(bundle), sha256)).toBe(bundle.signature);
  expect(contentDigest(bundle, sha256)).not.toBe(bundle.signature);
});
