import { hash, sign, type KeyObject } from "node:crypto";

import { concatBytes, utf8 } from "../../../../core/encoding/bytes.ts";
import { contextTag, derTags, writeDer, writeInteger } from "../../../../core/encoding/der.ts";
import { readCertificate, type Certificate } from "../../../../core/evidence/timestamp/certificate.ts";
import { exampleKey } from "./example-key.ts";

/** A time-stamp authority without openssl: a root, a signer below it, and answers of RFC 3161, all Ed25519. */
export interface ExampleAuthority {
  readonly root: Certificate;
  readonly signer: Certificate;
  /** An answer about `data` at this moment; what is `given` besides is for forgeries. */
  stamp(data: Uint8Array, atMs: number, given?: ForgedParts): Uint8Array;
}

export interface ForgedParts {
  readonly certificates?: readonly Uint8Array[];
  /** Another certificate of the signer's key, bound and held in place of the authority's. */
  readonly signer?: Uint8Array;
  readonly accuracySeconds?: number;
  readonly nonce?: bigint;
  readonly status?: bigint;
}

export interface CertificateParts {
  readonly subject: string;
  readonly issuer: string;
  readonly key: KeyObject;
  readonly issuerKey: KeyObject;
  readonly serial?: bigint;
  /** DER of the values of extensions, by identifier. */
  readonly extensions: readonly {
    readonly identifier: Uint8Array;
    readonly isCritical: boolean;
    readonly value: Uint8Array;
  }[];
}

const sequence = (...parts: readonly Uint8Array[]) => writeDer(derTags.sequence, ...parts);
const set = (...parts: readonly Uint8Array[]) => writeDer(derTags.set, ...parts);
const octets = (bytes: Uint8Array) => writeDer(derTags.octetString, bytes);
const boolean = (value: boolean) => writeDer(derTags.boolean, Uint8Array.of(value ? 0xff : 0));
const explicit = (number: number, ...parts: readonly Uint8Array[]) =>
  writeDer(contextTag(number, { constructed: true }), ...parts);
const bits = (bytes: Uint8Array) => writeDer(derTags.bitString, Uint8Array.of(0), bytes);

/** An object identifier out of its dotted decimal form. */
export function identifier(dotted: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  return writeDer(derTags.objectIdentifier, Uint8Array.from([first * 40 + second, ...rest].flatMap(base128)));
}

function base128(arc: number): readonly number[] {
  const digits = [arc % 128];
  for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128))
    digits.unshift((left % 128) | 0x80);
  return digits;
}

const ed25519 = sequence(identifier("1.3.101.112"));
const sha256Algorithm = sequence(identifier("2.16.840.1.101.3.4.2.1"));
const sha512Algorithm = sequence(identifier("2.16.840.1.101.3.4.2.3"));
const nameOf = (text: string) => sequence(set(sequence(identifier("2.5.4.3"), writeDer(0x0c, utf8(text)))));
const utc = (text: string) => writeDer(derTags.utcTime, utf8(text));
const validity = sequence(utc("200101000000Z"), utc("491231235959Z"));
const publicOf = (key: KeyObject) => new Uint8Array(key.export({ type: "spki", format: "der" }));

export const extensions = {
  timeStamping: {
    identifier: identifier("2.5.29.37"),
    isCritical: true,
    value: sequence(identifier("1.3.6.1.5.5.7.3.8")),
  },
  authority: { identifier: identifier("2.5.29.19"), isCritical: true, value: sequence(boolean(true)) },
} as const;

/** An X.509 v3 certificate, DER, valid from 2020 to 2049. `key` is the public side of who is certified. */
export function certificate(parts: CertificateParts): Uint8Array {
  const { subject, issuer, key, issuerKey, serial = 1n } = parts;
  const listed = parts.extensions.map((one) =>
    sequence(one.identifier, ...(one.isCritical ? [boolean(true)] : []), octets(one.value)),
  );
  const signed = sequence(
    explicit(0, writeInteger(2n)),
    writeInteger(serial),
    ed25519,
    nameOf(issuer),
    validity,
    nameOf(subject),
    publicOf(key),
    explicit(3, sequence(...listed)),
  );
  return sequence(signed, ed25519, bits(sign(null, signed, issuerKey)));
}

/** The same keys whenever it is made; another name is another authority. */
export function exampleAuthority(name: string): ExampleAuthority {
  const [rootKey, signerKey] = [exampleKey(`authority ${name} root`), exampleKey(`authority ${name}`)];
  const root = certificate({
    subject: `${name} root`,
    issuer: `${name} root`,
    key: rootKey.publicKey,
    issuerKey: rootKey.privateKey,
    extensions: [extensions.authority],
  });
  const signer = certificate({
    subject: name,
    issuer: `${name} root`,
    key: signerKey.publicKey,
    issuerKey: rootKey.privateKey,
    serial: 7n,
    extensions: [extensions.timeStamping],
  });
  return {
    root: readCertificate(root),
    signer: readCertificate(signer),
    stamp: (data, atMs, given = {}) =>
      answer(
        { data, atMs, signer: given.signer ?? signer, issuer: `${name} root`, key: signerKey.privateKey },
        given,
      ),
  };
}

function answer(
  made: {
    readonly data: Uint8Array;
    readonly atMs: number;
    readonly signer: Uint8Array;
    readonly issuer: string;
    readonly key: KeyObject;
  },
  { certificates = [made.signer], accuracySeconds, nonce, status = 0n }: ForgedParts,
): Uint8Array {
  const time = new Date(made.atMs).toISOString().replaceAll(/[-:T]|\.?0*Z$/g, "");
  const info = sequence(
    writeInteger(1n),
    identifier("1.2.3.4"),
    sequence(sha256Algorithm, octets(hash("sha256", made.data, "buffer"))),
    writeInteger(1n),
    writeDer(derTags.generalizedTime, utf8(`${time}Z`)),
    ...(accuracySeconds === undefined ? [] : [sequence(writeInteger(BigInt(accuracySeconds)))]),
    ...(nonce === undefined ? [] : [writeInteger(nonce)]),
  );
  const attribute = (name: string, value: Uint8Array) => sequence(identifier(name), set(value));
  const attributes = concatBytes(
    attribute("1.2.840.113549.1.9.3", identifier("1.2.840.113549.1.9.16.1.4")),
    attribute("1.2.840.113549.1.9.4", octets(hash("sha512", info, "buffer"))),
    attribute(
      "1.2.840.113549.1.9.16.2.47",
      sequence(sequence(sequence(octets(hash("sha256", made.signer, "buffer"))))),
    ),
  );
  const signerInfo = sequence(
    writeInteger(1n),
    sequence(nameOf(made.issuer), writeInteger(7n)),
    sha512Algorithm,
    explicit(0, attributes),
    ed25519,
    octets(sign(null, set(attributes), made.key)),
  );
  const signedData = sequence(
    writeInteger(3n),
    set(sha512Algorithm),
    sequence(identifier("1.2.840.113549.1.9.16.1.4"), explicit(0, octets(info))),
    explicit(0, ...certificates),
    set(signerInfo),
  );
  const token = sequence(identifier("1.2.840.113549.1.7.2"), explicit(0, signedData));
  return sequence(sequence(writeInteger(status)), token);
}
