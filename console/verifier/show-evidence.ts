import { openBundle, ReportFault } from "../../core/reports/evidence-files.ts";
import type { Bundle } from "../../core/encoding/bundle.ts";
import { submitterLabels } from "../../core/evidence/bundle/submitter.ts";
import { nats, decimals, tierLook, utc } from "../../core/reports/quantity-labels.ts";
import { measuredDrifts } from "../evidence/measured-drifts.ts";
import type { HeldFiles } from "./given-file.ts";
import type { Judgement } from "./judge-files.ts";
import { make, type Child } from "./make-element.ts";

/** What the bundle says, with the fingerprints of what was checked. Greyed where it is not trusted. */
export function showEvidence({ bundle }: HeldFiles, judgement: Judgement): readonly HTMLElement[] {
  const read = bundle === undefined ? null : readable(bundle.bytes);
  if (read === null || judgement.kind !== "judged") return [];
  const { report } = judgement;
  const isTrusted = report.verdict !== "invalid";
  const whose = submitterLabels(read.submitter);
  const facts: readonly (readonly [string, Child])[] = [
    ["Organisation", whose.organisation],
    ["API key", whose.apiKeyId],
    ["Evidence", read.event_id],
    ["Vehicle", read.vehicle_id],
    ["Tier", `${tierLook(read.tier_transition.before.tier).label} → ${tierLook(read.tier).label}`],
    ...measuredDrifts(read).map(({ name, value }) => [name, value] as const),
    ["Health score", `${decimals(read.measurements.health_score, 1)} of 100`],
    ["W at the breach", `${nats(read.breach.statistic)}, limit ${nats(read.breach.threshold)}`],
    ...read.chain_of_custody.map((entry) => [entry.step, `${utc(entry.at)}, ${entry.actor}`] as const),
    ["Issued by", read.issuer.organisation],
    ["Content digest", code(read.signature)],
    ["Signing key", code(report.subject?.keyId ?? "none")],
    ["bundle, SHA-256", code(report.bundleSha256)],
    ["frames, SHA-256", code(report.framesSha256 ?? "not given")],
  ];
  return [
    make(
      "section",
      { class: isTrusted ? "says" : "says not-trusted" },
      make("h2", {}, isTrusted ? "What the evidence says" : "What the bundle says (not trusted)"),
      make("dl", {}, ...facts.flatMap(([label, value]) => [make("dt", {}, label), make("dd", {}, value)])),
      make("p", { class: "quiet" }, "Figures are rounded; the bundle holds them in full."),
    ),
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
