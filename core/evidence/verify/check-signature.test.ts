import { expect, test } from "vitest";

import {
  primitives,
  testSigner,
  untrustedSigner,
} from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { bundle } from "../../../clients/conformance/evidence/examples/toy-evidence.ts";
import type { Bundle } from "../../encoding/bundle.ts";
import { checkSignature, openEnvelope } from "./check-signature.ts";

const { proof } = bundle;
const { envelope } = proof;
const withEnvelope = (changed: Partial<typeof envelope>): Bundle => ({
  ...bundle,
  proof: { ...proof, envelope: { ...envelope, ...changed } },
});
const check = (given: Bundle, keys = [testSigner]) =>
  checkSignature(given, openEnvelope(given), { keys, primitives });

test("the signature of a trusted key over the payload carried passes", () => {
  expect(check(bundle)).toEqual({ kind: "pass" });
});

test("a payload in another spelling or of another type is no envelope", () => {
  expect(openEnvelope(withEnvelope({ payload: "*" }))).toMatchObject({
    detail: expect.stringContaining("base64"),
  });
  expect(openEnvelope(withEnvelope({ payloadType: "text/plain" }))).toMatchObject({
    detail: "another payload type",
  });
  expect(check(withEnvelope({ payload: "*" }))).toMatchObject({ kind: "fail" });
});

test("another key, no signature, two and one over something else fail", () => {
  const [signature] = envelope.signatures;
  expect(check(bundle, [untrustedSigner])).toMatchObject({
    detail: expect.stringContaining(testSigner.keyId),
  });
  expect(check(withEnvelope({ signatures: [] }))).toMatchObject({ detail: "0 signatures where one is due" });
  expect(check(withEnvelope({ signatures: [signature!, signature!] }))).toMatchObject({ kind: "fail" });
  expect(check(withEnvelope({ payload: "e30=" }))).toMatchObject({ detail: "the signature does not verify" });
});

test("the copy of the key in the proof must be that key", () => {
  const [copy] = proof.keys;
  for (const keys of [[], [copy!, copy!], [{ ...copy!, alg: "ED25519" }], [{ ...copy!, spki: "AQ==" }]]) {
    expect(check({ ...bundle, proof: { ...proof, keys } }).kind).toBe("fail");
  }
});
