import { DerFault, derTags, expectChildren, objectIdentifierOf, type DerValue } from "../../encoding/der.ts";
import type { CertifiedClaim, DigestName, StrongDigest } from "../../encoding/primitives.ts";

/** RFC 5754 2, RFC 3370 2.1: digests as CMS and ESSCertID name them. SHA-1 is no digest to sign with. */
const digestNames: Readonly<Record<string, DigestName>> = {
  "1.3.14.3.2.26": "sha1",
  "2.16.840.1.101.3.4.2.1": "sha256",
  "2.16.840.1.101.3.4.2.2": "sha384",
  "2.16.840.1.101.3.4.2.3": "sha512",
};

export type SignatureScheme = Pick<CertifiedClaim, "scheme" | "digest">;

/** RFC 4055, RFC 5758, RFC 8410. RSASSA-PSS is not among them. */
const signatureSchemes: Readonly<Record<string, SignatureScheme>> = {
  "1.2.840.113549.1.1.11": { scheme: "rsa-pkcs1", digest: "sha256" },
  "1.2.840.113549.1.1.12": { scheme: "rsa-pkcs1", digest: "sha384" },
  "1.2.840.113549.1.1.13": { scheme: "rsa-pkcs1", digest: "sha512" },
  "1.2.840.10045.4.3.2": { scheme: "ecdsa", digest: "sha256" },
  "1.2.840.10045.4.3.3": { scheme: "ecdsa", digest: "sha384" },
  "1.2.840.10045.4.3.4": { scheme: "ecdsa", digest: "sha512" },
  "1.3.101.112": { scheme: "ed25519", digest: "sha512" },
};

const rsaEncryption = "1.2.840.113549.1.1.1";

/** The digest an AlgorithmIdentifier names. */
export function digestNameOf(algorithm: DerValue | undefined): DigestName {
  const identifier = identifierOf(algorithm);
  const name = digestNames[identifier];
  if (name === undefined) throw new DerFault(`digest ${identifier} is not taken`);
  return name;
}

/** The same where something is signed with it. */
export function strongDigestOf(algorithm: DerValue | undefined): StrongDigest {
  const name = digestNameOf(algorithm);
  if (name === "sha1") throw new DerFault("SHA-1 is not taken");
  return name;
}

/** The scheme an AlgorithmIdentifier names; CMS may say only "RSA" and name the digest elsewhere. */
export function signatureSchemeOf(algorithm: DerValue | undefined, digest?: StrongDigest): SignatureScheme {
  const identifier = identifierOf(algorithm);
  if (identifier === rsaEncryption && digest !== undefined) return { scheme: "rsa-pkcs1", digest };
  const scheme = signatureSchemes[identifier];
  if (scheme === undefined) throw new DerFault(`signature algorithm ${identifier} is not taken`);
  if (digest !== undefined && scheme.digest !== digest) throw new DerFault("two digests for one signature");
  return scheme;
}

/** Parameters are absent or NULL in all of these. */
function identifierOf(algorithm: DerValue | undefined): string {
  const [identifier, parameters, ...rest] = expectChildren(algorithm, derTags.sequence);
  const plain = parameters === undefined || (parameters.tag === 0x05 && parameters.content.length === 0);
  if (!plain || rest.length > 0) throw new DerFault("an algorithm with parameters");
  return objectIdentifierOf(identifier);
}
