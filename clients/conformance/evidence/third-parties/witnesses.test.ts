import { describe, expect, test } from "vitest";

import { readStoredBundle } from "../../../../core/encoding/bundle.ts";
import { utf8 } from "../../../../core/encoding/bytes.ts";
import { canonicalBytes } from "../../../../core/encoding/canonical-json.ts";
import { readNote } from "../../../../core/evidence/log/signed-note.ts";
import { parseTlogProof } from "../../../../core/evidence/log/tlog-proof.ts";
import { readTrust, writeTrust } from "../../../../core/evidence/keys/trust.ts";
import type { VerifyOptions } from "../../../../core/evidence/verify/verification-input.ts";
import { verifyBundle } from "../../../../core/evidence/verify/verify-bundle.ts";
import { primitives, testSigner } from "../examples/example-evidence.ts";
import { exampleLogSigner, exampleOrigin, noteSigner } from "../examples/example-log.ts";
import { exampleWitness } from "../examples/example-witness.ts";
import { fromStart, realRescore } from "../examples/scored-evidence.ts";

/** Lines of witnesses under the example log's checkpoint; the attack matrix's rows T-35 to T-37. */
const seenAtS = 1_795_170_000;
const issued = readStoredBundle(fromStart.issued.bytes);
const text = readNote(utf8(parseTlogProof(issued.proof.log!.tlog_proof)!.checkpoint))!.text;

/** A line under the checkpoint of the example, unless another text is given. */
function witness(seed: string, name?: string) {
  const made = exampleWitness(seed, name);
  return { key: made.key, line: (timestampS = seenAtS, of = text) => made.line(of, timestampS) };
}
type TestWitness = ReturnType<typeof witness>;

const one = witness("one");
const two = witness("two");

function check(
  lines: readonly string[],
  options: VerifyOptions & { readonly witnesses?: readonly TestWitness[]; readonly threshold?: number } = {},
) {
  const { witnesses = [one, two], threshold, ...verify } = options;
  const file = JSON.parse(
    writeTrust([testSigner], [exampleLogSigner], {
      timeStampRoots: [],
      witnesses: witnesses.map(({ key }) => key),
    }),
  ) as object;
  const text = JSON.stringify({ ...file, ...(threshold !== undefined && { witness_threshold: threshold }) });
  const log = { ...issued.proof.log!, tlog_proof: issued.proof.log!.tlog_proof + lines.join("") };
  const input = {
    bundle: canonicalBytes({ ...issued, proof: { ...issued.proof, log } }),
    frames: fromStart.frames.bytes,
    trust: readTrust(utf8(text), primitives.sha256),
  };
  const report = verifyBundle(input, primitives, { rescore: realRescore, ...verify });
  const { verdict, code, findings, provenTime } = report;
  return { verdict, code, witnesses: findings.witnesses, notAfter: provenTime.notAfter };
}

test("cosignatures of trusted witnesses count, and the last one needed gives the time", () => {
  const lines = [one.line(seenAtS), two.line(seenAtS + 60)];
  const report = check(lines, { threshold: 2 });
  expect(report).toMatchObject({ verdict: "valid", code: null, witnesses: { kind: "pass" } });
  expect(report.notAfter).toBe(new Date((seenAtS + 60) * 1000).toISOString());
  expect(check(lines, { threshold: 1 }).notAfter).toBe(new Date(seenAtS * 1000).toISOString());
});

test("a trust file that names no witness refuses their lines: nobody would check them", () => {
  expect(check([one.line()], { witnesses: [] })).toMatchObject({ verdict: "invalid", code: "E_CHECKPOINT" });
});

test("T-29 a cosignature of another checkpoint, such as one of the same size with another root", () => {
  const other = text.replace(/\n[^\n]+\n$/, `\n${Buffer.alloc(32).toString("base64")}\n`);
  expect(check([one.line(seenAtS, other)])).toMatchObject({ verdict: "invalid", code: "E_WITNESS" });
});

test("T-35 one witness twice, and under two names", () => {
  const refused = { verdict: "invalid", code: "E_WITNESS" };
  expect(check([one.line(), one.line()], { threshold: 2 })).toMatchObject(refused);
  const alias = witness("one", "alias.example/w");
  const witnesses = [one, alias];
  expect(check([one.line(), alias.line()], { witnesses, threshold: 2 })).toMatchObject(refused);
});

test("T-36 stripped: invalid where one is due, incomplete where one was only hoped for", () => {
  const refused = { verdict: "invalid", code: "E_WITNESS" };
  expect(check([one.line()], { threshold: 2 })).toMatchObject(refused);
  expect(check([], { threshold: 1 })).toMatchObject(refused);
  expect(check([], { requireWitness: true })).toMatchObject(refused);
  expect(check([])).toMatchObject({ verdict: "incomplete", code: null });
});

test("a witness's time may not lie in the future", () => {
  expect(check([one.line()], { nowUs: (seenAtS - 3_600) * 1e6 })).toMatchObject({ code: "E_WITNESS" });
  expect(check([one.line()], { nowUs: (seenAtS + 1) * 1e6 })).toMatchObject({ verdict: "valid" });
});

test("any bit of a cosignature changed is refused", () => {
  const line = one.line();
  const kept: number[] = [];
  for (let at = 0; at < line.length; at++) {
    const bent = line.slice(0, at) + String.fromCharCode(line.charCodeAt(at) ^ 1) + line.slice(at + 1);
    if (check([bent], { rescore: undefined as never }).verdict === "valid") kept.push(at);
  }
  expect(kept).toEqual([]);
});

describe("T-37 a line by a name that", () => {
  const lineNamed = (name: string) => one.line().replace("one.example/w", name);
  test.each([
    ["holds a plus", "one.example+w"],
    ["holds a space", "one.example w"],
    ["is a pattern", "one.*"],
    ["is the log's", exampleOrigin],
    ["is another witness's", "two.example/w"],
  ])("%s is no witness's", (_, name) => {
    expect(check([lineNamed(name)])).toMatchObject({ verdict: "invalid", code: "E_CHECKPOINT" });
  });

  test("is the log's, listed as a witness, makes the trust file unfit", () => {
    const imposter = witness("one", exampleOrigin);
    expect(check([], { witnesses: [imposter] })).toMatchObject({ verdict: "invalid", code: "E_KEYRING" });
  });
});

test("a second line by the log's own key is no witness's", () => {
  const signature = exampleLogSigner.sign(utf8(text));
  const bytes = Buffer.concat([exampleLogSigner.keyHash, signature]).toString("base64");
  expect(check([`\u2014 ${exampleOrigin} ${bytes}\n`])).toMatchObject({ code: "E_CHECKPOINT" });
  expect(check([`\u2014 ${noteSigner("log.example.net").name} ${bytes}\n`])).toMatchObject({
    code: "E_CHECKPOINT",
  });
});
