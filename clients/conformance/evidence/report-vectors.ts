import { toBase64 } from "../../../core/encoding/base64.ts";
import { readStoredBundle } from "../../../core/encoding/bundle.ts";
import { utf8 } from "../../../core/encoding/bytes.ts";
import { parseInstant } from "../../../core/encoding/instant.ts";
import { readTrust } from "../../../core/evidence/keys/trust.ts";
import {
  verificationSteps,
  type VerificationReport,
} from "../../../core/evidence/verify/verification-report.ts";
import { verifyBundle } from "../../../core/evidence/verify/verify-bundle.ts";
import { primitives, trustText } from "./examples/example-evidence.ts";
import { fromStart, realRescore } from "./examples/scored-evidence.ts";
import { editScript } from "./tamperings/edit-script.ts";
import { trustWith } from "./tamperings/policy-cases.ts";
import type { ReportCase } from "./tamperings/report-cases.ts";

/** Edits to the scored bundle as everywhere; what else a verifier may be given stands beside it. */
export function reportVector(one: ReportCase & { readonly report: VerificationReport }) {
  const { name, bundle, frames: given, trust: members, sigstore, verdict, code, report, ...rest } = one;
  return {
    name,
    bundle: editScript(fromStart.issued.bytes, bundle ?? fromStart.issued.bytes),
    frames: given === null ? null : editScript(fromStart.frames.bytes, given ?? fromStart.frames.bytes),
    trust: members === undefined ? [] : editScript(utf8(trustText), trustWith(members)),
    now: one.now ?? tenDaysLater,
    ...(sigstore !== undefined && { sigstore: toBase64(sigstore) }),
    ...renamed(rest),
    verdict,
    code,
    steps: stepsOf(report),
  };
}

export const tenDaysLater = "2026-11-30T09:00:00.000Z";
export const reportAbout =
  "The scored evidence before verifiers that are given more, or ask for more, and statements of a state: edits to scored.bundle.json, scored.frames.ndjson (null: not given) and trust.json, " +
  "the moment as of which is judged, what is required, whether another layout is taken (`relaxed`), the content digest known under this event id, a Sigstore export (base64). " +
  "`steps` is the result of each step V0 to V16: p pass, f fail, n not checked; V15 takes a recomputation of the scoring.";

function renamed({ require, requireOrganisation, relaxed, knownDigest }: Partial<ReportCase>) {
  return {
    ...(require !== undefined && { require }),
    ...(requireOrganisation !== undefined && { require_organisation: requireOrganisation }),
    ...(relaxed === true && { relaxed }),
    ...(knownDigest !== undefined && { known_digest: knownDigest }),
  };
}

/** The result of each step, a letter each. */
export function stepsOf({ findings }: VerificationReport): string {
  return verificationSteps.map(({ step }) => findings[step].kind[0]).join("");
}

/** What our own verifier says of a case. */
export function reportOn(one: ReportCase): VerificationReport {
  const { bundle, frames: given, trust: members = {}, require: demands = [] } = one;
  const { event_id: eventId } = readStoredBundle(fromStart.issued.bytes);
  const input = {
    bundle: bundle ?? fromStart.issued.bytes,
    frames: given === undefined ? fromStart.frames.bytes : given,
    trust: readTrust(trustWith(members), primitives.sha256),
  };
  return verifyBundle(input, primitives, {
    rescore: realRescore,
    nowUs: parseInstant(one.now ?? tenDaysLater)!,
    form: one.relaxed === true ? "relaxed" : "strict",
    requireFrames: demands.includes("frames"),
    requireRescore: demands.includes("rescore"),
    requireTimestamp: demands.includes("timestamp"),
    requireWitness: demands.includes("witness"),
    requirePrecommit: demands.includes("precommit"),
    ...(one.requireOrganisation !== undefined && { requireOrganisation: one.requireOrganisation }),
    ...(one.knownDigest !== undefined && { knownDigests: new Map([[eventId, one.knownDigest]]) }),
    ...(one.sigstore !== undefined && { sigstore: one.sigstore }),
  });
}
