import { measuredDrifts } from "../../core/evidence/bundle/measured-drifts.ts";
import { kindOf, type Sensor } from "../../core/sensors/sensor-lists.ts";
import { readFile } from "node:fs/promises";
import { Command } from "commander";
import type { Bundle } from "../../core/encoding/bundle.ts";
import { submitterLabels } from "../../core/evidence/bundle/submitter.ts";
import { triggerLabels } from "../../core/reports/quantity-labels.ts";
import { paint, paintTier } from "../terminal/paint.ts";
import { readBundle } from "./read-bundle.ts";
import { printableLine } from "../terminal/printable.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { typed } from "../exit-codes.ts";

export function evidenceInspectCommand(terminal: Terminal): Command {
  return new Command("inspect")
    .description("shows what a bundle says, in words; it checks nothing")
    .argument("<bundle>", "bundle file")
    .action((bundle: string) => inspect(bundle, terminal));
}

async function inspect(path: string, terminal: Terminal): Promise<void> {
  const bytes = await readFile(path);
  readBundle(bytes, path);
  const bundle = asWritten(bytes);
  const whose = submitterLabels(bundle.submitter);
  const width = Math.max(...factsOf(bundle, terminal).map(([name]) => name.length));
  const lines = factsOf(bundle, terminal).map(
    ([name, value]) => `  ${name.padEnd(width)}  ${printableLine(value)}`,
  );
  await terminal.out(
    [
      paint(printableLine(`organisation ${whose.organisation}  API key ${whose.apiKeyId}`), "bold", terminal),
      paint(printableLine(`${bundle.event_id}  ${bundle.vehicle_id}`), "bold", terminal),
      ...lines,
      "",
      paint("NOT CHECKED: this is what the file says, not whether it is true", "yellow", terminal),
      `  check it with: ${typed(`evidence verify ${path} --frames FRAMES --trust TRUST`)}`,
      "",
    ].join("\n"),
  );
}

/**
 * The bundle with every number as the very characters of the file: the nearest binary64 would be shown for what another
 * wrote, and a digit changed beyond it would not be seen.
 */
function asWritten(bytes: Uint8Array): Bundle {
  const spell = (_name: string, value: unknown, { source }: { readonly source?: string }): unknown =>
    typeof value === "number" ? source : value;
  return JSON.parse(new TextDecoder().decode(bytes), spell as Reviver) as Bundle;
}

/** As ECMAScript 2026 has it; the compiler's library knows the first two arguments. */
type Reviver = (name: string, value: unknown) => unknown;

/** The contract's numbers as the file writes them, a length in the unit people read besides. */
function offText(sensor: Sensor, { measurements }: Bundle, drift: number): string {
  const { unit, drift: stated } = kindOf(sensor);
  // oxlint-disable-next-line typescript/no-unnecessary-type-conversion -- a number of the file is its text here
  const off = `${Number(drift).toFixed(3)} m off`;
  if (!stated.isMeasurement) return off;
  const written = measurements[stated.member];
  return unit === "deg" ? `${written}° off` : `${off} (${stated.member} ${written})`;
}

function issuedBecause({ breach: { trigger }, request }: Bundle): string {
  if (request === undefined) return triggerLabels[trigger];
  const ofCase = request.case_number === null ? "" : `, case ${request.case_number}`;
  return `${triggerLabels[trigger]} by key ${request.key_id}${ofCase}: ${request.reason}`;
}

const provisionalFact = ["provisional", "the sensor has fewer than 200 blocks"] as const;

/** The members a reader asks for first, in the order of what happened. */
function factsOf(bundle: Bundle, terminal: Terminal): readonly (readonly [string, string])[] {
  const { breach, tier_transition: change, measurements, scoring, frames, issuer, proof } = bundle;
  const health = measurements.measured.health ? `health ${measurements.health_score}` : "not judged";
  const before = change.before.health_score === null ? "no score" : `health ${change.before.health_score}`;
  return [
    ["tier", `${change.before.tier} (${before}) to ${paintTier(bundle.tier, terminal)} (${health})`],
    ["issued because", issuedBecause(bundle)],
    ["breach", `${breach.channel}, ${breach.side} side: ${breach.statistic} nats, limit ${breach.threshold}`],
    ...(scoring.outputs.warnings.includes("verdict_provisional") ? [provisionalFact] : []),
    ["opened", `entry ${breach.opened_seq} of the vehicle's journal`],
    ["at", `entry ${breach.frame_seq} of the vehicle's journal, noticed ${breach.detected_at}`],
    ...measuredDrifts(bundle).map(({ sensor, drift }): [string, string] => [
      sensor,
      drift === null ? "not measured" : offText(sensor, bundle, drift),
    ]),
    [
      "frames",
      `entries ${scoring.inputs.first_seq} to ${scoring.inputs.last_seq}, ${frames.bytes} bytes, sha256 ${frames.sha256}`,
    ],
    ["scoring", `${scoring.algorithm} ${scoring.version}`],
    [
      "issued",
      `${bundle.issued_at} by ${issuer.organisation}, ${issuer.software.name} ${issuer.software.version}`,
    ],
    ["retention", `${bundle.retention.policy}, until ${bundle.retention.delete_after ?? "no date given"}`],
    ["supersedes", bundle.supersedes ?? "nothing"],
    ["digest", bundle.signature],
    ["signed by", proof.envelope.signatures[0]?.keyid ?? "nobody"],
    ["log", proof.log === undefined ? "none" : `${proof.log.origin}, entry ${proof.log.index}`],
  ];
}
