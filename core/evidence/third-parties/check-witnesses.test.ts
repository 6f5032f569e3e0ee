import { createHash, createPrivateKey, createPublicKey, sign } from "node:crypto";
import { expect, test } from "vitest";

import { primitives, trust } from "../../../clients/conformance/evidence/examples/example-evidence.ts";
import { exampleLogSigner } from "../../../clients/conformance/evidence/examples/example-log.ts";
import { bundle } from "../../../clients/conformance/evidence/examples/toy-evidence.ts";
import type { Bundle } from "../../encoding/bundle.ts";
import { utf8 } from "../../encoding/bytes.ts";
import { noteKey, noteKeyTypes, readNote } from "../log/signed-note.ts";
import { parseTlogProof } from "../log/tlog-proof.ts";
import { cosignedMessage, formatCosignature } from "./witness.ts";
import { checkWitnesses, unexpectedLineFault } from "./check-witnesses.ts";

const log = bundle.proof.log!;
const { checkpoint } = parseTlogProof(log.tlog_proof)!;
const { text } = readNote(utf8(checkpoint))!;
const seenAtS = 1_795_170_000;

function witness(name: string) {
  const seed = createHash("sha256").update(name).digest();
  const prefix = Buffer.from("302e020100300506032b657004220420", "hex");
  const secret = createPrivateKey({ key: Buffer.concat([prefix, seed]), format: "der", type: "pkcs8" });
  const publicKey = new Uint8Array(createPublicKey(secret).export({ type: "spki", format: "der" })).slice(
    -32,
  );
  const key = noteKey(name, publicKey, primitives.sha256, noteKeyTypes.cosignature);
  const line = (timestampS: number) =>
    formatCosignature(key, { timestampS, signature: sign(null, cosignedMessage(text, timestampS), secret) });
  return { key, line };
}
const one = witness("one.example.org");
const two = witness("two.example.org");
const trusting = { ...trust, witnesses: [one.key, two.key] };
const under = (...lines: readonly string[]): Bundle => ({
  ...bundle,
  proof: { ...bundle.proof, log: { ...log, tlog_proof: log.tlog_proof + lines.join("") } },
});
const check = (given: Bundle, more: { readonly witnessThreshold?: number; readonly nowUs?: number } = {}) => {
  const { witnessThreshold = null, nowUs } = more;
  return checkWitnesses(given, {
    trust: { ...trusting, witnessThreshold },
    primitives,
    nowUs,
    required: false,
  });
};

test("the last of the cosignatures needed gives the time", () => {
  const given = under(one.line(seenAtS), two.line(seenAtS + 60));
  expect(check(given).notAfterUs).toBe(seenAtS * 1e6);
  expect(check(given, { witnessThreshold: 2 }).notAfterUs).toBe((seenAtS + 60) * 1e6);
  expect(check(given, { witnessThreshold: 3 }).finding.kind).toBe("fail");
});

test("none leaves the verdict open where witnesses are named, and nothing to check where none is", () => {
  expect(check(bundle).finding).toMatchObject({ kind: "not_checked", wanted: true });
  const unnamed = checkWitnesses(bundle, { trust, primitives, nowUs: undefined, required: false });
  expect(unnamed.finding).toMatchObject({ kind: "not_checked", wanted: false });
});

test("a forged line, a second one and one of the future fail", () => {
  const forged = one.line(seenAtS).replace(/.(?==*\n$)/, (last) => (last === "A" ? "Q" : "A"));
  expect(check(under(forged)).finding).toMatchObject({ kind: "fail" });
  expect(check(under(one.line(seenAtS), one.line(seenAtS))).finding).toMatchObject({
    detail: expect.stringContaining("counted already"),
  });
  const nowUs = (seenAtS - 301) * 1e6;
  expect(check(under(one.line(seenAtS)), { nowUs }).finding).toMatchObject({
    detail: expect.stringContaining("future"),
  });
});

test("a line of anybody else is a fault of the checkpoint", () => {
  const fault = (line: string) => unexpectedLineFault(checkpoint + line, exampleLogSigner, trusting);
  expect(fault(one.line(seenAtS))).toBeNull();
  expect(fault(witness("other.example.org").line(seenAtS))).toContain("other.example.org");
});
