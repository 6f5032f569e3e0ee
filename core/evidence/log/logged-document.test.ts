import { expect, test } from "vitest";

import { primitives, testSigner } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { fromBase64 } from "../../encoding/base64.ts";
import { textOf } from "../../encoding/bytes.ts";
import { documentPayloadType, entryOfEnvelope, signDocument } from "./logged-document.ts";

const { sha256 } = primitives;
const signed = signDocument("custody", { b: 1, a: "x" }, { signer: testSigner, sha256 });
const envelope = JSON.parse(textOf(signed.envelope)!);

test("a document travels in canonical form, under a payload type of its kind", () => {
  expect(envelope.payloadType).toBe("application/vnd.plumbline.custody+json");
  expect(textOf(fromBase64(envelope.payload)!)).toBe('{"a":"x","b":1}');
  expect(envelope.signatures).toEqual([{ keyid: testSigner.keyId, sig: expect.any(String) }]);
});

test("two kinds never share a payload type", () => {
  const kinds = ["keyring", "handover", "precommit", "custody", "tombstone", "scorer"] as const;
  expect(new Set(kinds.map(documentPayloadType)).size).toBe(kinds.length);
});

test("the entry is that of the envelope's first signature, and needs one", () => {
  expect(entryOfEnvelope(envelope, testSigner, sha256)).toEqual(signed.entry);
  expect(() => entryOfEnvelope({ ...envelope, signatures: [] }, testSigner, sha256)).toThrow(TypeError);
});
