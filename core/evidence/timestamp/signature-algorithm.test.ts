import { expect, test } from "vitest";

import { identifier } from "../../../clients/conformance/evidence/examples/time-stamp-authority.ts";
import { derTags, readDer, writeDer } from "../../encoding/der.ts";
import { digestNameOf, signatureSchemeOf, strongDigestOf } from "./signature-algorithm.ts";

const algorithm = (dotted: string, ...parameters: readonly Uint8Array[]) =>
  readDer(writeDer(derTags.sequence, identifier(dotted), ...parameters));
const none = Uint8Array.of(0x05, 0);

test("digests go by the names of RFC 5754, and SHA-1 signs nothing", () => {
  expect(digestNameOf(algorithm("2.16.840.1.101.3.4.2.1", none))).toBe("sha256");
  expect(digestNameOf(algorithm("1.3.14.3.2.26"))).toBe("sha1");
  expect(() => strongDigestOf(algorithm("1.3.14.3.2.26"))).toThrow("SHA-1");
  expect(() => digestNameOf(algorithm("1.2.840.113549.2.5"))).toThrow("is not taken");
});

test("a signature's scheme names its digest, or leaves it to the token for plain RSA", () => {
  expect(signatureSchemeOf(algorithm("1.2.840.10045.4.3.3"))).toEqual({ scheme: "ecdsa", digest: "sha384" });
  const rsa = algorithm("1.2.840.113549.1.1.1", none);
  expect(signatureSchemeOf(rsa, "sha512")).toEqual({ scheme: "rsa-pkcs1", digest: "sha512" });
  expect(() => signatureSchemeOf(rsa)).toThrow("is not taken");
  expect(() => signatureSchemeOf(algorithm("1.2.840.10045.4.3.3"), "sha256")).toThrow("two digests");
});

test("parameters other than NULL are refused", () => {
  expect(() => digestNameOf(algorithm("2.16.840.1.101.3.4.2.1", identifier("1.2.3")))).toThrow("parameters");
});
