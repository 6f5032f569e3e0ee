import { Compile } from "typebox/compile";
import { expect, test } from "vitest";

import { scorerDocumentSchema, type ScorerDocument } from "./scorer-document.ts";

const shape = Compile(scorerDocumentSchema);
const document: ScorerDocument = {
  schema: "urn:plumbline:scorer:1",
  version: "1.2.0",
  numeric_profile: "ieee754-plumbline-1",
  sha256: "a".repeat(64),
  specification_sha256: "b".repeat(64),
  at: "2026-11-20T09:13:40.000Z",
};

test("a scorer is named by the digest of its bytes and of the text that went with it", () => {
  expect(shape.Check(document)).toBe(true);
  expect(shape.Check({ ...document, sha256: "A".repeat(64) })).toBe(false);
  expect(shape.Check({ ...document, more: 1 })).toBe(false);
  const { specification_sha256: _text, ...unspecified } = document;
  expect(shape.Check(unspecified)).toBe(false);
});
