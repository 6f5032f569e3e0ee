import { createHash, createHmac, createPrivateKey, createPublicKey } from "node:crypto";

import { encodeDerSignature } from "../../../../core/encoding/der-signature.ts";
import type { Signer } from "../../../../core/evidence/keys/dsse.ts";

/**
 * ECDSA on P-256 with the nonce of RFC 6979, so that vectors come out the same on every run. For vectors only: it takes
 * its time openly and would give the key away to anyone who can measure.
 */
export function deterministicSigner(privateKey: bigint): Signer {
  const spki = publicKeyOf(privateKey);
  return {
    keyId: `sha256:${createHash("sha256").update(spki).digest("hex")}`,
    algorithm: "ECDSA_P256_SHA256",
    spki,
    sign: (message) => encodeDerSignature(signDeterministically(privateKey, message)),
  };
}

interface Point {
  readonly x: bigint;
  readonly y: bigint;
}

/** P-256, SP 800-186 3.2.1.3. */
const field = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
const generator: Point = {
  x: 0x6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296n,
  y: 0x4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5n,
};

export function signDeterministically(
  privateKey: bigint,
  message: Uint8Array,
): { readonly r: bigint; readonly s: bigint } {
  const digest = createHash("sha256").update(message).digest();
  const z = BigInt(`0x${digest.toString("hex")}`);
  const nonce = nonceFor(privateKey, z % order);
  const r = multiply(nonce, generator).x % order;
  const s = (inverse(nonce, order) * (z + r * privateKey)) % order;
  return { r, s };
}

/** RFC 6979 3.2, SHA-256, where digest and order have the same length. The loop of step h ends at once in practice. */
function nonceFor(privateKey: bigint, z: bigint): bigint {
  const secret = Buffer.concat([octets(privateKey), octets(z)]);
  let v = Buffer.alloc(32, 1);
  let k = Buffer.alloc(32, 0);
  for (const separator of [0, 1]) {
    k = hmac(k, Buffer.concat([v, Buffer.of(separator), secret]));
    v = hmac(k, v);
  }
  for (;;) {
    v = hmac(k, v);
    const candidate = BigInt(`0x${v.toString("hex")}`);
    if (candidate > 0n && candidate < order) return candidate;
    k = hmac(k, Buffer.concat([v, Buffer.of(0)]));
    v = hmac(k, v);
  }
}

function hmac(key: Buffer, message: Buffer): Buffer<ArrayBuffer> {
  return createHmac("sha256", key).update(message).digest();
}

function octets(value: bigint): Buffer {
  return Buffer.from(value.toString(16).padStart(64, "0"), "hex");
}

function multiply(scalar: bigint, point: Point): Point {
  let sum: Point | null = null;
  let power = point;
  for (let rest = scalar; rest > 0n; rest >>= 1n) {
    if (rest & 1n) sum = sum === null ? power : add(sum, power);
    power = add(power, power);
  }
  return sum!;
}

function add(one: Point, other: Point): Point {
  const slope =
    one.x === other.x
      ? (3n * one.x * one.x - 3n) * inverse(2n * one.y, field)
      : (other.y - one.y) * inverse(other.x - one.x, field);
  const x = modulo(slope * slope - one.x - other.x, field);
  return { x, y: modulo(slope * (one.x - x) - one.y, field) };
}

function modulo(value: bigint, modulus: bigint): bigint {
  const rest = value % modulus;
  return rest < 0n ? rest + modulus : rest;
}

function inverse(value: bigint, modulus: bigint): bigint {
  let [a, b] = [modulo(value, modulus), modulus];
  let [x, y] = [1n, 0n];
  while (a > 1n) {
    const quotient = b / a;
    [a, b] = [b % a, a];
    [x, y] = [y - quotient * x, x];
  }
  return modulo(x, modulus);
}

function publicKeyOf(privateKey: bigint): Uint8Array {
  const { x, y } = multiply(privateKey, generator);
  const jwk = {
    kty: "EC",
    crv: "P-256",
    d: octets(privateKey).toString("base64url"),
    x: octets(x).toString("base64url"),
    y: octets(y).toString("base64url"),
  };
  return createPublicKey(createPrivateKey({ key: jwk, format: "jwk" })).export({
    type: "spki",
    format: "der",
  });
}
