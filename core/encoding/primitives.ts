/** The cryptography a platform brings: Node's own on a server, another one in a browser. All synchronous. */
export interface Primitives {
  readonly sha256: (bytes: Uint8Array) => Uint8Array;
  /** False, never an exception, for a signature that does not verify and for a key the platform refuses. */
  readonly verifySignature: (claim: SignatureClaim) => boolean;
  /** For time stamps. A platform without it leaves them unchecked, and says so. */
  readonly x509?: X509Primitives;
}

export interface SignatureClaim {
  readonly algorithm: KeyAlgorithm;
  /** SubjectPublicKeyInfo, DER. */
  readonly spki: Uint8Array;
  /** The message itself, not its digest. */
  readonly message: Uint8Array;
  /** ECDSA: DER; Ed25519: 64 bytes. */
  readonly signature: Uint8Array;
}

export type KeyAlgorithm = "ECDSA_P256_SHA256" | "ED25519";

export type Sha256 = Primitives["sha256"];

/**
 * The cryptography that third parties' certificates and time stamps need beyond our own two algorithms. A platform that
 * has none of it leaves them unchecked, and says so.
 */
export interface X509Primitives {
  /** `sha1` only ever binds a certificate that a stronger digest signs (ESSCertID of RFC 2634). */
  readonly digest: (name: DigestName, bytes: Uint8Array) => Uint8Array;
  /** False, never an exception, for a signature that does not verify and for a key the platform refuses. */
  readonly verify: (claim: CertifiedClaim) => boolean;
}

export type DigestName = "sha1" | StrongDigest;
export type StrongDigest = "sha256" | "sha384" | "sha512";

export interface CertifiedClaim {
  readonly scheme: "rsa-pkcs1" | "ecdsa" | "ed25519";
  /** Of the message before it is signed; Ed25519 has its own. */
  readonly digest: StrongDigest;
  /** SubjectPublicKeyInfo, DER. */
  readonly spki: Uint8Array;
  readonly message: Uint8Array;
  /** ECDSA: DER. */
  readonly signature: Uint8Array;
}
