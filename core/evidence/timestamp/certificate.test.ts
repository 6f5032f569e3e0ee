import { generateKeyPairSync, X509Certificate } from "node:crypto";
import { expect, test } from "vitest";

import {
  certificate,
  exampleAuthority,
  extensions,
} from "../../../clients/conformance/evidence/examples/time-stamp-authority.ts";
import { DerFault } from "../../encoding/der.ts";
import { extensionNames, readCertificate } from "./certificate.ts";

const { root, signer } = exampleAuthority("authority");

test("a certificate reads as Node reads it", () => {
  const theirs = new X509Certificate(signer.bytes);
  expect(signer.serial).toBe(BigInt(`0x${theirs.serialNumber}`));
  expect(signer.notBeforeUs).toBe(theirs.validFromDate.getTime() * 1000);
  expect(signer.notAfterUs).toBe(theirs.validToDate.getTime() * 1000 + 999_999);
  expect(Buffer.from(signer.spki)).toEqual(theirs.publicKey.export({ type: "spki", format: "der" }));
  expect(signer.issuer).toEqual(root.subject);
});

test("extensions are found by their identifier, with whether they are critical", () => {
  expect(signer.extensions.get(extensionNames.extendedKeyUsage)?.isCritical).toBe(true);
  expect(signer.extensions.has(extensionNames.basicConstraints)).toBe(false);
  expect(root.extensions.has(extensionNames.basicConstraints)).toBe(true);
});

test("an extension that stands twice, and bytes that are no certificate, are refused", () => {
  const { publicKey: key, privateKey: issuerKey } = generateKeyPairSync("ed25519");
  const twice = [extensions.authority, extensions.authority];
  const doubled = certificate({ subject: "a", issuer: "a", key, issuerKey, extensions: twice });
  expect(() => readCertificate(doubled)).toThrow("stands twice");
  expect(() => readCertificate(signer.bytes.slice(0, -1))).toThrow(DerFault);
  expect(() => readCertificate(Uint8Array.of(0x30, 0))).toThrow(DerFault);
});
