import { generateKeyPairSync } from "node:crypto";
import { expect, test } from "vitest";

import { primitives } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import {
  certificate,
  exampleAuthority,
  extensions,
  identifier,
  type CertificateParts,
} from "../../../clients/conformance/evidence/examples/time-stamp-authority.ts";
import { readCertificate, type Certificate } from "./certificate.ts";
import { timeStampingPath } from "./certificate-path.ts";

const x509 = primitives.x509!;
const atUs = Date.UTC(2026, 0, 1) * 1000;
const { root, signer } = exampleAuthority("authority");
const keys = ["root", "middle", "leaf"].map(() => generateKeyPairSync("ed25519"));
const [rootKey, middleKey, leafKey] = keys;

function made(parts: Partial<CertificateParts>): Certificate {
  return readCertificate(
    certificate({
      subject: "leaf",
      issuer: "root",
      key: leafKey!.publicKey,
      issuerKey: rootKey!.privateKey,
      extensions: [extensions.timeStamping],
      ...parts,
    }),
  );
}
const ownRoot = made({ subject: "root", key: rootKey!.publicKey, extensions: [extensions.authority] });
const detailOf = (leaf: Certificate, others: readonly Certificate[] = []) => {
  const path = timeStampingPath(leaf, { others, roots: [ownRoot], atUs, x509 });
  return path.kind === "broken" ? path.detail : null;
};

test("the path leads from the signer to the root", () => {
  const path = timeStampingPath(signer, { others: [], roots: [root], atUs, x509 });
  expect(path).toMatchObject({ kind: "trusted", path: [{ serial: signer.serial }, { bytes: root.bytes }] });
});

test("an authority between is used, and must be one", () => {
  const leaf = made({ issuer: "middle", issuerKey: middleKey!.privateKey });
  const middle = { subject: "middle", key: middleKey!.publicKey };
  expect(detailOf(leaf, [made({ ...middle, extensions: [extensions.authority] })])).toBeNull();
  expect(detailOf(leaf, [made({ ...middle, extensions: [] })])).toContain("not an authority's");
  expect(detailOf(leaf)).toContain("does not lead to a root");
});

test("the signer's certificate is for time stamping alone, critically, and no authority's", () => {
  const { timeStamping, authority } = extensions;
  expect(detailOf(made({}))).toBeNull();
  expect(detailOf(made({ extensions: [] }))).toContain("not, critically");
  expect(detailOf(made({ extensions: [{ ...timeStamping, isCritical: false }] }))).toContain(
    "not, critically",
  );
  expect(detailOf(made({ extensions: [timeStamping, authority] }))).toContain("an authority's own");
});

test("a critical extension that is not known breaks the path, another does not", () => {
  const unknown = { identifier: identifier("1.2.3.4"), value: identifier("1.2.3"), isCritical: false };
  const withUnknown = (isCritical: boolean) =>
    made({ extensions: [extensions.timeStamping, { ...unknown, isCritical }] });
  expect(detailOf(withUnknown(false))).toBeNull();
  expect(detailOf(withUnknown(true))).toContain("1.2.3.4");
});

test("every certificate must be valid at the time of the stamp", () => {
  const late = { others: [], roots: [root], atUs: Date.UTC(2050, 0, 1) * 1000, x509 };
  expect(timeStampingPath(signer, late)).toMatchObject({
    detail: "a certificate was not valid at that time",
  });
});
