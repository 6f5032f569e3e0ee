import { createPublicKey, verify } from "node:crypto";

import { expect, test } from "vitest";

import { encodeDerSignature } from "../../../../core/encoding/der-signature.ts";
import { deterministicSigner } from "./deterministic-p256.ts";

/** RFC 6979 A.2.5. */
const signer = deterministicSigner(0xc9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721n);

test.each([
  [
    "sample",
    0xefd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716n,
    0xf7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8n,
  ],
  [
    "test",
    0xf1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367n,
    0x019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083n,
  ],
])("the signature of %j is the one RFC 6979 states", (message, r, s) => {
  const signature = signer.sign(Buffer.from(message));
  expect(Buffer.from(signature)).toEqual(Buffer.from(encodeDerSignature({ r, s })));
});

test("the platform accepts the signature under the derived public key", () => {
  const key = createPublicKey({ key: Buffer.from(signer.spki), type: "spki", format: "der" });
  expect(verify("sha256", Buffer.from("message"), key, signer.sign(Buffer.from("message")))).toBe(true);
});
