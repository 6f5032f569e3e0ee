import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { verifyBundle } from "../../../core/evidence/verify/verify-bundle.ts";
import { judgedCases, judgedKeyringCases, judgedReportCases, keptFiles } from "./evidence-vectors.ts";
import { primitives, trust } from "./examples/example-evidence.ts";
import { falseScores, fromStart, fromState, realRescore } from "./examples/scored-evidence.ts";
import { saidTwice } from "./tamperings/scoring-tamperings.ts";

/*
 * Our own verifier before every case, once for TypeScript; what the package and the other doors make of it is shown on
 * one case of each kind (clients/typescript/verify, e2e/evidence/every-door.system.ts).
 */
const keyringCases = judgedKeyringCases.map((one) => ({
  ...one,
  verdict: one.code === null ? "valid" : "invalid",
}));

test("each case has the verdict and the code that are due", () => {
  const all = [...judgedCases, ...keyringCases, ...judgedReportCases];
  expect(all.map(({ name, report }) => [name, report.verdict, report.code])).toEqual(
    all.map(({ name, verdict, code }) => [name, verdict, code]),
  );
});

test("a bundle that contradicts itself is told where, and a trust file that is too old is said to be", () => {
  for (const { name, stale, stated = [], report } of judgedCases) {
    const { scoring, trustedKeys } = report.findings;
    if (stale === true) expect(trustedKeys, name).toMatchObject({ kind: "not_checked", wanted: true });
    for (const words of stated) expect(scoring.kind === "fail" && scoring.detail, name).toContain(words);
  }
});

test("what is said twice is compared as said, both places named, and recomputed all the same", () => {
  const cases = saidTwice.map(({ name: due, changed, other }) => {
    const { input } = falseScores.find(({ name }) => name === due)!;
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
  const bundle = Buffer.from(fromStart.issued.bytes).toString();
  const outputs = bundle.replace(/("t2_limit":[^}]*"tier":)"CRITICAL"/, '$1"NOMINAL"');
  expect(outputs).not.toBe(bundle);
  const given = { bundle: Buffer.from(outputs), frames: fromStart.frames.bytes, trust };
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

test("evidence that starts from a stored state is valid as issued", () => {
  const given = { bundle: fromState.issued.bytes, frames: fromState.frames.bytes, trust };
  expect(verifyBundle(given, primitives, { rescore: realRescore })).toMatchObject({ verdict: "valid" });
});

test("the files that are kept, and each verdict among them, are those of today", () => {
  const differing = Object.entries(keptFiles()).filter(
    ([name, bytes]) => Buffer.compare(bytes, readFileSync(new URL(name, import.meta.url))) !== 0,
  );
  // Another verdict, or other bytes in what was issued, is a change of the evidence format.
  expect(
    differing.map(([name]) => name),
    "if meant: npm run vectors",
  ).toEqual([]);
});
