import { concatBytes, equalBytes } from "../../encoding/bytes.ts";
import { readCertificate, type Certificate } from "./certificate.ts";
import {
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
  writeDer,
  type DerValue,
} from "../../encoding/der.ts";
import {
  digestNameOf,
  signatureSchemeOf,
  strongDigestOf,
  type SignatureScheme,
} from "./signature-algorithm.ts";
import type { DigestName, StrongDigest } from "../../encoding/primitives.ts";

/** An answer of a time-stamp authority (RFC 3161 TimeStampResp around a CMS SignedData), taken apart. */
export interface TimeStampToken {
  readonly info: TimeStampInfo;
  /** TSTInfo, DER: what the signed attributes give the digest of. */
  readonly infoBytes: Uint8Array;
  readonly digest: StrongDigest;
  readonly scheme: SignatureScheme;
  readonly attributes: SignedAttributes;
  /** What the signature is over: the attributes under the tag of a set. */
  readonly signed: Uint8Array;
  readonly signature: Uint8Array;
  /** Names the signer's certificate. */
  readonly issuer: Uint8Array;
  readonly serial: bigint;
  readonly certificates: readonly Certificate[];
}

export interface TimeStampInfo {
  readonly imprint: { readonly digest: DigestName; readonly hash: Uint8Array };
  /** Microseconds since 1970, and how far from it the true time may be; 0 when the authority does not say. */
  readonly timeUs: number;
  readonly accuracyUs: number;
  readonly nonce: bigint | null;
}

export interface SignedAttributes {
  readonly contentType: string;
  readonly messageDigest: Uint8Array;
  /** ESSCertID and ESSCertIDv2: digests of the signer's certificate, one an attribute. */
  readonly certificateIds: readonly CertificateId[];
}

export interface CertificateId {
  readonly digest: DigestName;
  readonly hash: Uint8Array;
  readonly serial: bigint | null;
}

const names = {
  signedData: "1.2.840.113549.1.7.2",
  timeStampInfo: "1.2.840.113549.1.9.16.1.4",
  contentType: "1.2.840.113549.1.9.3",
  messageDigest: "1.2.840.113549.1.9.4",
  signingCertificate: "1.2.840.113549.1.9.16.2.12",
  signingCertificateV2: "1.2.840.113549.1.9.16.2.47",
} as const;

const explicit = (number: number) => contextTag(number, { constructed: true });
const implicit = (number: number) => contextTag(number, { constructed: false });

/** `granted`, and nothing else: the one status a stored answer has. */
const granted = writeDer(derTags.sequence, Uint8Array.of(derTags.integer, 1, 0));

/**
 * The answer as it is stored: of everything the authority's signature does not cover only what a verifier needs, in one
 * spelling, so that no byte of it can change unnoticed. `keeps` says which of its certificates are needed. Throws `DerFault`
 * for a refusal and for what is no answer.
 */
export function storedTimeStamp(
  response: Uint8Array,
  keeps: (certificate: Uint8Array) => boolean = () => true,
): Uint8Array {
  const [status, content] = expectChildren(readDer(response), derTags.sequence);
  const [code] = expectChildren(status, derTags.sequence);
  const statusCode = integerOf(code);
  // 1 is "granted with modifications": what was modified shows in the token, which is checked.
  if (statusCode !== 0n && statusCode !== 1n)
    throw new DerFault(`the authority refused (status ${statusCode})`);
  const { version, algorithms, encapsulated, certificates, signer } = signedDataIn(content);
  const signerParts = expectChildren(signer, derTags.sequence);
  const kept = signerParts.filter(({ tag }) => tag !== explicit(1)).map(({ whole }) => whole);
  const keptCertificates = expectChildren(certificates, explicit(0))
    .map(({ whole }) => whole)
    .filter(keeps);
  const signedData = writeDer(
    derTags.sequence,
    version.whole,
    algorithms.whole,
    encapsulated.whole,
    writeDer(explicit(0), ...keptCertificates),
    writeDer(derTags.set, writeDer(derTags.sequence, ...kept)),
  );
  const [name] = expectChildren(content, derTags.sequence);
  const { whole: contentType } = expectTag(name, derTags.objectIdentifier);
  const token = writeDer(derTags.sequence, contentType, writeDer(explicit(0), signedData));
  return writeDer(derTags.sequence, granted, token);
}

/** Throws `DerFault` for anything but an answer as `storedTimeStamp` writes it. */
export function readTimeStamp(stored: Uint8Array): TimeStampToken {
  const [status, content, ...rest] = expectChildren(readDer(stored), derTags.sequence);
  if (status === undefined || !equalBytes(status.whole, granted) || rest.length > 0)
    throw new DerFault("the status is not granted");
  const parts = signedDataIn(content);
  if (parts.hasMore) throw new DerFault("the token holds more than it needs");
  const [version, identifier, digestAlgorithm, attributes, signatureAlgorithm, signature, ...unsigned] =
    expectChildren(parts.signer, derTags.sequence);
  if (integerOf(version) !== 1n || unsigned.length > 0) throw new DerFault("a signer of another kind");
  const [issuer, serial] = expectChildren(identifier, derTags.sequence);
  const [onlyAlgorithm, ...moreAlgorithms] = expectChildren(parts.algorithms, derTags.set);
  const { whole: listed } = expectTag(onlyAlgorithm, derTags.sequence);
  if (moreAlgorithms.length > 0 || !equalBytes(listed, expectTag(digestAlgorithm, derTags.sequence).whole))
    throw new DerFault("the token names other digests than its signer");
  const digest = strongDigestOf(digestAlgorithm);
  const infoBytes = infoBytesIn(parts.encapsulated);
  const signedAttributes = expectTag(attributes, explicit(0));
  return {
    info: readInfo(infoBytes),
    infoBytes,
    digest,
    scheme: signatureSchemeOf(signatureAlgorithm, digest),
    attributes: readAttributes(signedAttributes),
    signed: concatBytes(Uint8Array.of(derTags.set), signedAttributes.whole.subarray(1)),
    signature: expectTag(signature, derTags.octetString).content,
    issuer: expectTag(issuer, derTags.sequence).whole,
    serial: integerOf(serial),
    certificates: expectChildren(parts.certificates, explicit(0)).map(({ whole }) => readCertificate(whole)),
  };
}

interface SignedData {
  readonly version: DerValue;
  readonly algorithms: DerValue;
  readonly encapsulated: DerValue;
  readonly certificates: DerValue;
  readonly signer: DerValue;
  /** Revocation lists, or signers besides the one. */
  readonly hasMore: boolean;
}

function signedDataIn(content: DerValue | undefined): SignedData {
  const [name, wrapped, ...rest] = expectChildren(content, derTags.sequence);
  if (objectIdentifierOf(name) !== names.signedData || rest.length > 0) throw new DerFault("not signed data");
  const [signedData] = expectChildren(wrapped, explicit(0));
  const [version, algorithms, encapsulated, certificates, ...last] = expectChildren(
    signedData,
    derTags.sequence,
  );
  if (integerOf(version) !== 3n) throw new DerFault("signed data of another version");
  const [signer, ...others] = expectChildren(last.at(-1), derTags.set);
  return {
    version: expectTag(version, derTags.integer),
    algorithms: expectTag(algorithms, derTags.set),
    encapsulated: expectTag(encapsulated, derTags.sequence),
    certificates: expectTag(certificates, explicit(0)),
    signer: expectTag(signer, derTags.sequence),
    hasMore: last.length > 1 || others.length > 0,
  };
}

function infoBytesIn(encapsulated: DerValue): Uint8Array {
  const [name, wrapped] = expectChildren(encapsulated, derTags.sequence);
  if (objectIdentifierOf(name) !== names.timeStampInfo)
    throw new DerFault("the token is about something else");
  const [octets] = expectChildren(wrapped, explicit(0));
  return expectTag(octets, derTags.octetString).content;
}

function readInfo(bytes: Uint8Array): TimeStampInfo {
  const [version, policy, imprint, serial, time, ...optional] = expectChildren(
    readDer(bytes),
    derTags.sequence,
  );
  if (integerOf(version) !== 1n) throw new DerFault("a time stamp of another version");
  objectIdentifierOf(policy);
  integerOf(serial);
  const [algorithm, hash] = expectChildren(imprint, derTags.sequence);
  const rest = [...optional];
  const take = (tag: number) => (rest[0]?.tag === tag ? rest.shift() : undefined);
  const accuracy = take(derTags.sequence);
  const ordering = take(derTags.boolean);
  const nonce = take(derTags.integer);
  take(explicit(0));
  if (ordering !== undefined) booleanOf(ordering);
  if (rest.length > 0) throw new DerFault("a time stamp with extensions");
  return {
    imprint: { digest: digestNameOf(algorithm), hash: expectTag(hash, derTags.octetString).content },
    timeUs: timeOf(expectTag(time, derTags.generalizedTime)),
    accuracyUs: accuracy === undefined ? 0 : accuracyOf(accuracy),
    nonce: nonce === undefined ? null : integerOf(nonce),
  };
}

function accuracyOf(accuracy: DerValue): number {
  const part = (tag: number) => {
    const found = expectChildren(accuracy, derTags.sequence).find((one) => one.tag === tag);
    return found === undefined ? 0 : Number(integerOf(found, tag));
  };
  const us = part(derTags.integer) * 1_000_000 + part(implicit(0)) * 1_000 + part(implicit(1));
  if (!Number.isSafeInteger(us) || us < 0) throw new DerFault("not an accuracy");
  return us;
}

/** Others may be there, such as the time the signer claims; what is asked for must be there once. */
function readAttributes(attributes: DerValue): SignedAttributes {
  const found = new Map<string, DerValue>();
  for (const attribute of expectChildren(attributes, explicit(0))) {
    const [name, values] = expectChildren(attribute, derTags.sequence);
    const [value, ...others] = expectChildren(values, derTags.set);
    const identifier = objectIdentifierOf(name);
    if (value === undefined || others.length > 0 || found.has(identifier))
      throw new DerFault(`signed attribute ${identifier} has not one value`);
    found.set(identifier, value);
  }
  const certificateIds = [
    ...optional(found.get(names.signingCertificate), (value) => certificateId(value, "sha1")),
    ...optional(found.get(names.signingCertificateV2), (value) => certificateId(value, "sha256")),
  ];
  return {
    contentType: objectIdentifierOf(found.get(names.contentType)),
    messageDigest: expectTag(found.get(names.messageDigest), derTags.octetString).content,
    certificateIds,
  };
}

export const timeStampContentType = names.timeStampInfo;

function optional<T>(value: DerValue | undefined, read: (value: DerValue) => T): readonly T[] {
  return value === undefined ? [] : [read(value)];
}

/** SigningCertificate and SigningCertificateV2 (RFC 5035): the first identifier is the signer's own. */
function certificateId(value: DerValue, usual: DigestName): CertificateId {
  const [list] = expectChildren(value, derTags.sequence);
  const [first] = expectChildren(list, derTags.sequence);
  const parts = [...expectChildren(first, derTags.sequence)];
  const named = usual === "sha256" && parts[0]?.tag === derTags.sequence ? parts.shift() : undefined;
  const [hash, issuerSerial] = parts;
  return {
    digest: named === undefined ? usual : digestNameOf(named),
    hash: expectTag(hash, derTags.octetString).content,
    serial: issuerSerial === undefined ? null : integerOf(expectChildren(issuerSerial, derTags.sequence)[1]),
  };
}
