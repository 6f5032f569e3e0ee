import type { StateStatementPayload } from "../log/state-statement.ts";
import { printable } from "../../encoding/printable.ts";

/**
 * The steps of docs/evidence-format.md, in order. Numbers, titles and codes are stable: scripts and courts quote them. In the
 * code a step goes by its name; its number is for who reads the report.
 */
export const verificationSteps = [
  { step: "form", number: "V0", title: "Form", code: "E_FORM" },
  { step: "schema", number: "V1", title: "Schema", code: "E_SCHEMA" },
  { step: "contentDigest", number: "V2", title: "Content digest", code: "E_DIGEST" },
  { step: "envelope", number: "V3", title: "Envelope", code: "E_ENVELOPE" },
  { step: "trustedKeys", number: "V4", title: "Trusted keys", code: "E_KEYRING" },
  { step: "signature", number: "V5", title: "Signature", code: "E_SIGNATURE" },
  { step: "statement", number: "V6", title: "Statement", code: "E_STATEMENT" },
  { step: "logEntry", number: "V7", title: "Log leaf", code: "E_LEAF" },
  { step: "checkpoint", number: "V8", title: "Log checkpoint", code: "E_CHECKPOINT" },
  { step: "inclusion", number: "V9", title: "Log inclusion", code: "E_INCLUSION" },
  { step: "keyWindow", number: "V10", title: "Key validity by log index", code: "E_KEY_WINDOW" },
  { step: "witnesses", number: "V11", title: "Witnesses", code: "E_WITNESS" },
  { step: "timeStamps", number: "V12", title: "Time stamps", code: "E_TIMESTAMP" },
  { step: "custody", number: "V13", title: "Chain of custody", code: "E_CUSTODY" },
  { step: "frames", number: "V14", title: "Frames", code: "E_FRAMES" },
  { step: "scoring", number: "V15", title: "Recomputed scoring", code: "E_RESCORE" },
  { step: "comparison", number: "V16", title: "Comparison with other bundles", code: "E_FORK" },
] as const;
type NumberedStep = (typeof verificationSteps)[number];
export type VerificationStep = NumberedStep["step"];
export type VerificationCode = NumberedStep["code"];

/** What one step found. `note` says what a pass leaves open. */
export type Finding =
  | { readonly kind: "pass"; readonly note?: string }
  | { readonly kind: "fail"; readonly detail: string }
  /** `wanted`: the bundle holds something to check, so that the verdict cannot be "valid". */
  | { readonly kind: "not_checked"; readonly reason: string; readonly wanted: boolean };

export const passed: Finding = { kind: "pass" };

export function failed(detail: string): Finding {
  return { kind: "fail", detail: printable(detail) };
}

/** Nothing to check: neither the bundle nor the trust file speaks of it. */
export function notApplicable(reason: string): Finding {
  return { kind: "not_checked", reason, wanted: false };
}

/** Passed, or failed for the reason found. */
export function finding(fault: string | null): Finding {
  return fault === null ? passed : failed(fault);
}

/** What could not be checked: a fault where the verifier insists on it, otherwise left open. */
export function missing(reason: string, { required }: { readonly required: boolean }): Finding {
  if (required) return failed(`required, but ${reason}`);
  return { kind: "not_checked", reason: printable(reason), wanted: true };
}

export type Findings = Readonly<Record<VerificationStep, Finding>>;

/** The same finding at every step. */
export function everyStep(finding: Finding): Findings {
  return Object.fromEntries(verificationSteps.map(({ step }) => [step, finding])) as Findings;
}

export interface VerificationReport {
  /**
   * `valid`: everything the trust file asks for was checked and holds. `incomplete`: what was checked holds, but frames
   * scoring or log were not checked. `invalid`: a step failed.
   */
  readonly verdict: "valid" | "incomplete" | "invalid";
  /** 0 valid, 1 invalid, 3 incomplete; 2 is for wrong use, which never reaches a report. */
  readonly exitStatus: 0 | 1 | 3;
  /** Code of the first step that failed. */
  readonly code: VerificationCode | null;
  readonly findings: Findings;
  /** Null as long as the form or the schema failed: nothing such a document says is worth repeating. */
  readonly subject: {
    /**
     * Whose vehicle, and the API key the breach frame came under or that asked for a statement; null in evidence from before
     * it was named.
     */
    readonly organisation: string | null;
    readonly apiKeyId: string | null;
    /** Null for a statement of a state, and so is `contentDigest`. */
    readonly eventId: string | null;
    readonly vehicleId: string;
    /** Null where a statement says that nothing was judged. */
    readonly tier: string | null;
    readonly contentDigest: string | null;
    readonly keyId: string | null;
  } | null;
  /** The statement of a state that was judged, as it was signed; null for a bundle. */
  readonly statement: StateStatementPayload | null;
  /** What third parties state of when the evidence existed, RFC 3339; null where none does. */
  readonly provenTime: { readonly notBefore: string | null; readonly notAfter: string | null };
  /** The moment as of which was judged; null where no clock was asked. */
  readonly judgedAsOf: string | null;
  readonly bundleSha256: string;
  readonly framesSha256: string | null;
  readonly trustSha256: string;
}

export function verdictOf(findings: Findings): Pick<VerificationReport, "verdict" | "exitStatus" | "code"> {
  const broken = verificationSteps.find(({ step }) => findings[step].kind === "fail");
  if (broken !== undefined) return { verdict: "invalid", exitStatus: 1, code: broken.code };
  return verificationSteps.some(({ step }) => isOpen(findings[step]))
    ? { verdict: "incomplete", exitStatus: 3, code: null }
    : { verdict: "valid", exitStatus: 0, code: null };
}

function isOpen(finding: Finding): boolean {
  return finding.kind === "not_checked" && finding.wanted;
}

/** The report as JSON, for machines: every step with its result, and what time it proves. */
export function reportJson(report: VerificationReport): Readonly<Record<string, unknown>> {
  return {
    verdict: report.verdict,
    exit_status: report.exitStatus,
    code: report.code,
    ...subjectJson(report.subject),
    judged_as_of: report.judgedAsOf,
    bundle_sha256: report.bundleSha256,
    frames_sha256: report.framesSha256,
    trust_sha256: report.trustSha256,
    statement: report.statement,
    proven_time: {
      not_before: report.provenTime.notBefore,
      not_after: report.provenTime.notAfter,
      reason:
        report.provenTime.notAfter === null
          ? "no time stamp and no witness: every time in the bundle is the issuer's own"
          : "the earliest time at which a time-stamp authority or a witness saw it",
    },
    steps: verificationSteps.map((numbered) => stepJson(numbered, report.findings[numbered.step])),
  };
}

const noSubject = {
  organisation: null,
  apiKeyId: null,
  eventId: null,
  vehicleId: null,
  tier: null,
  contentDigest: null,
  keyId: null,
};

function subjectJson(subject: VerificationReport["subject"]): Readonly<Record<string, string | null>> {
  const { organisation, apiKeyId, eventId, vehicleId, tier, contentDigest, keyId } = subject ?? noSubject;
  return {
    organisation,
    api_key_id: apiKeyId,
    event_id: eventId,
    vehicle_id: vehicleId,
    tier,
    content_digest: contentDigest,
    key_id: keyId,
  };
}

function stepJson(
  { number: step, title, code }: NumberedStep,
  finding: Finding,
): Readonly<Record<string, unknown>> {
  switch (finding.kind) {
    case "pass":
      return { step, title, result: "pass", ...(finding.note !== undefined && { note: finding.note }) };
    case "fail":
      return { step, title, result: "fail", code, detail: finding.detail };
    case "not_checked":
      return { step, title, result: "not checked", reason: finding.reason };
  }
}
