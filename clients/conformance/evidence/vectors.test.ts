import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { parseInstant } from "../../../core/encoding/instant.ts";
import { readTrust } from "../../../core/evidence/keys/trust.ts";
import { verifyBundle } from "../../../core/evidence/verify/verify-bundle.ts";
import { utf8 } from "../../../core/encoding/bytes.ts";
import { keyringCaseFrames, keyringCases } from "./tamperings/keyring-cases.ts";
import { applyEdits } from "./tamperings/edit-script.ts";
import { primitives } from "./examples/example-evidence.ts";
import { falseScores, realRescore } from "./examples/scored-evidence.ts";
import { saidTwice } from "./tamperings/scoring-tamperings.ts";
import { reportCases } from "./tamperings/report-cases.ts";
import { reportOn } from "./report-vectors.ts";
import { vectorFiles, type VectorCase } from "./write-vectors.ts";

function file(name: string): Uint8Array {
  return readFileSync(new URL(name, import.meta.url));
}

const trustOf = ({ trust = [] }: Pick<VectorCase, "trust">) =>
  readTrust(applyEdits(file("trust.json"), trust), primitives.sha256);
const trust = trustOf({});
const { cases } = JSON.parse(Buffer.from(file("cases.json")).toString()) as {
  readonly cases: readonly VectorCase[];
};

test.each(cases)("vector $base: $name", (one) => {
  const { base, bundle, frames, verdict, code, stated = [], now, stale } = one;
  const input = {
    bundle: applyEdits(file(`${base}.bundle.json`), bundle),
    frames: applyEdits(file(`${base}.frames.ndjson`), frames),
    trust: trustOf(one),
  };
  const report = verifyBundle(input, primitives, {
    rescore: realRescore,
    ...(now !== undefined && { nowUs: parseInstant(now)! }),
  });
  expect(report).toMatchObject({ verdict, code });
  if (stale === true)
    expect(report.findings.trustedKeys).toMatchObject({ kind: "not_checked", wanted: true });
  const { scoring: found } = report.findings;
  for (const words of stated) expect(found.kind === "fail" && found.detail).toContain(words);
});

test("what is said twice is compared as said, both places named, and recomputed all the same", () => {
  const cases = saidTwice.map(({ changed, other }) => {
    const { input } = falseScores.find(({ name }) => name === `T-46 ${changed} alone`)!;
    const given = { bundle: input.bundle!, frames: input.frames!, trust };
    const { scoring: found } = verifyBundle(given, primitives, { rescore: realRescore }).findings;
    return { changed, other, detail: found.kind === "fail" ? found.detail : found.kind };
  });
  for (const { changed, other, detail } of cases) {
    expect(detail).toMatch(/^given here /);
    const [said] = detail.split("; ");
    expect(said).toContain(` ${changed} `);
    expect(detail).toContain(` ${other} `);
    // Nobody but the fold recomputes, and it names the very member that was changed.
    expect(said).not.toContain("recomputed");
  }
  expect(cases.find(({ changed }) => changed === "/scoring/outputs/tier")!.detail).toBe(
    'given here /tier "CRITICAL", there /scoring/outputs/tier "NOMINAL"; ' +
      'given here /tier_transition/after/tier "CRITICAL", there /scoring/outputs/tier "NOMINAL"; ' +
      '/scoring/outputs/tier: recorded "NOMINAL", recomputed "CRITICAL"',
  );
});

test("a change nobody signed is not folded, and the verifier says so behind what it could compare", () => {
  const bundle = Buffer.from(file("scored.bundle.json")).toString();
  const outputs = bundle.replace(/("t2_limit":[^}]*"tier":)"CRITICAL"/, '$1"NOMINAL"');
  expect(outputs).not.toBe(bundle);
  const given = { bundle: Buffer.from(outputs), frames: file("scored.frames.ndjson"), trust };
  const report = verifyBundle(given, primitives, { rescore: realRescore });
  expect(report).toMatchObject({ verdict: "invalid", code: "E_DIGEST" });
  expect(report.findings.scoring).toEqual({
    kind: "fail",
    detail:
      'given here /tier "CRITICAL", there /scoring/outputs/tier "NOMINAL"; ' +
      'given here /tier_transition/after/tier "CRITICAL", there /scoring/outputs/tier "NOMINAL"; ' +
      "not recomputed: nobody trusted signed the parameters",
  });
});

test.each(keyringCases())("evidence under a keyring: $name", ({ bundle, keyring, trust: pin, code }) => {
  const input = {
    bundle,
    frames: keyringCaseFrames,
    keyring,
    trust: readTrust(utf8(pin), primitives.sha256),
  };
  const verdict = code === null ? "valid" : "invalid";
  expect(verifyBundle(input, primitives, { rescore: realRescore })).toMatchObject({ verdict, code });
});

test.each(reportCases())("a whole report: $name", (one) => {
  expect(reportOn(one)).toMatchObject({ verdict: one.verdict, code: one.code });
});

test("vector scored-from-state: as issued", () => {
  const bundle = file("scored-from-state.bundle.json");
  const frames = file("scored-from-state.frames.ndjson");
  const report = verifyBundle({ bundle, frames, trust }, primitives, { rescore: realRescore });
  expect(report).toMatchObject({ verdict: "valid" });
});

test("the files are those that write-vectors.ts writes", () => {
  const differing = Object.entries(vectorFiles()).filter(
    ([name, bytes]) => Buffer.compare(bytes, file(name)) !== 0,
  );
  // A changed score makes evidence in the field unverifiable unless `scoringVersion` changes with it.
  const cure = "if meant: npx node clients/conformance/evidence/write-vectors.ts (and a new scoringVersion)";
  expect(
    differing.map(([name]) => name),
    cure,
  ).toEqual([]);
});
