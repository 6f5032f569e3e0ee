import { Compile } from "typebox/compile";

import { toHex } from "../../encoding/bytes.ts";
import { parseCanonical, parseRelaxed } from "../../encoding/canonical-json.ts";
import { formatInstant, parseInstant } from "../../encoding/instant.ts";
import type { Primitives } from "../../encoding/primitives.ts";
import { JsonFault } from "../../encoding/strict-json.ts";
import { bundleSchema, coreOf, type Bundle, type BundleCore } from "../../encoding/bundle.ts";
import { contentDigest } from "../bundle/content-digest.ts";
import { custodyFault } from "../bundle/custody-chain.ts";
import { eventIdDate } from "../bundle/event-id.ts";
import { sigstoreFault } from "../bundle/sigstore-bundle.ts";
import { checkFrames, framesFinding, leavesOf } from "./check-frames.ts";
import { checkLog } from "./check-log.ts";
import { checkPrecommit } from "./check-precommit.ts";
import { checkScoring } from "../rescore/check-scoring.ts";
import { checkSignature, openEnvelope } from "./check-signature.ts";
import { checkStatement } from "./check-statement.ts";
import { effectiveKeys } from "./effective-keys.ts";
import {
  earliestUs,
  existenceTime,
  thirdPartyTimes,
  type ThirdPartyTimes,
} from "../third-parties/third-party-times.ts";
import { isStatementFile, reportOnStatement, type Given, type ReportOnFile } from "./verify-statement.ts";
import {
  requiredBy,
  type Required,
  type VerificationInput,
  type VerifyOptions,
} from "./verification-input.ts";
import {
  everyStep,
  failed,
  finding,
  notApplicable,
  passed,
  verdictOf,
  type Finding,
  type Findings,
  type VerificationReport,
} from "./verification-report.ts";

const bundleShape = Compile(bundleSchema);

const maxBundleBytes = 16 * 1024 * 1024;
const maxFramesBytes = 1024 * 1024 * 1024;

/**
 * Checks a bundle, or a statement of a state, by every step of docs/evidence-format.md and reports what each found. Opens no file, no connection, never
 * throws on what the input holds. The keys in the bundle decide nothing: only those of the trust file do, or of the keyring
 * whose roots it pins.
 */
export function verifyBundle(
  input: VerificationInput,
  primitives: Primitives,
  options: VerifyOptions = {},
): VerificationReport {
  const form = readForm(input, options);
  const report = reportOnForm(form, { input, primitives, options });
  return {
    ...verdictOf(report.findings),
    ...report,
    judgedAsOf: options.nowUs === undefined ? null : formatInstant(options.nowUs),
    bundleSha256: toHex(primitives.sha256(input.bundle)),
    framesSha256: input.frames === null ? null : toHex(primitives.sha256(input.frames)),
    trustSha256: input.trust.sha256,
  };
}

type Form =
  | { readonly kind: "read"; readonly document: unknown }
  | { readonly kind: "statement"; readonly document: object }
  | { readonly kind: "broken"; readonly detail: string };

function readForm({ bundle, frames }: VerificationInput, { form }: VerifyOptions): Form {
  if (bundle.length > maxBundleBytes) return { kind: "broken", detail: "the bundle is larger than 16 MiB" };
  if (frames !== null && frames.length > maxFramesBytes) {
    return { kind: "broken", detail: "the frames file is larger than 1 GiB" };
  }
  const read = readDocument(bundle, form === "relaxed" ? parseRelaxed : parseCanonical);
  if (read.kind !== "broken") return read;
  // A statement of a state may be laid out in any way.
  const laidOut = readDocument(bundle, parseRelaxed);
  return laidOut.kind === "statement" ? laidOut : read;
}

function readDocument(bytes: Uint8Array, parse: (bytes: Uint8Array) => unknown): Form {
  try {
    const document = parse(bytes);
    return isStatementFile(document) ? { kind: "statement", document } : { kind: "read", document };
  } catch (fault) {
    if (fault instanceof JsonFault) return { kind: "broken", detail: fault.message };
    throw fault;
  }
}

function reportOnForm(form: Form, given: Given): ReportOnFile {
  if (form.kind === "statement") return reportOnStatement(form.document, given);
  const bundle = form.kind === "read" && bundleShape.Check(form.document) ? form.document : null;
  return { statement: null, ...(bundle === null ? reportUnreadable(form) : reportOn(bundle, given)) };
}

type ReportOnBundle = Omit<ReportOnFile, "statement">;

const nothingProven: VerificationReport["provenTime"] = { notBefore: null, notAfter: null };

/** The report on a document that is no bundle: nothing beyond its form and schema can be asked. */
function reportUnreadable(form: Exclude<Form, { kind: "statement" }>): ReportOnBundle {
  const nothing = everyStep(notApplicable("not a bundle"));
  const findings: Findings =
    form.kind === "broken"
      ? { ...nothing, form: failed(form.detail) }
      : { ...nothing, form: passed, schema: failed(schemaFault(form.document)) };
  return { findings, provenTime: nothingProven, subject: null };
}

function schemaFault(document: unknown): string {
  const [first] = bundleShape.Errors(document);
  return `${first?.instancePath || "/"} ${first?.message ?? "is not as the schema wants it"}`;
}

function reportOn(bundle: Bundle, given: Given): ReportOnBundle {
  const { input, primitives, options } = given;
  const { trust } = input;
  const required = requiredBy(trust, options);
  const times = thirdPartyTimes(bundle, { trust, primitives, nowUs: options.nowUs, required });
  const findings = examine(bundle, { ...given, required, times });
  const seenUs = verdictOf(findings).verdict === "invalid" ? null : earliestUs(times);
  return {
    findings,
    provenTime: { notBefore: null, notAfter: seenUs === null ? null : formatInstant(seenUs) },
    subject: subjectOf(bundle),
  };
}

function subjectOf(bundle: Bundle): VerificationReport["subject"] {
  return {
    organisation: bundle.submitter?.organisation ?? null,
    apiKeyId: bundle.submitter?.api_key_id ?? null,
    eventId: bundle.event_id,
    vehicleId: bundle.vehicle_id,
    tier: bundle.tier,
    contentDigest: bundle.signature,
    keyId: bundle.proof.envelope.signatures[0]?.keyid ?? null,
  };
}

function examine(
  bundle: Bundle,
  given: Given & { readonly required: Required; readonly times: ThirdPartyTimes },
): Findings {
  const { input, primitives, options, required, times } = given;
  const { trust, keyring = null } = input;
  const { sha256 } = primitives;
  const core = coreOf(bundle);
  const envelope = openEnvelope(bundle);
  const effective = effectiveKeys({ trust, keyring, nowUs: options.nowUs }, primitives);
  const existence = existenceTime(times, { trust, required });
  const frames = input.frames === null ? null : checkFrames(core, input.frames, sha256);

  const digest = finding(
    contentDigest(core, sha256) === bundle.signature ? null : "the core has another digest",
  );
  const signature = checkSignature(bundle, envelope, { keys: effective.keys, primitives });
  const statement = checkStatement(bundle, { envelope, organisations: required.organisations, sha256 });
  const precommitted = checkPrecommit(bundle, leavesOf(frames), {
    trust,
    effective,
    primitives,
    required: required.precommit,
  });
  const authentic =
    effective.finding.kind !== "fail" && [digest, signature, statement].every(({ kind }) => kind === "pass");
  return {
    form: passed,
    schema: finding(timesFault(core)),
    contentDigest: digest,
    envelope: envelope.kind === "broken" ? failed(envelope.detail) : passed,
    trustedKeys: effective.finding,
    signature,
    statement,
    ...checkLog(bundle, { envelope, trust, effective, existence, primitives }),
    witnesses: times.witnesses.finding,
    timeStamps: times.timeStamps.finding,
    custody: custodyFinding(bundle, core, primitives),
    frames: framesFinding(frames, { required: required.frames, precommitted }),
    scoring: checkScoring(core, frames, {
      authentic,
      sha256,
      rescore: options.rescore,
      required: required.rescore,
    }),
    comparison: compareWithOthers(bundle, options),
  };
}

/** The schema knows how a time is spelled; only the calendar knows whether there was such a day. */
function timesFault(core: BundleCore): string | null {
  const times = [
    core.issued_at,
    core.breach.detected_at,
    core.tier_transition.before.since,
    core.tier_transition.after.since,
    ...core.chain_of_custody.map((entry) => entry.at),
  ];
  const wrong = times.find((time) => time !== null && parseInstant(time) === null);
  return wrong === undefined ? null : `${wrong} is not a time`;
}

function custodyFinding({ proof }: Bundle, core: BundleCore, { sha256 }: Primitives): Finding {
  const envelopeKeyId = proof.envelope.signatures[0]?.keyid;
  return finding(custodyFault(core, { envelopeKeyId, sha256 }) ?? eventDateFault(core));
}

function eventDateFault(core: BundleCore): string | null {
  return core.event_id.slice("EVB-".length, "EVB-yyyymmdd".length) === eventIdDate(core.breach.detected_at)
    ? null
    : "the event id has another date than the breach";
}

function compareWithOthers(bundle: Bundle, { knownDigests, sigstore }: VerifyOptions): Finding {
  const known = knownDigests?.get(bundle.event_id);
  if (known === undefined && sigstore === undefined)
    return notApplicable("no other bundle of this event was given");
  if (known !== undefined && known !== bundle.signature)
    return failed("another bundle of this event has another content digest");
  return sigstore === undefined ? passed : finding(sigstoreFault(sigstore, bundle));
}
