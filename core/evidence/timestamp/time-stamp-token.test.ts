import { createHash } from "node:crypto";
import { expect, test } from "vitest";

import { exampleAuthority } from "../../../clients/conformance/evidence/examples/time-stamp-authority.ts";
import { utf8 } from "../../encoding/bytes.ts";
import { DerFault } from "../../encoding/der.ts";
import { readTimeStamp, storedTimeStamp, timeStampContentType } from "./time-stamp-token.ts";

const authority = exampleAuthority("authority");
const data = utf8("data");
const atMs = Date.UTC(2026, 10, 20, 9, 13, 50, 412);
const answer = authority.stamp(data, atMs, { accuracySeconds: 1, nonce: 5n });

test("an answer says what was stamped, when, how exactly, and by whom", () => {
  const token = readTimeStamp(storedTimeStamp(answer));
  expect(token.info).toEqual({
    imprint: { digest: "sha256", hash: new Uint8Array(createHash("sha256").update(data).digest()) },
    timeUs: atMs * 1000,
    accuracyUs: 1_000_000,
    nonce: 5n,
  });
  expect(token.attributes.contentType).toBe(timeStampContentType);
  expect([token.scheme.scheme, token.digest, token.serial]).toEqual(["ed25519", "sha512", 7n]);
  expect(token.certificates.map(({ serial }) => serial)).toEqual([7n]);
});

test("what is stored has one spelling: storing it again changes nothing", () => {
  const stored = storedTimeStamp(answer);
  expect(storedTimeStamp(stored)).toEqual(stored);
  const modified = storedTimeStamp(
    authority.stamp(data, atMs, { accuracySeconds: 1, nonce: 5n, status: 1n }),
  );
  expect(modified).toEqual(stored);
});

test("certificates that are not kept are left out", () => {
  const { certificates } = readTimeStamp(storedTimeStamp(answer, () => false));
  expect(certificates).toEqual([]);
});

test("a refusal and what is no answer throw", () => {
  expect(() => storedTimeStamp(authority.stamp(data, atMs, { status: 2n }))).toThrow("refused (status 2)");
  expect(() => storedTimeStamp(utf8("no answer"))).toThrow(DerFault);
  expect(() => readTimeStamp(Uint8Array.of(0x30, 0))).toThrow(DerFault);
});
