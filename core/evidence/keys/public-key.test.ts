import { createHash, generateKeyPairSync, sign } from "node:crypto";
import { expect, test } from "vitest";

import { primitives, testSigner } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { decodeDerSignature, encodeDerSignature } from "../../encoding/der-signature.ts";
import { utf8 } from "../../encoding/bytes.ts";
import { ed25519Spki, keyFault, keyIdOf, keysFault, verifyStrictly } from "./public-key.ts";
import { signDsse } from "./dsse.ts";

const { sha256 } = primitives;
const ed25519Order = 2n ** 252n + 27742317777372353535851937790883648493n;
const p256Order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

test("a key is named by the digest of its SubjectPublicKeyInfo", () => {
  const digest = createHash("sha256").update(testSigner.spki).digest("hex");
  expect(keyIdOf(testSigner.spki, sha256)).toBe(`sha256:${digest}`);
});

test("32 bytes become the SubjectPublicKeyInfo that Node writes", () => {
  const { publicKey } = generateKeyPairSync("ed25519");
  const der = new Uint8Array(publicKey.export({ type: "spki", format: "der" }));
  expect(ed25519Spki(der.slice(-32))).toEqual(der);
  expect(keyFault("ED25519", der)).toBeNull();
  expect(keyFault("ECDSA_P256_SHA256", der)).toContain("P-256");
});

test("a list of keys has each once, under its own id", () => {
  const { keyId, algorithm, spki } = testSigner;
  const key = { keyId, algorithm, spki };
  expect(keysFault([key], sha256)).toBeNull();
  expect(keysFault([key, key], sha256)).toContain("twice");
  expect(keysFault([{ ...key, keyId: "sha256:00" }], sha256)).toContain("not the id");
});

test("of the two signatures that ECDSA allows for a message the one with the lower s counts", () => {
  const message = utf8("message");
  const { algorithm, spki } = testSigner;
  const dsse = { algorithm, spki, message: utf8("DSSEv1 1 t 7 message") };
  const signature = signDsse("t", message, testSigner);
  expect(verifyStrictly({ ...dsse, signature }, primitives)).toBe(true);
  const { r, s } = decodeDerSignature(signature)!;
  const twin = encodeDerSignature({ r, s: p256Order - s });
  expect(verifyStrictly({ ...dsse, signature: twin }, primitives)).toBe(false);
});

test("an Ed25519 signature whose s is not reduced is refused, though it means the same", () => {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const spki = new Uint8Array(publicKey.export({ type: "spki", format: "der" }));
  const message = utf8("message");
  const claim = { algorithm: "ED25519", spki, message } as const;
  const signature = new Uint8Array(sign(null, message, privateKey));
  expect(verifyStrictly({ ...claim, signature }, primitives)).toBe(true);
  const scalar = littleEndian(signature.subarray(32));
  const raised = Uint8Array.from(signature);
  for (let at = 32, rest = scalar + ed25519Order; at < 64; at++, rest >>= 8n)
    raised[at] = Number(rest & 255n);
  expect(littleEndian(raised.subarray(32))).toBe(scalar + ed25519Order);
  expect(verifyStrictly({ ...claim, signature: raised }, primitives)).toBe(false);
});

function littleEndian(bytes: Uint8Array): bigint {
  return bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}
