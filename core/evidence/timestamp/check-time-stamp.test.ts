import { expect, test } from "vitest";

import { primitives } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { exampleAuthority } from "../../../clients/conformance/evidence/examples/time-stamp-authority.ts";
import { utf8 } from "../../encoding/bytes.ts";
import { checkTimeStamp, storableTimeStamp } from "./check-time-stamp.ts";
import { readTimeStamp, storedTimeStamp } from "./time-stamp-token.ts";

const x509 = primitives.x509!;
const authority = exampleAuthority("authority");
const other = exampleAuthority("other");
const data = utf8("data");
const atMs = Date.UTC(2026, 10, 20, 9, 13, 50);
const given = { data, roots: [authority.root], x509 };

test("a stamp under a trusted root proves its time, later by its accuracy", () => {
  const stored = storedTimeStamp(authority.stamp(data, atMs, { accuracySeconds: 2, nonce: 9n }));
  expect(checkTimeStamp(stored, given)).toMatchObject({
    kind: "proven",
    timeUs: atMs * 1000,
    notAfterUs: atMs * 1000 + 2_000_000,
    nonce: 9n,
    root: { bytes: authority.root.bytes },
  });
});

test("another root, other data and bytes that are no stamp are refused", () => {
  const stored = storedTimeStamp(authority.stamp(data, atMs));
  expect(checkTimeStamp(stored, { ...given, roots: [other.root] })).toMatchObject({ kind: "broken" });
  expect(checkTimeStamp(stored, { ...given, data: utf8("other") })).toMatchObject({
    detail: "it stamps something else",
  });
  expect(checkTimeStamp(utf8("stamp"), given)).toMatchObject({ kind: "broken" });
  expect(checkTimeStamp(Uint8Array.of(0x30, 0), given)).toMatchObject({ kind: "broken" });
});

test("no bit of a stored stamp can change, and nothing is thrown for it", () => {
  const stored = storedTimeStamp(authority.stamp(data, atMs));
  const kinds = Array.from(stored, (byte, at) => checkTimeStamp(stored.with(at, byte ^ 1), given).kind);
  expect(new Set(kinds)).toEqual(new Set(["broken"]));
});

test("a certificate that is not on the path is refused, and left out of what is stored", () => {
  const certificates = [authority.signer.bytes, other.signer.bytes];
  const answer = authority.stamp(data, atMs, { certificates });
  expect(checkTimeStamp(storedTimeStamp(answer), given)).toMatchObject({
    detail: "it holds certificates that are not on its path",
  });
  const stored = storableTimeStamp(answer, given);
  expect(readTimeStamp(stored).certificates.map(({ bytes }) => bytes)).toEqual([authority.signer.bytes]);
  expect(checkTimeStamp(stored, given).kind).toBe("proven");
});

test("a stamp without its signer's certificate cannot be checked", () => {
  const answer = authority.stamp(data, atMs, { certificates: [] });
  expect(checkTimeStamp(storedTimeStamp(answer), given)).toMatchObject({
    detail: "it does not hold its signer's certificate",
  });
});
