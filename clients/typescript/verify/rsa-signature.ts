import { toHex } from "../../../core/encoding/bytes.ts";
import {
  DerFault,
  type DerValue,
  bitsOf,
  derTags,
  expectChildren,
  expectTag,
  objectIdentifierOf,
  readDer,
} from "../../../core/encoding/der.ts";
import type { StrongDigest } from "../../../core/encoding/primitives.ts";

/** DigestInfo of RFC 8017 9.2, up to the digest itself. */
const digestHeads: Readonly<Record<StrongDigest, string>> = {
  sha256: "3031300d060960864801650304020105000420",
  sha384: "3041300d060960864801650304020205000430",
  sha512: "3051300d060960864801650304020305000440",
};

const minBits = 2048;
const maxBits = 8192;
/** A huge exponent would only keep the reader waiting. */
const maxExponent = 2n ** 64n;

/**
 * RSASSA-PKCS1-v1_5 (RFC 8017 8.2.2): the signature raised to the key's exponent must be exactly the one padded digest.
 * Comparing the whole of it leaves no room for a forged padding.
 * Throws `DerFault` for a key that is none.
 */
export function rsaSignatureHolds(claim: {
  readonly spki: Uint8Array;
  readonly signature: Uint8Array;
  readonly digest: StrongDigest;
  /** Hex. */
  readonly hashed: string;
}): boolean {
  const key = readRsaKey(claim.spki);
  if (key === null || claim.signature.length !== key.bytes) return false;
  const signature = BigInt(`0x${toHex(claim.signature)}`);
  if (signature >= key.modulus) return false;
  const opened = power(signature, key)
    .toString(16)
    .padStart(2 * key.bytes, "0");
  const digestInfo = digestHeads[claim.digest] + claim.hashed;
  const padding = "ff".repeat(key.bytes - 3 - digestInfo.length / 2);
  return opened === `0001${padding}00${digestInfo}`;
}

interface RsaKey {
  readonly modulus: bigint;
  readonly exponent: bigint;
  /** Length of the modulus. */
  readonly bytes: number;
}

const rsaEncryption = "1.2.840.113549.1.1.1";

/** SubjectPublicKeyInfo of an RSA key: sequence { algorithm, bit string { sequence { modulus, exponent } } }. */
function readRsaKey(spki: Uint8Array): RsaKey | null {
  const [algorithm, bits] = expectChildren(readDer(spki), derTags.sequence);
  const [identifier] = expectChildren(algorithm, derTags.sequence);
  if (objectIdentifierOf(identifier) !== rsaEncryption) return null;
  const numbers = expectChildren(readDer(bitsOf(bits)), derTags.sequence);
  const [modulus, exponent] = [wholeNumber(numbers[0]), wholeNumber(numbers[1])];
  const length = modulus.toString(2).length;
  const isUsable = length >= minBits && length <= maxBits && exponent > 2n && exponent < maxExponent;
  return isUsable ? { modulus, exponent, bytes: Math.ceil(length / 8) } : null;
}

/** A positive integer of any length; an RSA modulus is longer than what certificates count with. */
function wholeNumber(value: DerValue | undefined): bigint {
  const { content } = expectTag(value, derTags.integer);
  const [first] = content;
  if (first === undefined || first >= 0x80) throw new DerFault("not a positive integer");
  return BigInt(`0x${toHex(content)}`);
}

function power(base: bigint, { modulus, exponent }: RsaKey): bigint {
  let result = 1n;
  let square = base;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % modulus;
    square = (square * square) % modulus;
  }
  return result;
}
