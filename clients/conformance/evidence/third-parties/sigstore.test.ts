import { bundleFromJSON, type SerializedBundle } from "@sigstore/bundle";
import { TrustedRoot, type PublicKey, PublicKeyDetails } from "@sigstore/protobuf-specs";
import { toSignedEntity, toTrustMaterial, Verifier } from "@sigstore/verify";
import { expect, test } from "vitest";

import { utf8 } from "../../../../core/encoding/bytes.ts";
import { sigstoreBundle, sigstoreFault } from "../../../../core/evidence/bundle/sigstore-bundle.ts";
import { trustedRoot } from "../../../../core/evidence/keys/trusted-root.ts";
import { verifyBundle } from "../../../../core/evidence/verify/verify-bundle.ts";
import { exampleLogSigner, noteSigner } from "../examples/example-log.ts";
import { primitives, untrustedSigner, testSigner, trust } from "../examples/example-evidence.ts";
import { fromStart, fromState, realRescore } from "../examples/scored-evidence.ts";
import { check, edited, set } from "../examples/toy-evidence.ts";
import { readStoredBundle } from "../../../../core/encoding/bundle.ts";

/** Our evidence, judged by @sigstore/verify, which nobody here wrote. */
const root = TrustedRoot.fromJSON(JSON.parse(trustedRoot({ logs: [exampleLogSigner], timestampChains: [] })));
const keyOf = (spki: Uint8Array): PublicKey => ({
  rawBytes: Buffer.from(spki),
  keyDetails: PublicKeyDetails.PKIX_ECDSA_P256_SHA_256,
});

function verify(sigstore: Uint8Array, given = { root, spki: testSigner.spki }) {
  const material = toTrustMaterial(given.root, { [testSigner.keyId]: keyOf(given.spki) });
  const verifier = new Verifier(material, { tlogThreshold: 1, timestampThreshold: 0 });
  const bundle = bundleFromJSON(JSON.parse(Buffer.from(sigstore).toString()) as SerializedBundle);
  return verifier.verify(toSignedEntity(bundle));
}

const exported = sigstoreBundle(readStoredBundle(fromStart.issued.bytes));
const text = Buffer.from(exported).toString();

test("@sigstore/verify accepts our evidence in one call", () => {
  expect(verify(exported).key.asymmetricKeyType).toBe("ec");
  expect(verify(sigstoreBundle(readStoredBundle(fromState.issued.bytes))).key.asymmetricKeyType).toBe("ec");
});

test("@sigstore/verify refuses it under another log's key, another log's name, and another evidence key", () => {
  const other = TrustedRoot.fromJSON(
    JSON.parse(trustedRoot({ logs: [noteSigner("log.example.net")], timestampChains: [] })),
  );
  expect(() => verify(exported, { root: other, spki: testSigner.spki })).toThrow(/checkpoint/);
  expect(() => verify(exported, { root, spki: untrustedSigner.spki })).toThrow(/signature/);
});

const otherPayload = sigstoreBundle(readStoredBundle(fromState.issued.bytes));
const payloadOf = (bytes: Uint8Array) =>
  (JSON.parse(Buffer.from(bytes).toString()) as { dsseEnvelope: { payload: string } }).dsseEnvelope.payload;

// T-58. The first group is refused by @sigstore/verify too; the second is not, which is why exports are made again.
const refusedByAll = [
  { name: "another index", bent: text.replaceAll('"logIndex":"7"', '"logIndex":"6"') },
  { name: "another payload", bent: text.replace(payloadOf(exported), payloadOf(otherPayload)) },
  { name: "another payload type", bent: text.replace("vnd.in-toto+json", "vnd.in-toto+yaml") },
  { name: "another tree size in the checkpoint", bent: text.replace("\\n13\\n", "\\n14\\n") },
  { name: "a proof cut short", bent: text.replace(/"hashes":\["[^"]+",/, '"hashes":[') },
  { name: "no log entry", bent: text.replace(/"tlogEntries":\[.*\]\}/, '"tlogEntries":[]}') },
];
const refusedByUs = [
  { name: "another key hint copy", bent: text.replace(/"keyid":"sha256:[0-9a-f]/, '"keyid":"sha256:x') },
  { name: "a copied tree size", bent: text.replace('"treeSize":"13"', '"treeSize":"14"') },
  { name: "a further member", bent: text.replace('{"dsse', '{"a":1,"dsse') },
  { name: "white space", bent: `${text}\n` },
];

test.each([...refusedByAll, ...refusedByUs])("T-58 an export with $name is not this bundle's", ({ bent }) => {
  expect(bent).not.toBe(text);
  expect(sigstoreFault(exported, readStoredBundle(fromStart.issued.bytes))).toBeNull();
  expect(sigstoreFault(utf8(bent), readStoredBundle(fromStart.issued.bytes))).not.toBeNull();
});

test("T-58 the verifier makes the export again and compares", () => {
  const { bytes: bundle } = fromStart.issued;
  const input = { bundle, frames: fromStart.frames.bytes, trust };
  const check = (sigstore: Uint8Array) => verifyBundle(input, primitives, { rescore: realRescore, sigstore });
  expect(check(exported)).toMatchObject({ verdict: "valid", findings: { comparison: { kind: "pass" } } });
  expect(check(otherPayload)).toMatchObject({ verdict: "invalid", code: "E_FORK" });
});

test.each([
  { name: "a log proof that is none", edit: set("proof.log.tlog_proof", "none") },
  { name: "no signature", edit: set("proof.envelope.signatures", []) },
])("T-58 an export beside a bundle with $name is refused, and nothing is thrown", ({ edit }) => {
  const { verdict, findings } = check(edited(edit), { sigstore: exported });
  expect([verdict, findings.comparison.kind]).toEqual(["invalid", "fail"]);
});

test.each(refusedByAll)("T-58 @sigstore/verify refuses $name", ({ bent }) => {
  expect(() => verify(utf8(bent))).toThrow();
});
