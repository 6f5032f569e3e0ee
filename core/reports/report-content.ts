import { kindOf } from "../sensors/sensor-lists.ts";
import { coreOf, type Bundle, type BundleCore } from "../encoding/bundle.ts";
import { toHex } from "../encoding/bytes.ts";
import { parseInstant } from "../encoding/instant.ts";
import type { Sha256 } from "../encoding/primitives.ts";
import { submitterLabels } from "../evidence/bundle/submitter.ts";
import type { StateStatementPayload } from "../evidence/log/state-statement.ts";
import { parseTlogProof } from "../evidence/log/tlog-proof.ts";
import type { ScorerShelf } from "../scorers/scorer-shelf.ts";
import { type EvidenceFiles, openBundle } from "./evidence-files.ts";
import { measuredDrifts, measuredHealth } from "../evidence/bundle/measured-drifts.ts";
import {
  channelName,
  channelValue,
  decimals,
  nats,
  sensorValue,
  triggerLabels,
  utc,
} from "./quantity-labels.ts";
import { stateSentence } from "./state-sentence.ts";
import { statisticCourse, type StatisticCourse } from "./statistic-course.ts";

/** What a report is made of besides the evidence. */
export interface ReportGiven {
  readonly sha256: Sha256;
  /** SHA-256 of the issuer's trust file, hex, to be compared with what is published; null when none is at hand. */
  readonly trustSha256: string | null;
  /** The scorer of a bundle, opened before. */
  readonly scorerOf: ScorerShelf["scorerOf"];
  /** Statements of the state of the bundle's vehicle that are in the log, newest first; left out where no store is at hand. */
  readonly statements?: readonly StateStatementPayload[];
}

export interface Fact {
  readonly label: string;
  readonly value: string;
  /** A digest, an id: to be compared character by character. */
  readonly isCode?: true;
  readonly note?: string;
}

export interface CustodyRow {
  readonly step: string;
  readonly actor: string;
  readonly at: string;
  /** What the step fixed, by digest. */
  readonly outputs: readonly Fact[];
}

export interface SensorRow {
  readonly sensor: string;
  readonly drift: string;
  readonly uncertainty: string;
  readonly share: string;
}

/** Everything a report says, for whatever draws it. A function of the evidence alone, but for the trust fingerprint and the statements. */
export interface ReportContent {
  /** Whose vehicle, and the API key the breach frame came under: a vehicle id alone names no vehicle. */
  readonly organisation: string;
  readonly apiKeyId: string;
  readonly eventId: string;
  readonly vehicleId: string;
  readonly issuer: string;
  readonly issuedAt: string;
  /** The same as a date, for files that have one of their own. */
  readonly dated: Date;
  readonly summary: string;
  readonly notice: string;
  readonly before: { readonly tier: string; readonly since: string; readonly health: string };
  readonly after: { readonly tier: string; readonly since: string; readonly health: string };
  readonly figures: readonly Fact[];
  readonly course: StatisticCourse;
  /** Of the change statistic, nats. */
  readonly limit: number;
  readonly breachSeq: number;
  readonly changeSeq: number | null;
  readonly courseNote: string;
  readonly sensors: readonly SensorRow[];
  readonly custody: readonly CustodyRow[];
  readonly fingerprints: readonly Fact[];
  /** Statements about moments of the evidence window or later, newest first; none where there are none. */
  readonly statements: readonly Fact[];
  readonly method: readonly Fact[];
  readonly checks: readonly string[];
  readonly unproven: readonly string[];
  readonly standards: readonly { readonly id: string; readonly role: string; readonly covers: string }[];
  readonly embedsFrames: boolean;
}

/** Larger frames files are named by their digest and stay outside: a report is to be opened, mailed and printed. */
export const maxEmbeddedFrameBytes = 16 * 1024 * 1024;

/** Throws `ReportFault` for a bundle that is none. */
export function reportContent(evidence: EvidenceFiles, given: ReportGiven): ReportContent {
  const bundle = openBundle(evidence.bundle);
  const core = coreOf(bundle);
  const { breach, scoring, tier_transition: transition } = core;
  const { outputs } = scoring;
  const course = statisticCourse(core, evidence.frames, given);
  const statements = statementsOf(core, course, given);
  return {
    ...submitterLabels(core.submitter),
    eventId: core.event_id,
    vehicleId: core.vehicle_id,
    issuer: core.issuer.organisation,
    issuedAt: utc(core.issued_at),
    dated: new Date(core.issued_at),
    summary: summaryOf(core),
    notice:
      "A reading copy, not the evidence. What counts are the two files inside this document, bundle.json and frames.ndjson, and whether they verify. Where this report says something else, they are right.",
    before: sideOf(transition.before),
    after: sideOf(transition.after),
    figures: figuresOf(core),
    course,
    limit: outputs.caution_limit,
    breachSeq: breach.opened_seq,
    changeSeq: outputs.change_point_seq,
    courseNote: courseNoteOf(core),
    sensors: outputs.channels.map((channel) => ({
      sensor: channelName(channel.channel),
      drift: channelValue(channel.channel, channel.drift),
      uncertainty: `± ${channelValue(channel.channel, channel.drift_sd)}`,
      share: `${decimals(100 * channel.share_of_t2, 0)}\u00a0%`,
    })),
    custody: core.chain_of_custody.map((entry) => ({
      step: entry.step,
      actor: entry.actor,
      at: utc(entry.at),
      outputs: Object.entries(entry.outputs).map(([label, value]) => ({ label, value, isCode: true })),
    })),
    fingerprints: fingerprintsOf(bundle, evidence, given),
    statements,
    method: methodOf(core),
    checks: checksOf(core, statements),
    unproven,
    standards: core.standards.map(({ id, role, covers }) => ({
      id,
      role: role === "format" ? "followed to the letter" : "informed by; no assessment claimed",
      covers: covers.join(", "),
    })),
    embedsFrames: evidence.frames.length <= maxEmbeddedFrameBytes,
  };
}

function sideOf(state: BundleCore["tier_transition"]["before"]): ReportContent["before"] {
  return {
    tier: state.tier,
    since: state.since === null ? "no tier before" : `since ${utc(state.since)}`,
    health: state.health_score === null ? "no health score yet" : `health ${decimals(state.health_score, 1)}`,
  };
}

function summaryOf(core: BundleCore): string {
  const { breach, scoring, vehicle_id: vehicle } = core;
  const { outputs } = scoring;
  const began =
    outputs.change_point_seq === null
      ? ""
      : ` The change is estimated to have begun at entry ${outputs.change_point_seq}.`;
  const small =
    outputs.tier === "NOMINAL"
      ? " The change was proved then, and is smaller than the caution limit: the tier stayed NOMINAL."
      : "";
  return (
    `At entry ${breach.opened_seq} of the journal of ${vehicle}, the change statistic, the log likelihood ratio of a sensor that has moved away from its learnt baseline against one that has not, ` +
    `reached ${nats(breach.statistic)} and passed its limit of ${nats(breach.threshold)}. ` +
    `The ${breach.side} side of ${channelName(breach.channel).toLowerCase()} contributed most.${began}${small}${sinceOpening(core)}`
  );
}

/** What evidence after the first adds. */
function sinceOpening({ breach, tier_transition: moved, supersedes }: BundleCore): string {
  const { trigger, frame_seq: seq } = breach;
  const before = supersedes === null ? "" : ` It supersedes ${supersedes}.`;
  switch (trigger) {
    case "breach_opened":
      return before;
    case "tier_worsened":
      return ` At entry ${seq} the tier became ${moved.after.tier}, from ${moved.before.tier}.${before}`;
    case "requested":
      return ` This evidence was requested, and shows the vehicle as it was at entry ${seq}.${before}`;
  }
}

function figuresOf(core: BundleCore): readonly Fact[] {
  const { breach, scoring } = core;
  const health = measuredHealth(core);
  return [
    ...measuredDrifts(core).map(({ sensor, drift }) => ({
      label: `${kindOf(sensor).label} drift`,
      value: drift === null ? "not measured" : sensorValue(sensor, drift),
    })),
    health === null
      ? { label: "Health score", value: "not judged" }
      : { label: "Health score", value: decimals(health, 1), note: "of 100" },
    {
      label: "Statistic as the breach opened",
      value: nats(breach.statistic),
      note: `limit ${nats(breach.threshold)}`,
    },
    ...requestFacts(core),
    { label: "Probable fault", value: scoring.outputs.probable_fault_source.replaceAll("_", " ") },
    ...(scoring.outputs.warnings.includes("verdict_provisional")
      ? [{ label: "Verdict", value: "provisional", note: "the sensor has fewer than 200 blocks" }]
      : []),
    { label: "Advised then", value: scoring.outputs.recommended_action.replaceAll("_", " ") },
  ];
}

function requestFacts({ request }: BundleCore): readonly Fact[] {
  if (request === undefined) return [];
  const { reason, case_number: caseNumber, key_id: keyId } = request;
  return [
    { label: "Requested because", value: reason, note: `by API key ${keyId}` },
    ...(caseNumber === null ? [] : [{ label: "Case number", value: caseNumber }]),
  ];
}

function courseNoteOf({ scoring }: BundleCore): string {
  const { first_seq: first, last_seq: last, count } = scoring.inputs;
  const start =
    scoring.initial_state.state === null
      ? "from the vehicle's first entry"
      : `from the state the bundle gives for entry ${scoring.initial_state.seq}`;
  return `Computed for this report from the ${count} recorded entries ${first} to ${last}, ${start}, by ${scoring.version}. Figures in this report are rounded; the bundle holds them in full.`;
}

/** Heads the list of statements: what they are, and that they are no part of what was signed here. */
export const statementsHead = "Statements of the state issued for this vehicle";
export const statementsNote =
  "In the log of the issuer when this report was made, about moments of this evidence or later. No part of the evidence: each is a document of its own, to be fetched and checked by itself.";

/** More are not listed: a report is to be read. */
const maxStatements = 20;

/** The window begins with the first frame that is drawn; of frames that cannot be drawn, with the tier before the breach. */
function statementsOf(
  { breach, tier_transition: { before } }: BundleCore,
  course: StatisticCourse,
  { statements = [] }: ReportGiven,
): readonly Fact[] {
  const since = course.kind === "course" ? course.first.capturedAt : (before.since ?? breach.detected_at);
  const sinceUs = parseInstant(since) ?? 0;
  const listed = statements.filter(({ at }) => (parseInstant(at) ?? 0) >= sinceUs);
  const facts = listed.slice(0, maxStatements).map((one): Fact => {
    const { statement_id: label, at, issued_at: issuedAt, reason, case_number: caseNumber } = one;
    const number = caseNumber === null ? "" : `, case ${caseNumber}`;
    const note = `issued ${utc(issuedAt)}, requested because: ${reason}${number}`;
    return { label, value: `at ${utc(at)}: ${stateSentence(one.state)}`, note };
  });
  if (listed.length <= maxStatements) return facts;
  return [...facts, { label: "and more", value: `${listed.length - maxStatements} earlier ones` }];
}

function fingerprintsOf(
  bundle: Bundle,
  evidence: EvidenceFiles,
  { sha256, trustSha256 }: ReportGiven,
): readonly Fact[] {
  const { frames, proof } = bundle;
  const code = (label: string, value: string): Fact => ({ label, value, isCode: true });
  return [
    code("Content digest", bundle.signature),
    code("bundle.json, SHA-256", toHex(sha256(evidence.bundle))),
    code("frames.ndjson, SHA-256", frames.sha256),
    code("Frames, Merkle root", frames.merkle.root),
    code("Signing key", proof.envelope.signatures[0]?.keyid ?? "none"),
    ...logFacts(proof.log),
    ...(trustSha256 === null
      ? []
      : [
          {
            ...code("Trust file, SHA-256", trustSha256),
            note: "as this report was made; compare it with what the issuer published elsewhere",
          },
        ]),
  ];
}

function logFacts(log: Bundle["proof"]["log"]): readonly Fact[] {
  if (log === undefined) return [{ label: "Transparency log", value: "none: issued before there was one" }];
  const [, size, root] = (parseTlogProof(log.tlog_proof)?.checkpoint ?? "").split("\n");
  return [
    { label: "Transparency log", value: `${log.origin}, entry ${log.index} of ${size ?? "?"}` },
    { label: "Log root, base64", value: root ?? "?", isCode: true },
  ];
}

function methodOf(core: BundleCore): readonly Fact[] {
  const { scoring, issuer, clock, retention, frames, breach, supersedes } = core;
  const clockError = clock.max_error_ms === null ? "not measured" : `at most ${clock.max_error_ms} ms`;
  const { software } = issuer;
  return [
    {
      label: "Scoring",
      value: `${scoring.algorithm}, ${scoring.version}, numeric profile ${scoring.numeric_profile}`,
    },
    { label: "Scoring method, SHA-256", value: scoring.specification_sha256, isCode: true },
    { label: "Software", value: `${software.name} ${software.version}` },
    { label: "Build, SHA-256", value: software.build_sha256, isCode: true },
    { label: "Clock", value: `${clock.source}, error ${clockError}` },
    { label: "Frames", value: `${frames.count} entries, ${frames.bytes} bytes` },
    {
      label: "Retention",
      value: `${retention.policy}${retention.delete_after === null ? "" : `, until ${retention.delete_after}`}`,
    },
    { label: "Issued because", value: triggerLabels[breach.trigger] },
    ...(supersedes === null ? [] : [{ label: "Supersedes", value: supersedes, isCode: true } as const]),
  ];
}

function checksOf({ event_id: id }: BundleCore, statements: readonly Fact[]): readonly string[] {
  const [but, others] =
    statements.length === 0
      ? ["", "one that differs was changed"]
      : [" but for the statements, which no bundle holds,", "one that differs elsewhere was changed"];
  return [
    "Take bundle.json and frames.ndjson out of this document, or better from the person who gave it to you. Get trust.json from the issuer separately and compare its SHA-256 with a published one.",
    `In a browser, offline: open verify.html of the archive of ${id} and drop the three files on it.`,
    "With Plumbline: evidence verify bundle.json --frames frames.ndjson --trust trust.json. It opens no connection.",
    "Without a line of our code: sh VERIFY.sh in the archive, with openssl and jq.",
    `This report itself: evidence report bundle.json --frames frames.ndjson --trust trust.json produces it again,${but} with the same version of the program; ${others}.`,
  ];
}

const unproven: readonly string[] = [
  "When it happened. Times are the clocks of the vehicle and of the issuer, unless a time stamp by a third party is reported by the verifier.",
  "That the sensor readings are true. Custody begins when the telemetry arrived at the service.",
  "That the method suits the purpose. Recomputation shows that it was followed; its error rates are in the scoring method.",
  "That the log has no second history. Independent witnesses, or anyone who compares checkpoints, can detect that.",
  "Who was at fault. The evidence is about sensors that drifted, not about any event they were part of.",
];
