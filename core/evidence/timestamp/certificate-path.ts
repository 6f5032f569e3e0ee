import { equalBytes } from "../../encoding/bytes.ts";
import { extensionNames, type Certificate } from "./certificate.ts";
import {
  booleanOf,
  DerFault,
  derTags,
  expectChildren,
  expectTag,
  integerOf,
  objectIdentifierOf,
} from "../../encoding/der.ts";
import type { X509Primitives } from "../../encoding/primitives.ts";

const timeStamping = "1.3.6.1.5.5.7.3.8";
/** Leaf, root and what lies between. */
const longestPath = 6;

export type CertificatePath =
  | {
      readonly kind: "trusted";
      readonly root: Certificate;
      /** Certificates used, the leaf first, the root last. */
      readonly path: readonly Certificate[];
    }
  | { readonly kind: "broken"; readonly detail: string };

/**
 * The way from a time-stamping certificate to one of the roots, every certificate of it valid at one instant (RFC 5280 6,
 * for the extensions that time-stamp authorities use; a critical extension it does not know breaks the path). Whether a
 * certificate was revoked is not asked: that cannot be known without a connection.
 */
export function timeStampingPath(
  leaf: Certificate,
  given: {
    readonly others: readonly Certificate[];
    readonly roots: readonly Certificate[];
    readonly atUs: number;
    readonly x509: X509Primitives;
  },
): CertificatePath {
  const leafProblem = leafFault(leaf) ?? timeFault(leaf, given.atUs);
  if (leafProblem !== null) return broken(leafProblem);
  const path = [leaf];
  let last = leaf;
  while (path.length < longestPath) {
    const issuer = issuerOf(last, given);
    if (issuer === null) return broken("the certificate does not lead to a root of the trust file");
    const below = path.length - 1;
    const problem = issuerFault(issuer.certificate, below) ?? timeFault(issuer.certificate, given.atUs);
    if (problem !== null) return broken(problem);
    last = issuer.certificate;
    path.push(last);
    if (issuer.isRoot) return { kind: "trusted", root: issuer.certificate, path };
  }
  return broken("the path of certificates is too long");
}

function broken(detail: string): CertificatePath {
  return { kind: "broken", detail };
}

function issuerOf(
  certificate: Certificate,
  given: Parameters<typeof timeStampingPath>[1],
): { readonly certificate: Certificate; readonly isRoot: boolean } | null {
  const signs = (one: Certificate) =>
    equalBytes(one.subject, certificate.issuer) && isSignedBy(certificate, one, given.x509);
  const root = given.roots.find(signs);
  if (root !== undefined) return { certificate: root, isRoot: true };
  // A certificate that signs itself leads nowhere.
  const other = given.others.find((one) => !equalBytes(one.bytes, certificate.bytes) && signs(one));
  return other === undefined ? null : { certificate: other, isRoot: false };
}

function isSignedBy(certificate: Certificate, issuer: Certificate, x509: X509Primitives): boolean {
  const { scheme, signed, signature } = certificate;
  return x509.verify({ ...scheme, spki: issuer.spki, message: signed, signature });
}

function timeFault({ notBeforeUs, notAfterUs }: Certificate, atUs: number): string | null {
  return notBeforeUs <= atUs && atUs <= notAfterUs ? null : "a certificate was not valid at that time";
}

/** RFC 3161 2.3: the extended key usage is critical and time stamping alone. */
function leafFault(leaf: Certificate): string | null {
  const usage = leaf.extensions.get(extensionNames.extendedKeyUsage);
  if (usage === undefined || !usage.isCritical)
    return "the signer's certificate is not, critically, for time stamping";
  const purposes = expectChildren(usage.value, derTags.sequence).map(objectIdentifierOf);
  if (purposes.length !== 1 || purposes[0] !== timeStamping)
    return "the signer's certificate is not for time stamping alone";
  if (authorityOf(leaf) !== null) return "the signer's certificate is an authority's own";
  const bits = keyUsageOf(leaf);
  if (bits !== null && (bits & (keyUsageBits.digitalSignature | keyUsageBits.nonRepudiation)) === 0)
    return "the signer's certificate is not for signatures";
  return extensionFault(leaf);
}

/** `below` is the number of authorities between this one and the leaf. */
function issuerFault(issuer: Certificate, below: number): string | null {
  const authority = authorityOf(issuer);
  if (authority === null) return "a certificate on the path is not an authority's";
  if (authority.pathLength !== null && below > authority.pathLength) return "an authority's path is too long";
  const bits = keyUsageOf(issuer);
  if (bits !== null && (bits & keyUsageBits.certificateSigning) === 0)
    return "an authority's key is not for certificates";
  const usage = issuer.extensions.get(extensionNames.extendedKeyUsage);
  const purposes = usage && expectChildren(usage.value, derTags.sequence).map(objectIdentifierOf);
  if (purposes !== undefined && !purposes.some((one) => one === timeStamping || one === anyPurpose))
    return "an authority is not for time stamping";
  return extensionFault(issuer);
}

const anyPurpose = "2.5.29.37.0";
const understood = new Set<string>(Object.values(extensionNames));

function extensionFault({ extensions }: Certificate): string | null {
  for (const [identifier, { isCritical }] of extensions) {
    if (isCritical && !understood.has(identifier))
      return `a certificate has the critical extension ${identifier}, which this verifier does not know`;
  }
  return null;
}

/** Null for a certificate that is no authority's. */
function authorityOf({ extensions }: Certificate): { readonly pathLength: bigint | null } | null {
  const found = extensions.get(extensionNames.basicConstraints);
  if (found === undefined) return null;
  const [isAuthority, pathLength] = expectChildren(found.value, derTags.sequence);
  if (isAuthority === undefined || !booleanOf(isAuthority)) return null;
  return { pathLength: pathLength === undefined ? null : integerOf(pathLength) };
}

const keyUsageBits = { digitalSignature: 0x80, nonRepudiation: 0x40, certificateSigning: 0x04 } as const;

/** The first eight of the named bits; null when the extension is not there. */
function keyUsageOf({ extensions }: Certificate): number | null {
  const found = extensions.get(extensionNames.keyUsage);
  if (found === undefined) return null;
  const { content } = expectTag(found.value, derTags.bitString);
  const bits = content[1];
  if (bits === undefined) throw new DerFault("an empty key usage");
  return bits;
}
