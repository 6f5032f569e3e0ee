import { createPublicKey } from "node:crypto";

import { importJWK, type JWK } from "jose";
import { expect, test } from "vitest";

import { ed25519Signer } from "../../../clients/conformance/evidence/examples/ed25519-signer.ts";
import { testSigner } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { toBase64 } from "../../encoding/base64.ts";
import { keyPem, keySet } from "./key-set.ts";

test.each([
  ["P-256", testSigner],
  ["Ed25519", ed25519Signer()],
])("a %s key comes out of jose and of openssl's PEM as it was", async (_, { keyId, algorithm, spki }) => {
  const listed = { keyid: keyId, alg: algorithm, spki: toBase64(spki) };
  const [jwk] = keySet([listed]).keys;
  expect(jwk).toMatchObject({ kid: keyId, use: "sig" });
  const imported = await importJWK(jwk as unknown as JWK);
  const exported = await crypto.subtle.exportKey("spki", imported as CryptoKey);
  expect(toBase64(new Uint8Array(exported))).toBe(listed.spki);

  const key = createPublicKey(keyPem(listed.spki));
  expect(keyPem(listed.spki)).toBe(key.export({ type: "spki", format: "pem" }));
});
