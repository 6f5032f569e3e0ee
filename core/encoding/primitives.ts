import type { X509Primitives } from "../evidence/timestamp/x509-primitives.ts";

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
