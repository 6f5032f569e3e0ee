import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { readStoredBundle } from "../../../core/encoding/bundle.ts";
import { knownScorers } from "../../../core/scorers/known-scorers.ts";
import {
  judgedCases,
  judgedKeyringCases,
  judgedReportCases,
} from "../../conformance/evidence/evidence-vectors.ts";
import { trustText } from "../../conformance/evidence/examples/example-evidence.ts";
import { keptFile } from "../../conformance/evidence/examples/kept-evidence.ts";
import { fromStart } from "../../conformance/evidence/examples/scored-evidence.ts";
import { applyEdits } from "../../conformance/evidence/tamperings/edit-script.ts";
import { keyringCaseFrames } from "../../conformance/evidence/tamperings/keyring-cases.ts";
import { trustWith } from "../../conformance/evidence/tamperings/policy-cases.ts";
import { issued, frames } from "../../conformance/evidence/examples/toy-evidence.ts";
import { stepsOf } from "../../conformance/evidence/report-vectors.ts";
import type { ReportCase } from "../../conformance/evidence/tamperings/report-cases.ts";
import { TrustFileError, verifyEvidence } from "./verify-evidence.ts";

/** One evidence case of each kind, through what the package publishes; all of them: clients/conformance/evidence. */
const scored = { bundle: fromStart.issued.bytes, frames: fromStart.frames.bytes };
const bases = { toy: { bundle: issued.bytes, frames: frames.bytes }, scored };

/** What names no moment is judged at this one, and not at another one each day. */
const judgedAt = "2026-11-24T00:00:00Z";

test("a case of each verdict and each code is judged as by our own verifier", async () => {
  const cases = firstOfEach(judgedCases.filter(({ base }) => base in bases));
  expect(cases.length).toBeGreaterThanOrEqual(14);
  for (const one of cases) {
    const base = bases[one.base as keyof typeof bases];
    const report = await verifyEvidence(
      applyEdits(base.bundle, one.bundle),
      applyEdits(base.frames, one.frames),
      {
        trust: applyEdits(Buffer.from(trustText), one.trust ?? []),
        now: one.now ?? judgedAt,
      },
    );
    expect(report, one.name).toMatchObject({ verdict: one.verdict, code: one.code });
  }
});

test("so is a case of each code under a keyring", async () => {
  for (const one of firstOfEach(judgedKeyringCases.map((each) => ({ ...each, ...each.report })))) {
    const { bundle, trust, keyring } = one;
    const report = await verifyEvidence(bundle, keyringCaseFrames, { now: judgedAt, trust, keyring });
    expect(report, one.name).toMatchObject({ verdict: one.verdict, code: one.code });
  }
});

test("so is a case of each thing that may be given or asked besides", async () => {
  const asking = new Map(
    judgedReportCases.map((one) => [[one.report.statement === null, ...askedIn(one)].join(), one]),
  );
  expect(asking.size).toBeGreaterThan(5);
  for (const one of asking.values()) {
    const { bundle = scored.bundle, frames: given = scored.frames } = one;
    const report = await verifyEvidence(bundle, given, optionsOf(one));
    expect(report, one.name).toMatchObject({ verdict: one.verdict, code: one.code });
    expect(report.steps.map(({ result }) => result[0]).join("")).toBe(stepsOf(one.report));
  }
});

function optionsOf({ trust = {}, now = judgedAt, ...one }: ReportCase) {
  const { event_id: eventId } = readStoredBundle(scored.bundle);
  const { require, requireOrganisation, relaxed, knownDigest, sigstore } = one;
  return {
    trust: trustWith(trust),
    now,
    ...(require && { require }),
    ...(requireOrganisation !== undefined && { requireOrganisation }),
    ...(relaxed === true && { relaxed }),
    ...(knownDigest !== undefined && { knownDigests: { [eventId]: knownDigest } }),
    ...(sigstore !== undefined && { sigstore }),
  };
}

function askedIn({ require = [], ...one }: ReportCase): readonly string[] {
  const names = ["requireOrganisation", "relaxed", "knownDigest", "sigstore", "frames"] as const;
  return [...require, ...names.filter((name) => one[name] !== undefined)];
}

function firstOfEach<Case extends { readonly verdict: string; readonly code: string | null }>(
  cases: readonly Case[],
): readonly Case[] {
  const kinds = new Map(cases.toReversed().map((one) => [`${one.verdict} ${one.code}`, one]));
  return [...kinds.values()];
}

test.each(knownScorers)("evidence scored by the frozen $version is recomputed", async ({ version }) => {
  const at = (name: string) => readFileSync(keptFile(name, version));
  const report = await verifyEvidence(at("scored.bundle.json"), at("scored.frames.ndjson"), {
    now: judgedAt,
    trust: at("trust.json"),
  });
  expect(report).toMatchObject({ verdict: "valid", code: null });
  expect(report.steps.find(({ step }) => step === "V15")?.result).toBe("pass");
});

test("a bundle without its frames is incomplete, as text as well as in bytes", async () => {
  const bundle = scored.bundle;
  expect(await verifyEvidence(bundle, null, { trust: trustText })).toMatchObject({
    verdict: "incomplete",
    exit_status: 3,
  });
  const text = Buffer.from(bundle).toString();
  expect(await verifyEvidence(text, null, { trust: trustText })).toMatchObject({
    verdict: "incomplete",
  });
});

test.each(["", "{}", "\0", "[]", "null"])("what is no bundle (%j) is a verdict, no error", async (bundle) => {
  expect(await verifyEvidence(bundle, "", { trust: trustText })).toMatchObject({
    verdict: "invalid",
    code: expect.stringMatching(/^E_(?:FORM|SCHEMA)$/u) as string,
  });
});

test("what is no trust file, and what is no moment, is an error", async () => {
  const bundle = scored.bundle;
  await expect(verifyEvidence(bundle, null, { trust: "{}" })).rejects.toBeInstanceOf(TrustFileError);
  const call = verifyEvidence(bundle, null, { trust: trustText, now: "soon" });
  await expect(call).rejects.toBeInstanceOf(RangeError);
});
