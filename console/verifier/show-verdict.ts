import {
  verificationSteps,
  type Finding,
  type VerificationReport,
} from "../../core/evidence/verify/verification-report.ts";
import type { Judgement } from "./judge-files.ts";
import { make } from "./make-element.ts";

/**
 * The verdict, large, and below it every step with what it found. `isIssuerConfirmed`: the trust file came from elsewhere than
 * the evidence, or its fingerprint was compared. Until then all that is shown is that nothing was changed since whoever made both.
 */
export function showVerdict(
  judgement: Judgement,
  { isIssuerConfirmed }: { readonly isIssuerConfirmed: boolean },
): HTMLElement {
  switch (judgement.kind) {
    case "waiting":
      return notice("open", ...missingTexts[judgement.missing]);
    case "unusable":
      return notice("open", "This trust file cannot be used", `${judgement.name}: ${judgement.detail}`);
    case "refused":
      return refused(judgement);
    case "judged":
      return judged(judgement, isIssuerConfirmed);
  }
}

const missingTexts: Readonly<
  Record<Extract<Judgement, { readonly kind: "waiting" }>["missing"], readonly [head: string, text: string]>
> = {
  bundle: [
    "Nothing to check yet",
    "Drop the archive (zip) on this page, or bundle.json, frames.ndjson and trust.json.",
  ],
  trust: [
    "A trust file is needed",
    "It names the keys you trust. Get trust.json from the issuer separately from the evidence.",
  ],
  keyring: [
    "A keyring is needed",
    "It is in the archive: keyring.json. This trust file names no keys itself, but those who vouch for the keyring.",
  ],
};

/** While files are being read there is no verdict, and none of before. */
export function showReading(): HTMLElement {
  return notice("open", "Reading…", "");
}

/** The outcome in one word, for whoever reads the page by a program. */
export function verdictName(judgement: Judgement): string {
  switch (judgement.kind) {
    case "judged":
      return judgement.report.verdict;
    case "refused":
      return judgement.code === null ? "refused" : "invalid";
    case "waiting":
    case "unusable":
      return judgement.kind;
  }
}

function refused({ files, code }: Extract<Judgement, { readonly kind: "refused" }>): HTMLElement {
  // What could not be judged may be as good as any: the cross is for what a check found.
  const [tone, mark] = code === null ? ["open", "?"] : ["invalid", "✖"];
  return make(
    "section",
    { class: `verdict verdict-${tone}`, "aria-live": "polite" },
    make(
      "p",
      { class: "verdict-word" },
      make("span", { class: "mark", "aria-hidden": "true" }, mark),
      make("span", {}, code === null ? "Cannot be judged" : "Invalid"),
      make("span", { class: "verdict-code" }, code === null ? "" : ` ${code}`),
    ),
    ...files.map(({ name, why }) =>
      make("p", { class: "refused-file wraps" }, make("strong", {}, name), `: ${why}.`),
    ),
    make(
      "p",
      { class: "quiet" },
      "Nothing was checked. The earlier verdict no longer applies; give the files again.",
    ),
  );
}

const verdictLabels = {
  valid: {
    mark: "✔",
    word: "Valid",
    means: "Signed by the issuer and unchanged; the recomputed scoring is identical.",
  },
  unconfirmed: {
    mark: "?",
    word: "Unchanged. Issuer not confirmed",
    means:
      "Every check holds under the trust file that came with the evidence. Compare its SHA-256 below, or drop your own trust file by itself.",
  },
  incomplete: {
    mark: "?",
    word: "Incomplete",
    means: "No check failed, but not everything was checked.",
  },
  invalid: { mark: "✖", word: "Invalid", means: "Do not rely on this bundle." },
} as const;

/** What is otherwise said of a statement of a state. */
const statementMeans = {
  valid:
    "Signed by the issuer, unchanged, and in the log. It is the issuer's claim: it carries no frames to recompute it from.",
  invalid: "Do not rely on this statement.",
} as const;

function judged(
  { name, report, tookMs }: Extract<Judgement, { readonly kind: "judged" }>,
  isIssuerConfirmed: boolean,
): HTMLElement {
  const shown = report.verdict === "valid" && !isIssuerConfirmed ? "unconfirmed" : report.verdict;
  const { mark, word, means } = verdictLabels[shown];
  const code = report.code === null ? "" : ` ${report.code}`;
  const meaning =
    report.statement !== null && (shown === "valid" || shown === "invalid") ? statementMeans[shown] : means;
  return make(
    "section",
    { class: `verdict verdict-${shown}`, "aria-live": "polite" },
    make(
      "p",
      { class: "verdict-word" },
      make("span", { class: "mark", "aria-hidden": "true" }, mark),
      make("span", {}, word),
      make("span", { class: "verdict-code" }, code),
    ),
    make("p", { class: "wraps" }, make("strong", {}, name), `: ${meaning}`),
    make("p", { class: "quiet" }, timeLabel(report), ` Checked in ${Math.max(1, Math.round(tookMs))} ms.`),
    stepTable(report),
  );
}

function timeLabel({ verdict, provenTime: { notAfter } }: VerificationReport): string {
  if (verdict === "invalid") return "No time is proven.";
  return notAfter === null
    ? "The time of issue is the issuer's claim: there is no time stamp and no witness."
    : `It existed at ${notAfter}, as a third party confirms.`;
}

function stepTable({ findings }: VerificationReport): HTMLElement {
  return make(
    "table",
    { class: "steps" },
    make(
      "thead",
      {},
      make("tr", {}, ...["Step", "Checks", "Result", "Found"].map((head) => make("th", {}, head))),
    ),
    make("tbody", {}, ...verificationSteps.map((numbered) => stepRow(numbered, findings[numbered.step]))),
  );
}

function stepRow({ number, title, code }: (typeof verificationSteps)[number], finding: Finding): HTMLElement {
  const { mark, result, detail, tone } = labelsOf(finding, code);
  return make(
    "tr",
    { class: `step-${tone}`, "data-step": number, "data-result": result },
    make("td", { class: "step-name" }, number),
    make("td", {}, title),
    make("td", { class: "step-result" }, make("span", { "aria-hidden": "true" }, mark), ` ${result}`),
    make("td", { class: "quiet" }, detail),
  );
}

function labelsOf(finding: Finding, code: string) {
  switch (finding.kind) {
    case "pass":
      return { mark: "✔", result: "pass", detail: finding.note ?? "", tone: "pass" };
    case "fail":
      return { mark: "✖", result: "fail", detail: `${code}: ${finding.detail}`, tone: "fail" };
    case "not_checked":
      return {
        mark: finding.wanted ? "?" : "–",
        result: "not checked",
        detail: finding.reason,
        tone: finding.wanted ? "open" : "none",
      };
  }
}

function notice(tone: string, head: string, text: string): HTMLElement {
  return make(
    "section",
    { class: `verdict verdict-${tone}`, "aria-live": "polite" },
    make("p", { class: "verdict-word" }, head),
    make("p", {}, text),
  );
}
