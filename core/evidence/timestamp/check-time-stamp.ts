import { equalBytes } from "../../encoding/bytes.ts";
import { timeStampingPath } from "./certificate-path.ts";
import type { Certificate } from "./certificate.ts";
import { DerFault } from "../../encoding/der.ts";
import {
  readTimeStamp,
  storedTimeStamp,
  timeStampContentType,
  type SignedAttributes,
  type TimeStampToken,
} from "./time-stamp-token.ts";
import type { X509Primitives } from "../../encoding/primitives.ts";

export type TimeStampCheck =
  | {
      readonly kind: "proven";
      /** What is stamped existed at this instant at the latest: the authority's time and its accuracy. */
      readonly notAfterUs: number;
      readonly timeUs: number;
      readonly root: Certificate;
      readonly nonce: bigint | null;
    }
  | { readonly kind: "broken"; readonly detail: string };

/**
 * Whether a stored time stamp is a trusted authority's statement that `data` existed (RFC 3161 2.4.2 and 2.3, RFC 5816):
 * imprint, signed attributes, signature, the signer's certificate and its way to a root, all valid when it was made.
 */
export function checkTimeStamp(
  stored: Uint8Array,
  given: {
    readonly data: Uint8Array;
    readonly roots: readonly Certificate[];
    readonly x509: X509Primitives;
  },
): TimeStampCheck {
  try {
    return check(readTimeStamp(stored), given);
  } catch (fault) {
    if (fault instanceof DerFault) return { kind: "broken", detail: fault.message };
    throw fault;
  }
}

/**
 * An authority's answer as it is stored: without the certificates that its way to these roots does not need, such as
 * those that lead to other roots. Throws `DerFault` for a refusal and for what is no answer.
 */
export function storableTimeStamp(
  response: Uint8Array,
  given: { readonly roots: readonly Certificate[]; readonly x509: X509Primitives },
): Uint8Array {
  const whole = storedTimeStamp(response);
  const { certificates, serial, issuer, info } = readTimeStamp(whole);
  const leaf = signerIn(certificates, { serial, issuer });
  if (leaf === undefined) return whole;
  const found = timeStampingPath(leaf, { ...given, others: certificates, atUs: info.timeUs });
  if (found.kind === "broken") return whole;
  return storedTimeStamp(whole, (one) => found.path.some(({ bytes }) => equalBytes(bytes, one)));
}

function signerIn(
  certificates: readonly Certificate[],
  { serial, issuer }: Pick<TimeStampToken, "serial" | "issuer">,
): Certificate | undefined {
  return certificates.find((one) => one.serial === serial && equalBytes(one.issuer, issuer));
}

function check(token: TimeStampToken, given: Parameters<typeof checkTimeStamp>[1]): TimeStampCheck {
  const broken = (detail: string): TimeStampCheck => ({ kind: "broken", detail });
  const { data, roots, x509 } = given;
  const { info, certificates } = token;
  if (info.imprint.digest !== "sha256" || !equalBytes(info.imprint.hash, x509.digest("sha256", data)))
    return broken("it stamps something else");
  if (token.attributes.contentType !== timeStampContentType)
    return broken("its signature is about something else");
  if (!equalBytes(token.attributes.messageDigest, x509.digest(token.digest, token.infoBytes)))
    return broken("its content is not what was signed");

  const leaf = signerIn(certificates, token);
  if (leaf === undefined) return broken("it does not hold its signer's certificate");
  const bindingFault = certificateFault(token.attributes, leaf, x509);
  if (bindingFault !== null) return broken(bindingFault);
  const { scheme, signed, signature } = token;
  if (!x509.verify({ ...scheme, spki: leaf.spki, message: signed, signature }))
    return broken("its signature does not verify");

  const found = timeStampingPath(leaf, { others: certificates, roots, atUs: info.timeUs, x509 });
  if (found.kind === "broken") return broken(found.detail);
  // A certificate that is not needed is not checked either: it could be any bytes.
  if (certificates.some((one) => !found.path.some(({ bytes }) => equalBytes(bytes, one.bytes))))
    return broken("it holds certificates that are not on its path");
  const { timeUs, accuracyUs, nonce } = info;
  return { kind: "proven", notAfterUs: timeUs + accuracyUs, timeUs, root: found.root, nonce };
}

/** Without this anybody who gets the authority's key certified again could pass the token off as another authority's. */
function certificateFault(
  { certificateIds }: SignedAttributes,
  leaf: Certificate,
  x509: X509Primitives,
): string | null {
  if (certificateIds.length === 0) return "it does not bind its signer's certificate";
  const isBound = certificateIds.every(
    ({ digest, hash, serial }) =>
      equalBytes(hash, x509.digest(digest, leaf.bytes)) && (serial === null || serial === leaf.serial),
  );
  return isBound ? null : "it binds another certificate than its signer's";
}
