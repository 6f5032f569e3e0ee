import { fromBase64, toBase64Url } from "../../encoding/base64.ts";
import type { KeyringKey } from "./keyring.ts";

const pointBytes = 32;

/** A JSON Web Key Set (RFC 7517, 7518 and 8037) of these keys; `kid` is the key's id in the keyring. */
export function keySet(keys: readonly Pick<KeyringKey, "keyid" | "alg" | "spki">[]): {
  readonly keys: readonly Readonly<Record<string, string>>[];
} {
  return { keys: keys.map(webKey) };
}

function webKey({
  keyid,
  alg,
  spki,
}: Pick<KeyringKey, "keyid" | "alg" | "spki">): Readonly<Record<string, string>> {
  const der = fromBase64(spki);
  if (der === null) throw new TypeError(`spki of ${keyid} is not canonical base64`);
  const named = { kid: keyid, use: "sig" };
  switch (alg) {
    case "ECDSA_P256_SHA256": {
      const x = toBase64Url(der.subarray(-2 * pointBytes, -pointBytes));
      return {
        ...named,
        kty: "EC",
        crv: "P-256",
        alg: "ES256",
        x,
        y: toBase64Url(der.subarray(-pointBytes)),
      };
    }
    case "ED25519":
      return {
        ...named,
        kty: "OKP",
        crv: "Ed25519",
        alg: "EdDSA",
        x: toBase64Url(der.subarray(-pointBytes)),
      };
  }
}

const pemColumns = /.{1,64}/g;

/** SubjectPublicKeyInfo (base64) as PEM (RFC 7468). */
export function keyPem(spki: string): string {
  return `-----BEGIN PUBLIC KEY-----\n${(spki.match(pemColumns) ?? []).join("\n")}\n-----END PUBLIC KEY-----\n`;
}
