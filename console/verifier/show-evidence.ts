import type { Bundle } from "../../core/encoding/bundle.ts";
import { measuredHealth } from "../../core/evidence/bundle/measured-drifts.ts";
import { submitterLabels } from "../../core/evidence/bundle/submitter.ts";
import type { StateStatementPayload } from "../../core/evidence/log/state-statement.ts";
import type { VerificationReport } from "../../core/evidence/verify/verification-report.ts";
import { openBundle, ReportFault } from "../../core/reports/evidence-files.ts";
import { decimals, nats, tierLook, triggerLabels, utc } from "../../core/reports/quantity-labels.ts";
import { stateSentence } from "../../core/reports/state-sentence.ts";
import { measuredDrifts } from "../evidence/measured-drifts.ts";
import { type GivenFile, type HeldFiles, roleNames, roles } from "./given-file.ts";
import { type Judgement, wantsKeyring } from "./judge-files.ts";
import { type Child, make } from "./make-element.ts";
import type { Case } from "./take-files.ts";

const origins: Readonly<Record<GivenFile["origin"], string>> = {
  carried: "carried by this page",
  given: "given by you",
  unpacked: "out of the archive given",
};

/** What is held, what lies beside it, and where to drop more. */
export function showFiles(
  { held, beside }: Pick<Case, "held" | "beside">,
  onFiles: (files: readonly File[]) => void,
): HTMLElement {
  const rows = roles.flatMap((role) => {
    const file = held[role];
    if (file === undefined && role === "keyring" && !wantsKeyring(held)) return [];
    const what = file === undefined ? "none yet" : `${file.name}, ${file.bytes.length} bytes`;
    const from = file === undefined ? "" : origins[file.origin];
    return [
      make(
        "tr",
        {},
        make("td", {}, roleNames[role]),
        make("td", { class: "wraps" }, what),
        make("td", { class: "quiet" }, from),
      ),
    ];
  });
  const choose = make("input", { type: "file", multiple: "", id: "files", class: "unseen" });
  choose.addEventListener("change", () => onFiles([...(choose.files ?? [])]));
  return make(
    "section",
    { class: "files" },
    make("h2", {}, "Files"),
    make("table", {}, make("tbody", {}, ...rows)),
    make(
      "p",
      { class: "drop" },
      "Drop the archive, or bundle, frames, trust file and keyring, anywhere on this page, or ",
      choose,
      make("label", { for: "files", class: "button" }, "choose files"),
    ),
    beside.length === 0
      ? null
      : make("p", { class: "quiet wraps" }, `Given too, and no part of the verdict: ${beside.join(", ")}`),
  );
}

/** What the bundle says, with the fingerprints of what was checked. Greyed where it is not trusted. */
export function showEvidence({ bundle }: HeldFiles, judgement: Judgement): readonly HTMLElement[] {
  if (judgement.kind !== "judged") return [];
  const { report } = judgement;
  if (report.statement !== null)
    return [showFacts("statement", statementFacts(report.statement, report), report)];
  const read = bundle === undefined ? null : readable(bundle.bytes);
  if (read === null) return [];
  const whose = submitterLabels(read.submitter);
  const facts: Facts = [
    ["Organisation", whose.organisation],
    ["API key", whose.apiKeyId],
    ["Evidence", read.event_id],
    ["Vehicle", read.vehicle_id],
    ["Tier", `${tierLook(read.tier_transition.before.tier).label} → ${tierLook(read.tier).label}`],
    ...measuredDrifts(read).map(({ name, value }) => [name, value] as const),
    ["Health score", healthText(read)],
    ["Issued because", triggerLabels[read.breach.trigger]],
    ["Supersedes", read.supersedes === null ? "nothing" : code(read.supersedes)],
    ...requestFacts(read),
    [
      "Log likelihood ratio as the breach opened",
      `${nats(read.breach.statistic)}, limit ${nats(read.breach.threshold)}`,
    ],
    ...read.chain_of_custody.map((entry) => [entry.step, `${utc(entry.at)}, ${entry.actor}`] as const),
    ["Issued by", read.issuer.organisation],
    ["Content digest", code(read.signature)],
    ["Signing key", code(report.subject?.keyId ?? "none")],
    ["bundle, SHA-256", code(report.bundleSha256)],
    ["frames, SHA-256", code(report.framesSha256 ?? "not given")],
  ];
  return [showFacts("evidence", facts, report)];
}

type Facts = readonly (readonly [string, Child])[];

function showFacts(
  what: "evidence" | "statement",
  facts: Facts,
  { verdict }: VerificationReport,
): HTMLElement {
  const isTrusted = verdict !== "invalid";
  const named = what === "evidence" && !isTrusted ? "bundle" : what;
  const rounded = "Figures are rounded; the bundle holds them in full.";
  return make(
    "section",
    { class: isTrusted ? "says" : "says not-trusted" },
    make("h2", {}, `What the ${named} says${isTrusted ? "" : " (not trusted)"}`),
    make("dl", {}, ...facts.flatMap(([label, value]) => [make("dt", {}, label), make("dd", {}, value)])),
    what === "evidence" ? make("p", { class: "quiet" }, rounded) : null,
  );
}

/** What was signed, and not what the file shows in clear. */
function statementFacts(statement: StateStatementPayload, report: VerificationReport): Facts {
  const { sensors, health, evidence_id: evidenceId, scoring_version: version } = statement.state;
  return [
    ["Organisation", statement.organisation],
    ["Statement", statement.statement_id],
    ["Vehicle", statement.vehicle_id],
    ["At", utc(statement.at)],
    ["State", stateSentence({ ...statement.state, evidence_id: null })],
    ...sensors.map(
      ({ sensor, drift, unit }) =>
        [`Drift of the ${sensor}`, drift === null ? "not measured" : `${drift} ${unit}`] as const,
    ),
    ["Health score", health === null ? "not judged" : `${decimals(health, 1)} of 100`],
    ["Evidence of the open breach", evidenceId === null ? "none" : code(evidenceId)],
    ["Scoring", version],
    ["Requested because", statement.reason],
    ["Case number", statement.case_number ?? "none"],
    ["Requested by API key", statement.key_id],
    ["Issued", `${utc(statement.issued_at)}, ${statement.issuer.organisation}`],
    ["Signing key", code(report.subject?.keyId ?? "none")],
    ["File, SHA-256", code(report.bundleSha256)],
  ];
}

function healthText(bundle: Bundle): string {
  const health = measuredHealth(bundle);
  return health === null ? "not judged" : `${decimals(health, 1)} of 100`;
}

function requestFacts({ request }: Bundle): readonly (readonly [string, Child])[] {
  if (request === undefined) return [];
  const { reason, case_number: caseNumber, key_id: keyId } = request;
  return [
    ["Requested because", reason],
    ["Case number", caseNumber ?? "none"],
    ["Requested by API key", keyId],
  ];
}

function readable(bytes: Uint8Array): Bundle | null {
  try {
    return openBundle(bytes);
  } catch (fault) {
    if (fault instanceof ReportFault) return null;
    throw fault;
  }
}

function code(text: string): HTMLElement {
  return make("span", { class: "code" }, text);
}
