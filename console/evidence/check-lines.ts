import {
  type Finding,
  type VerificationReport,
  verificationSteps,
  type VerificationStep,
} from "../../core/evidence/verify/verification-report.ts";

/** One question about evidence, answered from the steps that bear on it. */
export interface CheckLine {
  readonly question: string;
  /** `none`: there is nothing of the kind to check, which is no fault. */
  readonly state: "holds" | "fails" | "open" | "none";
  readonly sentence: string;
}

interface Question {
  readonly question: string;
  readonly steps: readonly VerificationStep[];
  readonly holds: string;
  readonly fails: string;
}

const questions: readonly Question[] = [
  {
    question: "Unchanged",
    steps: ["form", "schema", "contentDigest"],
    holds: "Digest matches: nothing in it was changed since it was issued",
    fails: "It was changed after it was issued, or is not evidence",
  },
  {
    question: "Signed",
    steps: ["envelope", "trustedKeys", "signature", "statement", "keyWindow"],
    holds: "Signature valid, by a key of the trust file that was valid then",
    fails: "Signature is not valid",
  },
  {
    question: "In the log",
    steps: ["logEntry", "checkpoint", "inclusion"],
    holds: "In the log: it cannot be removed or replaced unnoticed",
    fails: "Its place in the log is not valid",
  },
  {
    question: "Time",
    steps: ["witnesses", "timeStamps"],
    holds: "Time stamp: a third party confirms that it existed then",
    fails: "Its time stamps or witnesses are not valid",
  },
  {
    question: "Custody",
    steps: ["custody"],
    holds: "Its chain of custody up to the issue is complete",
    fails: "Its chain of custody up to the issue is broken",
  },
  {
    question: "Readings and scoring",
    steps: ["frames", "scoring"],
    holds: "The readings are those that were signed, and recomputing the scoring gives the same result",
    fails: "Readings or scoring are not those that were signed",
  },
];

/** The questions a reader has, what fails first. */
export function checkLines({ findings }: VerificationReport): readonly CheckLine[] {
  const lines = questions.map((question) => lineOf(question, findings));
  return lines.toSorted((one, other) => Number(other.state === "fails") - Number(one.state === "fails"));
}

function lineOf(question: Question, findings: VerificationReport["findings"]): CheckLine {
  const found = question.steps.map((step) => ({ step, finding: findings[step] }));
  const failing = found.find(({ finding }) => finding.kind === "fail");
  if (failing !== undefined) {
    return {
      question: question.question,
      state: "fails",
      sentence: `${question.fails}: ${detailOf(failing.finding)} (${codeOf(failing.step)}).`,
    };
  }
  const open = found.find(({ finding }) => finding.kind === "not_checked" && finding.wanted);
  if (open !== undefined) {
    return {
      question: question.question,
      state: "open",
      sentence: `Not checked: ${detailOf(open.finding)}.`,
    };
  }
  const passes = found.filter(({ finding }) => finding.kind === "pass");
  const reasons = [...new Set(found.map(({ finding }) => detailOf(finding)))].join("; ");
  return passes.length > 0
    ? { question: question.question, state: "holds", sentence: `${question.holds}.` }
    : { question: question.question, state: "none", sentence: `${capitalised(reasons)}.` };
}

function detailOf(finding: Finding): string {
  switch (finding.kind) {
    case "pass":
      return finding.note ?? "";
    case "fail":
      return finding.detail;
    case "not_checked":
      return finding.reason;
  }
}

function codeOf(step: VerificationStep): string {
  return verificationSteps.find((numbered) => numbered.step === step)?.code ?? "";
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
