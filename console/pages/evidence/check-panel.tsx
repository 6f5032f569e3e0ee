import { useId, useState, type ReactElement } from "react";
import {
  type Finding,
  type VerificationReport,
  verificationSteps,
} from "../../../core/evidence/verify/verification-report.ts";
import type { CheckedEvidence } from "../../evidence/check-archive.ts";
import { isFingerprint } from "../../evidence/is-fingerprint.ts";
import { stepTexts } from "../../evidence/step-texts.ts";
import { type CheckLine, checkLines } from "../../evidence/check-lines.ts";
import { utcSecond } from "../../labels/moments.ts";

/** What this browser found: the verdict, the reader's questions, every step on demand. */
export function CheckPanel({ checked }: { readonly checked: CheckedEvidence }): ReactElement {
  const [compared, setCompared] = useState("");
  if (checked.kind === "not_checked") {
    return (
      <section className="panel verdict verdict-open" aria-labelledby="verdict">
        <h2 id="verdict">Cannot be checked here</h2>
        <p>{checked.why} This is no verdict on it: try the offline verifier with the archive.</p>
      </section>
    );
  }
  const { report, tookMs, trustSha256 } = checked;
  const isConfirmed = isFingerprint(compared, trustSha256);
  const shown = report.verdict === "valid" && !isConfirmed ? "unconfirmed" : report.verdict;
  return (
    <section
      className={`panel verdict verdict-${shown}`}
      aria-labelledby="verdict"
      data-verdict={report.verdict}
      data-issuer={isConfirmed ? "confirmed" : "not confirmed"}
    >
      <h2 id="verdict">{verdicts[shown]}</h2>
      {shown === "unconfirmed" && (
        <p>
          Every check holds under the trust file that came with the evidence. To confirm the issuer, compare
          the SHA-256 of the trust file with the one published elsewhere.
        </p>
      )}
      <ul className="plain check-lines">
        {checkLines(report).map((line) => (
          <CheckRow
            key={line.question}
            line={line}
            isTrusted={report.verdict !== "invalid" || line.state === "fails"}
          />
        ))}
      </ul>
      <p className="quiet">
        Checked in this browser in {Math.max(1, Math.round(tookMs))}&nbsp;ms, by the code of the offline
        verifier and the command line. {timeLabel(report)}
      </p>
      <p className="quiet">
        Verified against this service’s own trust file, SHA-256 <code className="digest">{trustSha256}</code>.
        To check independently, verify the archive with your own trust file: in /verify.html, or by plumbline
        evidence verify on any machine.
      </p>
      <Comparison compared={compared} setCompared={setCompared} isSame={isConfirmed} />
      <Steps report={report} />
    </section>
  );
}

interface ComparisonProps {
  readonly compared: string;
  readonly setCompared: (typed: string) => void;
  readonly isSame: boolean;
}

/** Whoever changes the evidence can change the trust file beside it: only a fingerprint from elsewhere names the issuer. */
function Comparison({ compared, setCompared, isSame }: ComparisonProps): ReactElement {
  const id = useId();
  return (
    <p className="fingerprint-comparison no-print">
      <label htmlFor={id}>Published SHA-256 of the trust file</label>
      <input
        id={id}
        type="text"
        spellCheck={false}
        autoComplete="off"
        value={compared}
        onChange={(event) => setCompared(event.target.value)}
      />
      <output htmlFor={id}>{compared.trim() === "" ? "" : isSame ? "The same" : "Not the same"}</output>
    </p>
  );
}

const verdicts: Readonly<Record<VerificationReport["verdict"] | "unconfirmed", string>> = {
  unconfirmed: "Unchanged. Issuer not confirmed",
  valid: "Intact: signed by the issuer and unchanged; the recomputed scoring is identical",
  incomplete: "No check failed, but not everything could be checked",
  invalid: "Do not rely on it: a check failed",
};

function timeLabel({ verdict, provenTime: { notAfter } }: VerificationReport): string {
  if (verdict === "invalid") return "No time is proven.";
  return notAfter === null
    ? "The time of issue is the issuer’s claim: there is no time stamp and no witness."
    : `A third party confirms that it existed at ${utcSecond(notAfter)}.`;
}

const signs: Readonly<Record<CheckLine["state"], { readonly path: string; readonly word: string }>> = {
  holds: { path: "M3 8.5 6.5 12 13 4.5", word: "Holds" },
  fails: { path: "m4 4 8 8M12 4l-8 8", word: "Fails" },
  open: { path: "M5.5 6a2.5 2.5 0 1 1 3.7 2.2c-.9.5-1.2 1-1.2 2M8 12.4v1", word: "Open" },
  none: { path: "M4 8h8", word: "None" },
};

interface CheckRowProps {
  readonly line: CheckLine;
  readonly isTrusted: boolean;
}

function CheckRow({ line, isTrusted }: CheckRowProps): ReactElement {
  const { path, word } = signs[line.state];
  return (
    <li className={`check-line check-${line.state}`}>
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <path d={path} fill="none" stroke="currentColor" strokeWidth="2" />
      </svg>
      <strong>{word}</strong>
      <span>
        {line.sentence}
        {!isTrusted && <span className="quiet"> Do not rely on this: another check failed.</span>}
      </span>
    </li>
  );
}

/** Not `details`: on paper nothing can be opened, and what is closed there cannot be printed. */
function Steps({ report }: { readonly report: VerificationReport }): ReactElement {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <p className="no-print">
        <button type="button" className="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          How: every step
        </button>
      </p>
      <div className="every-step" hidden={!isOpen}>
        <StepTable report={report} />
      </div>
    </>
  );
}

function StepTable({ report }: { readonly report: VerificationReport }): ReactElement {
  return (
    <table className="numbers steps">
      <thead>
        <tr>
          <th scope="col">Step</th>
          <th scope="col">Checks</th>
          <th scope="col">Input</th>
          <th scope="col">Expected</th>
          <th scope="col">Got</th>
          <th scope="col">Found</th>
        </tr>
      </thead>
      <tbody>
        {verificationSteps.map(({ step, number, title, code }) => {
          const finding = report.findings[step];
          return (
            <tr key={step}>
              <th scope="row">{number}</th>
              <td>{title}</td>
              <td className="quiet" data-label="input">
                {stepTexts[step].input}
              </td>
              <td className="quiet" data-label="expected">
                {stepTexts[step].expected}
              </td>
              <td data-label="got">{resultOf(finding)}</td>
              <td className="quiet">{foundIn(finding, code)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function resultOf(finding: Finding): string {
  return finding.kind === "not_checked" ? "not checked" : finding.kind;
}

function foundIn(finding: Finding, code: string): string {
  switch (finding.kind) {
    case "pass":
      return finding.note ?? "";
    case "fail":
      return `${code}: ${finding.detail}`;
    case "not_checked":
      return finding.reason;
  }
}
