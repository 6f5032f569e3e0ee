import { expect, test } from "vitest";

import { check } from "../../../clients/conformance/evidence/examples/toy-evidence.ts";
import { utf8 } from "../../encoding/bytes.ts";
import {
  everyStep,
  failed,
  finding,
  missing,
  notApplicable,
  passed,
  reportJson,
  verdictOf,
  verificationSteps,
} from "./verification-report.ts";

test("the steps are numbered from V0 on, each with its own name and code", () => {
  expect(verificationSteps.map(({ number }) => number)).toEqual(verificationSteps.map((_, at) => `V${at}`));
  expect(new Set(verificationSteps.map(({ code }) => code)).size).toBe(verificationSteps.length);
  expect(new Set(verificationSteps.map(({ step }) => step)).size).toBe(verificationSteps.length);
});

test("the first step that failed gives the code; a step left open leaves the verdict open", () => {
  const good = everyStep(passed);
  expect(verdictOf(good)).toEqual({ verdict: "valid", exitStatus: 0, code: null });
  expect(verdictOf({ ...good, witnesses: notApplicable("none") }).verdict).toBe("valid");
  const open = { ...good, frames: missing("not given", { required: false }) };
  expect(verdictOf(open)).toEqual({ verdict: "incomplete", exitStatus: 3, code: null });
  const broken = { ...open, scoring: failed("one"), envelope: failed("two") };
  expect(verdictOf(broken)).toEqual({ verdict: "invalid", exitStatus: 1, code: "E_ENVELOPE" });
});

test("what is required and missing is a fault", () => {
  expect(missing("no frames", { required: true })).toEqual({
    kind: "fail",
    detail: "required, but no frames",
  });
  expect(finding(null)).toBe(passed);
  expect(finding("wrong")).toEqual(failed("wrong"));
});

test("the report as JSON lists every step by its number, and nothing of a document that is no bundle", () => {
  const report = reportJson(check({ bundle: utf8("{}") }));
  expect(report).toMatchObject({
    verdict: "invalid",
    code: "E_SCHEMA",
    event_id: null,
    organisation: null,
    key_id: null,
  });
  const steps = report["steps"] as readonly { readonly step: string; readonly result: string }[];
  expect(steps.map(({ step }) => step)).toEqual(verificationSteps.map(({ number }) => number));
  expect(steps.map(({ result }) => result)).toEqual([
    "pass",
    "fail",
    ...steps.slice(2).map(() => "not checked"),
  ]);
});
