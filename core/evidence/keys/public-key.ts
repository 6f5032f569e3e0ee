import { concatBytes, equalBytes, fromHex, toHex } from "../../encoding/bytes.ts";
import { decodeDerSignature, isLowS } from "../../encoding/der-signature.ts";
import type { KeyAlgorithm, Primitives, Sha256, SignatureClaim } from "../../encoding/primitives.ts";

/** Everything before the point in the SubjectPublicKeyInfo of an uncompressed P-256 key (RFC 5480) and of Ed25519 (RFC 8410). */
const p256Prefix = constant("3059301306072a8648ce3d020106082a8648ce3d03010703420004");
const ed25519Prefix = constant("302a300506032b6570032100");
const p256Length = p256Prefix.length + 64;
const ed25519Length = ed25519Prefix.length + 32;

/** The public side of a key. */
export interface PublicKey {
  /** As `keyIdOf` writes it. */
  readonly keyId: string;
  readonly algorithm: KeyAlgorithm;
  /** SubjectPublicKeyInfo, DER. */
  readonly spki: Uint8Array;
}

/** `sha256:` and the SHA-256 of the SubjectPublicKeyInfo in DER: `openssl pkey -pubin -outform DER | sha256sum`. */
export function keyIdOf(spki: Uint8Array, sha256: Sha256): string {
  return `sha256:${toHex(sha256(spki))}`;
}

/** SubjectPublicKeyInfo of an Ed25519 key given as its 32 bytes. */
export function ed25519Spki(publicKey: Uint8Array): Uint8Array {
  return concatBytes(ed25519Prefix, publicKey);
}

/** Why a key must not be trusted, whoever lists it; null for a key that may be. */
export function keyFault(algorithm: KeyAlgorithm, spki: Uint8Array): string | null {
  switch (algorithm) {
    case "ECDSA_P256_SHA256":
      return isP256(spki) ? null : "not an uncompressed P-256 key";
    case "ED25519":
      return ed25519Fault(spki);
  }
}

/** Why a list of keys must not be trusted; null for one that may be. */
export function keysFault(keys: readonly PublicKey[], sha256: Sha256): string | null {
  for (const { keyId, algorithm, spki } of keys) {
    const fault = keyFault(algorithm, spki);
    if (fault !== null) return `${keyId}: ${fault}`;
    if (keyIdOf(spki, sha256) !== keyId) return `${keyId} is not the id of its key`;
  }
  // Two entries for one key could disagree about it.
  return new Set(keys.map(({ keyId }) => keyId)).size === keys.length ? null : "a key is listed twice";
}

/**
 * Stricter than the platforms: of the several encodings and the two equivalent values a signature may have, exactly
 * one is accepted, so that a signature cannot be changed into another valid one.
 */
export function verifyStrictly(claim: SignatureClaim, primitives: Primitives): boolean {
  if (keyFault(claim.algorithm, claim.spki) !== null) return false;
  return isOnlySpelling(claim) && primitives.verifySignature(claim);
}

function isOnlySpelling({ algorithm, signature }: SignatureClaim): boolean {
  switch (algorithm) {
    case "ECDSA_P256_SHA256": {
      const decoded = decodeDerSignature(signature);
      return decoded !== null && isLowS(decoded);
    }
    case "ED25519":
      return signature.length === 64 && littleEndian(signature.subarray(32)) < ed25519Order;
  }
}

function isP256(spki: Uint8Array): boolean {
  return spki.length === p256Length && equalBytes(spki.subarray(0, p256Prefix.length), p256Prefix);
}

const ed25519Field = 2n ** 255n - 19n;
const ed25519Order = 2n ** 252n + 27742317777372353535851937790883648493n;

/**
 * y-coordinates of the points of order 1, 2, 4 and 8. Under such a key one signature verifies for every message,
 * and the platforms accept it.
 */
const orderEightY = 2707385501144840649318225287225658788936804267575313519463743609750303402022n;
const smallOrderY: ReadonlySet<bigint> = new Set([
  0n,
  1n,
  ed25519Field - 1n,
  orderEightY,
  ed25519Field - orderEightY,
]);

function ed25519Fault(spki: Uint8Array): string | null {
  if (spki.length !== ed25519Length || !equalBytes(spki.subarray(0, ed25519Prefix.length), ed25519Prefix)) {
    return "not an Ed25519 key";
  }
  const y = littleEndian(spki.subarray(ed25519Prefix.length)) & (2n ** 255n - 1n);
  if (y >= ed25519Field) return "an Ed25519 point in a second spelling";
  return smallOrderY.has(y) ? "an Ed25519 point of small order" : null;
}

function littleEndian(bytes: Uint8Array): bigint {
  return bytes.reduceRight((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
}

function constant(hex: string): Uint8Array {
  const bytes = fromHex(hex);
  if (bytes === null) throw new TypeError(`${hex} is not hexadecimal`);
  return bytes;
}
