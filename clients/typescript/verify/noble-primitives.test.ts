import { generateKeyPairSync, sign, type KeyObject } from "node:crypto";
import { expect, test } from "vitest";
import type { CertifiedClaim } from "../../../core/encoding/primitives.ts";
import { nodePrimitives } from "../../../server/platform/node-primitives.ts";
import { noblePrimitives } from "./noble-primitives.ts";

/** Node's cryptography is the independent implementation here: both must say the same of every signature. */
const message = Buffer.from("what was signed");
const spkiOf = (key: KeyObject) => key.export({ type: "spki", format: "der" });
const flipped = (bytes: Uint8Array, at: number) => {
  const copy = Uint8Array.from(bytes);
  copy[at]! ^= 1;
  return copy;
};

test("digests are those of Node", () => {
  expect(noblePrimitives.sha256(message)).toEqual(new Uint8Array(nodePrimitives.sha256(message)));
  for (const name of ["sha1", "sha256", "sha384", "sha512"] as const) {
    expect(noblePrimitives.x509!.digest(name, message)).toEqual(
      new Uint8Array(nodePrimitives.x509!.digest(name, message)),
    );
  }
});

test.each([
  ["ECDSA_P256_SHA256", () => generateKeyPairSync("ec", { namedCurve: "P-256" }), "sha256"],
  ["ED25519", () => generateKeyPairSync("ed25519"), null],
] as const)("%s signatures are judged as Node judges them", (algorithm, makeKeys, digest) => {
  for (let round = 0; round < 8; round += 1) {
    const { privateKey, publicKey } = makeKeys();
    const claim = {
      algorithm,
      spki: spkiOf(publicKey),
      message,
      signature: sign(digest, message, privateKey),
    };
    const claims = [
      claim,
      { ...claim, message: flipped(message, 3) },
      { ...claim, signature: flipped(claim.signature, claim.signature.length - 1) },
      { ...claim, signature: claim.signature.subarray(0, -1) },
      { ...claim, signature: new Uint8Array() },
      { ...claim, spki: spkiOf(makeKeys().publicKey) },
      { ...claim, spki: claim.spki.subarray(1) },
      { ...claim, spki: spkiOf(generateKeyPairSync("ec", { namedCurve: "P-384" }).publicKey) },
    ];
    expect(claims.map((each) => noblePrimitives.verifySignature(each))).toEqual([
      true,
      ...claims.slice(1).map(() => false),
    ]);
    expect(nodePrimitives.verifySignature(claim)).toBe(true);
  }
});

const certified = [
  ["rsa-pkcs1", "sha256", () => generateKeyPairSync("rsa", { modulusLength: 2048 })],
  ["rsa-pkcs1", "sha512", () => generateKeyPairSync("rsa", { modulusLength: 3072 })],
  ["ecdsa", "sha256", () => generateKeyPairSync("ec", { namedCurve: "P-256" })],
  ["ecdsa", "sha384", () => generateKeyPairSync("ec", { namedCurve: "P-384" })],
  ["ecdsa", "sha512", () => generateKeyPairSync("ec", { namedCurve: "P-521" })],
  ["ed25519", "sha512", () => generateKeyPairSync("ed25519")],
] as const;
test.each(certified)("certificates' %s with %s is judged as Node judges it", (scheme, digest, makeKeys) => {
  const { privateKey, publicKey } = makeKeys();
  const signature = sign(scheme === "ed25519" ? null : digest, message, privateKey);
  const claim = { scheme, digest, spki: spkiOf(publicKey), message, signature } as const;
  const x509 = noblePrimitives.x509!;
  const otherDigest = digest === "sha256" ? "sha384" : "sha256";
  const otherScheme = scheme === "ecdsa" ? "rsa-pkcs1" : "ecdsa";
  const claims: readonly CertifiedClaim[] = [
    claim,
    { ...claim, message: flipped(message, 0) },
    { ...claim, signature: flipped(signature, 10) },
    { ...claim, signature: signature.subarray(1) },
    { ...claim, scheme: otherScheme },
    ...(scheme === "ed25519" ? [] : [{ ...claim, digest: otherDigest } as const]),
  ];
  for (const each of claims) {
    expect(x509.verify(each)).toBe(nodePrimitives.x509!.verify(each));
  }
  expect(x509.verify(claim)).toBe(true);
});

test("an RSA key too short to be trusted verifies nothing", () => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 1024 });
  const signature = sign("sha256", message, privateKey);
  const claim = {
    scheme: "rsa-pkcs1",
    digest: "sha256",
    spki: spkiOf(publicKey),
    message,
    signature,
  } as const;
  expect(noblePrimitives.x509!.verify(claim)).toBe(false);
});
