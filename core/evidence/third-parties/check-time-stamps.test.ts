import { expect, test } from "vitest";

import { primitives, trust } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { bundle } from "../../../clients/conformance/evidence/examples/toy-evidence.ts";
import { exampleAuthority as authority } from "../../../clients/conformance/evidence/examples/time-stamp-authority.ts";
import { fromBase64 } from "../../encoding/base64.ts";
import { parseInstant } from "../../encoding/instant.ts";
import { attachAttestations } from "../bundle/bundle-proof.ts";
import { storedTimeStamp } from "../timestamp/time-stamp-token.ts";
import { checkTimeStamps } from "./check-time-stamps.ts";

const signature = fromBase64(bundle.proof.envelope.signatures[0]!.sig)!;
const issuedMs = Date.parse(bundle.issued_at);
const one = authority("one");
const two = authority("two");
const trusting = { ...trust, timeStampRoots: [one.root, two.root] };
const stamped = (...responses: readonly Uint8Array[]) =>
  attachAttestations(bundle, { timestamps: responses.map((each) => storedTimeStamp(each)), tlogProof: null });
const check = (given: typeof bundle, more: object = {}) =>
  checkTimeStamps(given, { trust: { ...trusting, ...more }, primitives, nowUs: undefined, required: false });

test("the earliest of the stamps gives the time", () => {
  const given = stamped(one.stamp(signature, issuedMs + 9_000), two.stamp(signature, issuedMs + 5_000));
  expect(check(given)).toMatchObject({
    finding: { kind: "pass", note: expect.stringContaining("2 of 2 hold") },
    notAfterUs: parseInstant(bundle.issued_at)! + 5_000_000,
  });
});

test("a bundle without stamps leaves the verdict open, or fails where some are due", () => {
  expect(check(bundle).finding).toMatchObject({ kind: "not_checked", wanted: true });
  expect(check(bundle, { timeStampRoots: [] }).finding).toMatchObject({ wanted: false });
  expect(check(bundle, { timeStampThreshold: 1 }).finding).toMatchObject({ kind: "fail" });
});

test("a stamp of something else, of the past, of the future or of an authority counted already fails", () => {
  const detailOf = (given: typeof bundle, nowUs?: number) => {
    const { finding } = checkTimeStamps(given, { trust: trusting, primitives, nowUs, required: false });
    return finding.kind === "fail" ? finding.detail : null;
  };
  const good = one.stamp(signature, issuedMs + 1_000);
  expect(detailOf(stamped(one.stamp(new Uint8Array(3), issuedMs)))).toBe("it stamps something else");
  expect(detailOf(stamped(one.stamp(signature, issuedMs - 301_000)))).toContain("older than the evidence");
  expect(detailOf(stamped(good), (issuedMs - 301_000) * 1_000)).toBe("it is of the future");
  expect(detailOf(stamped(good, good))).toBe("one authority is counted twice");
  const other = authority("other").stamp(signature, issuedMs + 1_000);
  expect(detailOf(stamped(other))).toContain("does not lead to a root");
});

test("a verifier without X.509 leaves stamps unchecked", () => {
  const { x509: _x509, ...plain } = primitives;
  const given = { trust: trusting, primitives: plain, nowUs: undefined, required: false };
  expect(checkTimeStamps(stamped(one.stamp(signature, issuedMs)), given).finding).toMatchObject({
    wanted: true,
  });
});
