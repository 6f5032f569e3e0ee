import { derTags, writeDer, writeInteger } from "./der.ts";

/** Order of the P-256 group (FIPS 186-5, SP 800-186 3.2.1.3). */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

export interface EcdsaSignature {
  readonly r: bigint;
  readonly s: bigint;
}

/**
 * ECDSA-Sig-Value (RFC 3279) by strict DER: shortest lengths, shortest integers, nothing left over, 0 < r, s < n.
 * Null for anything else.
 */
export function decodeDerSignature(der: Uint8Array): EcdsaSignature | null {
  if (der.length < 8 || der[0] !== 0x30 || der[1] !== der.length - 2) return null;
  const r = readInteger(der, 2);
  if (r === null) return null;
  const s = readInteger(der, r.end);
  if (s === null || s.end !== der.length) return null;
  return { r: r.value, s: s.value };
}

export function encodeDerSignature({ r, s }: EcdsaSignature): Uint8Array {
  return writeDer(derTags.sequence, writeInteger(r), writeInteger(s));
}

/** (r, s) and (r, n − s) both verify; the lower s is the one we write and the only one we accept. */
export function isLowS({ s }: EcdsaSignature): boolean {
  return s <= order / 2n;
}

/** The same signature with the lower s. Throws on bytes that are not a strict DER signature. */
export function lowSSignature(der: Uint8Array): Uint8Array {
  const signature = decodeDerSignature(der);
  if (signature === null) throw new RangeError("not a DER-encoded P-256 signature");
  return isLowS(signature) ? der : encodeDerSignature({ r: signature.r, s: order - signature.s });
}

function readInteger(der: Uint8Array, at: number): { readonly value: bigint; readonly end: number } | null {
  const length = der[at + 1];
  if (der[at] !== derTags.integer || length === undefined) return null;
  const end = at + 2 + length;
  const bytes = der.subarray(at + 2, end);
  if (bytes.length < length || !isShortestPositive(bytes)) return null;
  const value = bytes.reduce((sum, byte) => (sum << 8n) | BigInt(byte), 0n);
  return value < order ? { value, end } : null;
}

/** Not empty, no sign, and no 0 before it but to say that it has none. */
function isShortestPositive(bytes: Uint8Array): boolean {
  const [first, second] = bytes;
  if (first === undefined || first >= 0x80) return false;
  return first !== 0 || (second !== undefined && second >= 0x80);
}
