import { createHash } from "node:crypto";
import { fromBER, type Sequence } from "asn1js";
import { expect, test } from "vitest";

import { childrenOf, integerOf, objectIdentifierOf, readDer } from "../../encoding/der.ts";
import { timeStampRequest } from "./time-stamp-request.ts";

const hash = new Uint8Array(createHash("sha256").update("data").digest());

test("a request asks about a SHA-256, with its nonce and for the certificate", () => {
  const [version, imprint, nonce, wantsCertificate] = childrenOf(readDer(timeStampRequest(hash, 0x80n)));
  const [algorithm, digest] = childrenOf(imprint!);
  expect(integerOf(version)).toBe(1n);
  expect(objectIdentifierOf(childrenOf(algorithm!)[0])).toBe("2.16.840.1.101.3.4.2.1");
  expect(digest?.content).toEqual(hash);
  expect(integerOf(nonce)).toBe(0x80n);
  expect(wantsCertificate?.content).toEqual(Uint8Array.of(0xff));
});

test("asn1js reads it as four members", () => {
  const { result } = fromBER(timeStampRequest(hash, 1n).slice().buffer);
  expect((result as Sequence).valueBlock.value).toHaveLength(4);
});
