import { expect, test } from "vitest";
import {
  everyStep,
  failed,
  type Findings,
  missing,
  notApplicable,
  passed,
  type VerificationReport,
} from "../../core/evidence/verify/verification-report.ts";
import { checkLines } from "./check-lines.ts";

function linesOf(given: Partial<Findings>) {
  const findings = { ...everyStep(passed), ...given };
  return checkLines({ findings } as VerificationReport);
}

test("where every step passes, every question is answered with yes", () => {
  expect(linesOf({}).map(({ state }) => state)).toEqual(Array.from({ length: 6 }, () => "holds"));
});

test("what fails comes first, with its reason and the code that scripts quote", () => {
  const [first, ...others] = linesOf({ signature: failed("the signature is not of this key") });
  expect(first).toEqual({
    question: "Signed",
    state: "fails",
    sentence: "Signature is not valid: the signature is not of this key (E_SIGNATURE).",
  });
  expect(others.every(({ state }) => state === "holds")).toBe(true);
});

test("what could not be checked is neither yes nor no", () => {
  const frames = missing("no frames file was given", { required: false });
  const line = linesOf({ frames }).find(({ question }) => question === "Readings and scoring");
  expect(line).toMatchObject({ state: "open", sentence: "Not checked: no frames file was given." });
});

test("a kind of proof that is not there is no fault, and says so", () => {
  const absent = notApplicable("the bundle has no time stamp");
  const nobody = notApplicable("the trust file names no witness");
  const line = linesOf({ witnesses: nobody, timeStamps: absent }).find(({ question }) => question === "Time");
  expect(line).toEqual({
    question: "Time",
    state: "none",
    sentence: "The trust file names no witness; the bundle has no time stamp.",
  });
});
