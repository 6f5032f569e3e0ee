import { equalBytes } from "../../encoding/bytes.ts";
import {
  bitsOf,
  booleanOf,
  contextTag,
  DerFault,
  derTags,
  expectChildren,
  expectTag,
  integerOf,
  objectIdentifierOf,
  readDer,
  timeOf,
  type DerValue,
} from "../../encoding/der.ts";
import { signatureSchemeOf, type SignatureScheme } from "./signature-algorithm.ts";

/** An X.509 v3 certificate (RFC 5280), as far as the path from a time stamp to its root needs it. */
export interface Certificate {
  /** DER, whole. */
  readonly bytes: Uint8Array;
  readonly signed: Uint8Array;
  readonly scheme: SignatureScheme;
  readonly signature: Uint8Array;
  readonly serial: bigint;
  /** Names are compared as their bytes. */
  readonly issuer: Uint8Array;
  readonly subject: Uint8Array;
  /** Microseconds since 1970, both included. */
  readonly notBeforeUs: number;
  readonly notAfterUs: number;
  /** SubjectPublicKeyInfo, DER. */
  readonly spki: Uint8Array;
  readonly extensions: ReadonlyMap<string, Extension>;
}

export interface Extension {
  readonly isCritical: boolean;
  readonly value: DerValue;
}

export const extensionNames = {
  keyUsage: "2.5.29.15",
  basicConstraints: "2.5.29.19",
  certificatePolicies: "2.5.29.32",
  extendedKeyUsage: "2.5.29.37",
} as const;

/** Throws `DerFault` for what is not a certificate in DER. */
export function readCertificate(bytes: Uint8Array): Certificate {
  const [signed, algorithm, signature, ...more] = expectChildren(readDer(bytes), derTags.sequence);
  const [version, serial, innerAlgorithm, issuer, validity, subject, spki, ...optional] = expectChildren(
    signed,
    derTags.sequence,
  );
  const [versionNumber] = expectChildren(version, contextTag(0, { constructed: true }));
  if (more.length > 0 || integerOf(versionNumber) !== 2n) throw new DerFault("not an X.509 v3 certificate");
  const { whole: named } = expectTag(algorithm, derTags.sequence);
  if (innerAlgorithm === undefined || !equalBytes(innerAlgorithm.whole, named)) {
    throw new DerFault("a certificate that names two signature algorithms");
  }
  const [notBefore, notAfter] = expectChildren(validity, derTags.sequence);
  return {
    bytes,
    signed: expectTag(signed, derTags.sequence).whole,
    scheme: signatureSchemeOf(algorithm),
    signature: bitsOf(signature),
    serial: integerOf(serial),
    issuer: expectTag(issuer, derTags.sequence).whole,
    subject: expectTag(subject, derTags.sequence).whole,
    notBeforeUs: timeOf(notBefore),
    // The last second counts to its end.
    notAfterUs: timeOf(notAfter) + 999_999,
    spki: expectTag(spki, derTags.sequence).whole,
    extensions: extensionsIn(optional),
  };
}

function extensionsIn(optional: readonly DerValue[]): ReadonlyMap<string, Extension> {
  const found = optional.find(({ tag }) => tag === contextTag(3, { constructed: true }));
  const extensions = new Map<string, Extension>();
  if (found === undefined) return extensions;
  const [list] = expectChildren(found, found.tag);
  for (const one of expectChildren(list, derTags.sequence)) {
    const parts = expectChildren(one, derTags.sequence);
    const identifier = objectIdentifierOf(parts[0]);
    const isCritical = parts.length === 3 && booleanOf(parts[1]);
    const value = readDer(expectTag(parts.at(-1), derTags.octetString).content);
    if (extensions.has(identifier)) throw new DerFault(`extension ${identifier} stands twice`);
    extensions.set(identifier, { isCritical, value });
  }
  return extensions;
}
