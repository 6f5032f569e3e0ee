import { Compile } from "typebox/compile";

import { bundleSchema, coreOf, type Bundle, type BundleCore } from "../bundle/bundle.ts";
import { toHex } from "../../encoding/bytes.ts";
import { parseCanonical, parseRelaxed } from "../../encoding/canonical-json.ts";
import { openEnvelope, checkSignature, type Envelope } from "./check-signature.ts";
import { checkFrames, type FramesCheck, type LeafHashes } from "./check-frames.ts";
import { effectiveKeys, type ExistenceTime } from "./effective-keys.ts";
import { checkLog } from "./check-log.ts";
import { checkPrecommit } from "./check-precommit.ts";
import { checkScoring } from "./check-scoring.ts";
import { checkTimeStamps } from "./check-time-stamps.ts";
import { checkWitnesses, type ThirdPartyTime } from "./check-witnesses.ts";
import { statementFault } from "./check-statement.ts";
import { contentDigest } from "../bundle/content-digest.ts";
import { custodyFault } from "../bundle/custody-chain.ts";
import { eventIdDate } from "../bundle/event-id.ts";
import { formatInstant, parseInstant } from "../../encoding/instant.ts";
import type { Primitives, Sha256 } from "../../encoding/primitives.ts";
import type { Rescorer } from "./rescore.ts";
import { sigstoreFault } from "../bundle/sigstore-bundle.ts";
import { JsonFault } from "../../encoding/strict-json.ts";
import { organisationTag } from "../bundle/submitter.ts";
import type { Trust } from "../keys/trust.ts";
import {
  failed,
  finding,
  missing,
  notApplicable,
  passed,
  verdictOf,
  type Finding,
  type Findings,
  type VerificationReport,
} from "./verification-report.ts";

/** What is put before the verifier, byte for byte as it was received. */
export interface VerificationInput {
  readonly bundle: Uint8Array;
  /** Null when only the bundle is at hand. */
  readonly frames: Uint8Array | null;
  readonly trust: Trust;
  /** The keyring's history, for a trust file that pins a keyring. */
  readonly keyring?: Uint8Array | null;
}

export interface VerifyOptions {
  /** `relaxed` takes a bundle that was laid out anew; everything else stays as strict. */
  readonly form?: "strict" | "relaxed";
  /** Missing frames make the bundle invalid instead of incomplete. */
  readonly requireFrames?: boolean;
  /** A scoring that was not recomputed makes the bundle invalid instead of incomplete. */
  readonly requireRescore?: boolean;
  /** A bundle without a time stamp, or without a witness, is invalid, whatever the trust file asks for. */
  readonly requireTimestamp?: boolean;
  readonly requireWitness?: boolean;
  /** A bundle whose frames were not committed to as they came is invalid. */
  readonly requirePrecommit?: boolean;
  /** A bundle about the vehicle of another organisation, or of none it names, is invalid. */
  readonly requireOrganisation?: string;
  /**
   * The moment as of which is judged, the verifier's clock as a rule: what others say they saw later than that is refused, and a
   * trust file or keyring that was to be fetched again by then leaves the verdict open. Left out: neither is noticed.
   */
  readonly nowUs?: number;
  /** Made by `rescorer`; absent where no scoring is at hand. */
  readonly rescore?: Rescorer;
  /** Content digests seen before, by event id: one id must never stand for two contents. */
  readonly knownDigests?: ReadonlyMap<string, string>;
  /** An export of this bundle for Sigstore's verifiers: made again from the bundle and compared. */
  readonly sigstore?: Uint8Array;
}

const bundleShape = Compile(bundleSchema);

const maxBundleBytes = 16 * 1024 * 1024;
const maxFramesBytes = 1024 * 1024 * 1024;

/**
 * Checks a bundle by every step of docs/evidence-format.md and says what each found. Opens nothing, asks nobody, never
 * throws on what the exhibit holds. The keys in the bundle decide nothing: only those of the trust file do, or of the keyring
 * whose roots it pins.
 */
export function verifyBundle(
  exhibit: VerificationInput,
  primitives: Primitives,
  options: VerifyOptions = {},
): VerificationReport {
  const form = readForm(exhibit, options);
  const bundle = form.kind === "read" && bundleShape.Check(form.document) ? form.document : null;
  const outside =
    bundle === null ? noThirdPartyTimes : thirdPartyTimes(bundle, exhibit, { primitives, options });
  const findings =
    bundle === null ? unreadable(form) : examine(bundle, exhibit, { primitives, options, outside });
  const verdict = verdictOf(findings);
  return {
    ...verdict,
    provenTime: verdict.verdict === "invalid" ? nothingProven : provenTime(outside),
    findings,
    subject: bundle === null ? null : subjectOf(bundle),
    judgedAsOf: options.nowUs === undefined ? null : formatInstant(options.nowUs),
    bundleSha256: toHex(primitives.sha256(exhibit.bundle)),
    framesSha256: exhibit.frames === null ? null : toHex(primitives.sha256(exhibit.frames)),
    trustSha256: exhibit.trust.sha256,
  };
}

type Form =
  | { readonly kind: "read"; readonly document: unknown }
  | { readonly kind: "broken"; readonly detail: string };

function readForm({ bundle, frames }: VerificationInput, { form }: VerifyOptions): Form {
  if (bundle.length > maxBundleBytes) return { kind: "broken", detail: "the bundle is larger than 16 MiB" };
  if (frames !== null && frames.length > maxFramesBytes) {
    return { kind: "broken", detail: "the frames file is larger than 1 GiB" };
  }
  try {
    return { kind: "read", document: form === "relaxed" ? parseRelaxed(bundle) : parseCanonical(bundle) };
  } catch (fault) {
    if (fault instanceof JsonFault) return { kind: "broken", detail: fault.message };
    throw fault;
  }
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

/** The findings on a document that is no bundle: nothing beyond its form and schema can be asked. */
function unreadable(form: Form): Findings {
  const nothing = notApplicable("not a bundle");
  const rest = Object.fromEntries(laterSteps.map((step) => [step, nothing])) as Omit<Findings, "V0" | "V1">;
  return form.kind === "broken"
    ? { V0: failed(form.detail), V1: nothing, ...rest }
    : { V0: passed, V1: failed(schemaFault(form.document)), ...rest };
}

const laterSteps = [
  "V2",
  "V3",
  "V4",
  "V5",
  "V6",
  "V7",
  "V8",
  "V9",
  "V10",
  "V11",
  "V12",
  "V13",
  "V14",
  "V15",
  "V16",
] as const satisfies readonly (keyof Findings)[];

function schemaFault(document: unknown): string {
  const [first] = bundleShape.Errors(document);
  return `${first?.instancePath || "/"} ${first?.message ?? "is not as the schema wants it"}`;
}

function examine(
  bundle: Bundle,
  exhibit: VerificationInput,
  given: {
    readonly primitives: Primitives;
    readonly options: VerifyOptions;
    readonly outside: ThirdPartyTimes;
  },
): Findings {
  const { primitives, options, outside } = given;
  const { requireFrames = false, requireRescore = false, rescore } = options;
  const { sha256 } = primitives;
  const core = coreOf(bundle);
  const envelope = openEnvelope(bundle);
  const frames = exhibit.frames === null ? null : checkFrames(core, exhibit.frames, sha256);
  const digest = finding(
    contentDigest(core, sha256) === bundle.signature ? null : "the core has another digest",
  );
  const { trust, keyring = null } = exhibit;
  const believed = effectiveKeys({ trust, keyring, nowUs: options.nowUs }, primitives);
  const trusted = believed.finding;
  const signature = checkSignature(bundle, envelope, { keys: believed.keys, primitives });
  const demanded = demandsOf(trust, options);
  const statement = statementFinding(bundle, { core, envelope, demanded, sha256 });
  const seen = existenceTime(outside, { trust: exhibit.trust, options });
  const authentic =
    trusted.kind !== "fail" && [digest, signature, statement].every(({ kind }) => kind === "pass");
  return {
    V0: passed,
    V1: finding(timesFault(core)),
    V2: digest,
    V3: envelope.kind === "broken" ? failed(envelope.detail) : passed,
    V4: trusted,
    V5: signature,
    V6: statement,
    ...checkLog(bundle, { envelope, trust: exhibit.trust, believed, seen, primitives }),
    V11: outside.witnesses.finding,
    V12: outside.timeStamps.finding,
    V13: finding(
      custodyFault(core, { envelopeKeyId: bundle.proof.envelope.signatures[0]?.keyid, sha256 }) ??
        eventDateFault(core),
    ),
    V14: framesFinding(frames, {
      required: requireFrames,
      precommitted: checkPrecommit(bundle, leavesOf(frames), {
        trust,
        believed,
        primitives,
        required: demanded.precommit,
      }),
    }),
    V15: checkScoring(core, frames, { authentic, sha256, rescore, required: requireRescore }),
    V16: forkFinding(bundle, exhibit, options),
  };
}

/** When third parties saw the bundle at the latest, and whether somebody wants that known. */
function existenceTime(
  outside: ThirdPartyTimes,
  { trust, options }: { readonly trust: Trust; readonly options: VerifyOptions },
): ExistenceTime {
  const isDemanded =
    options.requireTimestamp === true ||
    trust.demands.timestamp ||
    options.requireWitness === true ||
    trust.timeStampThreshold !== null ||
    trust.witnessThreshold !== null;
  return { isDemanded, notAfterUs: earliestUs(outside) };
}

interface ThirdPartyTimes {
  readonly witnesses: ThirdPartyTime;
  readonly timeStamps: ThirdPartyTime;
}

const nobody: ThirdPartyTime = { finding: notApplicable("not a bundle"), notAfterUs: null };
const noThirdPartyTimes: ThirdPartyTimes = { witnesses: nobody, timeStamps: nobody };
const nothingProven: VerificationReport["provenTime"] = { notBefore: null, notAfter: null };

function thirdPartyTimes(
  bundle: Bundle,
  { trust }: VerificationInput,
  { primitives, options }: { readonly primitives: Primitives; readonly options: VerifyOptions },
): ThirdPartyTimes {
  const { nowUs, requireWitness = false, requireTimestamp = false } = options;
  const given = { trust, primitives, nowUs };
  return {
    witnesses: checkWitnesses(bundle, { ...given, required: requireWitness }),
    timeStamps: checkTimeStamps(bundle, {
      ...given,
      required: requireTimestamp || trust.demands.timestamp,
    }),
  };
}

function provenTime(outside: ThirdPartyTimes): VerificationReport["provenTime"] {
  const seenUs = earliestUs(outside);
  return { notBefore: null, notAfter: seenUs === null ? null : formatInstant(seenUs) };
}

/** The earliest of the times at which somebody outside saw it. */
function earliestUs({ witnesses, timeStamps }: ThirdPartyTimes): number | null {
  const times = [witnesses.notAfterUs, timeStamps.notAfterUs].filter((time) => time !== null);
  return times.length === 0 ? null : Math.min(...times);
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

function statementFinding(
  bundle: Bundle,
  given: {
    readonly core: BundleCore;
    readonly envelope: Envelope;
    readonly demanded: Demanded;
    readonly sha256: Sha256;
  },
): Finding {
  const { core, envelope, demanded, sha256 } = given;
  if (envelope.kind === "broken") return failed("there is no envelope to read a statement from");
  try {
    const logOrigin = bundle.proof.log?.origin ?? null;
    const about = { core, signature: bundle.signature, logOrigin };
    return finding(
      statementFault(parseCanonical(envelope.payload), about) ??
        submitterFault(core, sha256) ??
        organisationFault(core, demanded.organisations),
    );
  } catch (fault) {
    if (fault instanceof JsonFault) return failed(`the statement is ${fault.message}`);
    throw fault;
  }
}

/** The signed tag stands for the organisation the core names, and for no other. */
function submitterFault({ submitter, salt }: BundleCore, sha256: Sha256): string | null {
  if (submitter === undefined) return null;
  const due = organisationTag(submitter.organisation, salt, sha256);
  return submitter.organisation_tag === due ? null : "the organisation's tag is another organisation's";
}

interface Demanded {
  readonly precommit: boolean;
  /** All of them: of the trust file and of the one who asks. */
  readonly organisations: readonly string[];
}

function demandsOf({ demands }: Trust, options: VerifyOptions): Demanded {
  const named = [demands.organisation, options.requireOrganisation ?? null];
  return {
    precommit: demands.precommit || options.requirePrecommit === true,
    organisations: named.filter((name) => name !== null),
  };
}

function organisationFault({ submitter }: BundleCore, demanded: readonly string[]): string | null {
  const other = demanded.find((name) => name !== submitter?.organisation);
  if (other === undefined) return null;
  return submitter === undefined
    ? `the organisation ${other} is required, and the bundle does not state any`
    : `the organisation ${other} is required, and the bundle is of ${submitter.organisation}`;
}

function eventDateFault(core: BundleCore): string | null {
  return core.event_id.slice("EVB-".length, "EVB-yyyymmdd".length) === eventIdDate(core.breach.detected_at)
    ? null
    : "the event id has another date than the breach";
}

function framesFinding(
  frames: FramesCheck | null,
  given: { readonly required: boolean; readonly precommitted: Finding },
): Finding {
  const { required, precommitted } = given;
  if (frames?.kind === "broken") return failed(frames.detail);
  if (precommitted.kind === "fail") return precommitted;
  const note = precommitted.kind === "pass" ? (precommitted.note ?? null) : precommitted.reason;
  if (frames === null) {
    return missing(["the frames file was not given", ...(note === null ? [] : [note])].join("; "), given);
  }
  if (frames.kind === "whole") return note === null ? passed : { kind: "pass", note };
  const share = `${frames.disclosed} of ${frames.leaves.length} disclosed`;
  if (required) return failed(`required, but only ${share}`);
  const withheld = `${share}; SHA-256 of the whole file not checked (withheld)`;
  return { kind: "pass", note: note === null ? withheld : `${withheld}; ${note}` };
}

function leavesOf(frames: FramesCheck | null): LeafHashes | null {
  return frames === null || frames.kind === "broken" ? null : frames.leaves;
}

function forkFinding(bundle: Bundle, { bundle: bytes }: VerificationInput, options: VerifyOptions): Finding {
  const known = options.knownDigests?.get(bundle.event_id);
  if (known === undefined && options.sigstore === undefined)
    return notApplicable("no other bundle of this event was given");
  if (known !== undefined && known !== bundle.signature)
    return failed("another bundle of this event has another content digest");
  if (options.sigstore === undefined) return passed;
  return finding(sigstoreFault(options.sigstore, bytes));
}
