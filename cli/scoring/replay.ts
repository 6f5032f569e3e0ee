import { measuredKinds, measurementsOf } from "../../core/sensors/sensor-lists.ts";
import { Command } from "commander";
import { notesOnLate, notesOnScore } from "../../core/scoring/verdict/explain-verdict.ts";
import type { ReplayedBreach, TierStep } from "../../core/scoring/replay.ts";
import {
  defaultSettings,
  scoringVersion,
  type ScoringSettings,
} from "../../core/scoring/settings/settings.ts";
import { CommandFailure, exitCodes, typed } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { overrideSettings } from "./override-settings.ts";
import { paint, paintTier } from "../terminal/paint.ts";
import { foldFiles } from "./folding/fold-files.ts";
import type { Skipped } from "./folding/line-folder.ts";
import { readLabels } from "./read-labels.ts";
import type { Label, Labels } from "./read-labels.ts";
import { judgeByLabels, stateSha256 } from "./replayed-vehicle.ts";
import type { PlacedFrame, ReplayedVehicle } from "./replayed-vehicle.ts";
import { printableLine } from "../terminal/printable.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface ReplayOptions {
  readonly labels?: string;
  readonly set: readonly string[];
  readonly json?: true;
}

export function replayCommand(terminal: Terminal, ended: (code: ExitCode) => void): Command {
  return new Command("replay")
    .description("folds frames (NDJSON) without a service: each vehicle's tiers, breaches and delays")
    .argument("<file...>", "the files in the order to fold them; - is standard input")
    .option(
      "--labels <file>",
      "known faults, for delays and false alarms: a labels.json, or what simulate --truth wrote",
    )
    .option("--set <setting=number...>", "score under other settings, for example change.limit_nats=8", [])
    .option("--json", "as JSON, with a digest of each vehicle's final state")
    .addHelpText(
      "after",
      "\nExit code 5 when lines could not be read as frames and were skipped, or when the times of frames were set aside as misdated:" +
        "\nmore than a day ahead of those before them, while those that follow go on where time was; their readings count. Also when more than 1 % of a vehicle's frames came too late to be judged.",
    )
    .action(async (files: readonly string[], options: ReplayOptions) =>
      ended(await replay(files, options, terminal)),
    );
}

async function replay(
  files: readonly string[],
  options: ReplayOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const settings = overrideSettings(defaultSettings, options.set);
  const labels = options.labels === undefined ? null : await readLabels(options.labels);
  const { vehicles, skipped } = await foldFiles(files, { settings, terminal });

  const text = options.json
    ? `${JSON.stringify(resultJson([...vehicles.values()], { skipped, labels }), null, 2)}\n`
    : [...vehicles.values()].map((vehicle) => timeline(vehicle, { labels, terminal })).join("\n");
  await terminal.out(text);
  if (vehicles.size === 0 && skipped.length === 0)
    terminal.err(`${printableLine(`no frame in ${files.join(", ")}`)}\n`);
  if (!options.json) {
    printSkipped(skipped, terminal);
    for (const vehicle of vehicles.values()) printTimes(vehicle, settings, terminal);
  }
  const isDoubtful = [...vehicles.values()].some(hasDoubtfulTimes);
  return isDoubtful ? exitCodes.partlyAccepted : verdict(vehicles.size, skipped);
}

/** As `ingest` ends: so many frames of a hundred may come too late. */
function hasDoubtfulTimes({ setAside, replay }: ReplayedVehicle): boolean {
  return setAside.length > 0 || replay.lateFrames > 0.01 * replay.frames;
}

const maxPrinted = 100;

function printSkipped(skipped: readonly Skipped[], terminal: Terminal): void {
  for (const { file, line, code, pointer, detail } of skipped.slice(0, maxPrinted)) {
    const place = pointer === "" ? "(whole frame)" : pointer;
    terminal.err(`${printableLine(`skipped ${file}:${line} ${code} ${place}: ${detail}`)}\n`);
  }
  if (skipped.length > maxPrinted) terminal.err(`… and ${skipped.length - maxPrinted} more lines\n`);
}

/** What became of frames whose times do not follow each other. */
function printTimes(vehicle: ReplayedVehicle, { frame }: ScoringSettings, terminal: Terminal): void {
  const { vehicleId, setAside, lateBehind, replay } = vehicle;
  const print = (line: string) => terminal.err(`${printableLine(line)}\n`);
  for (const placed of setAside.slice(0, maxPrinted)) {
    print(
      `set aside ${placeText(placed)} ${vehicleId}: taken ${momentText(placed)}, more than a day ahead of the vehicle's other frames, ` +
        "and those after it go on where they were; it counts, and no clock follows it: correct its time (the service refuses a frame of the future)",
    );
  }
  if (setAside.length > maxPrinted)
    print(`… and ${setAside.length - maxPrinted} more frames of ${vehicleId} set aside`);
  if (lateBehind === null) return;
  print(
    `late ${vehicleId}: ${replay.lateFrames} of ${replay.frames} frames are more than ${frame.lateUs / 60e6} minutes older than the newest of their sensors ` +
      `(the last behind ${placeText(lateBehind)}, taken ${momentText(lateBehind)}) and moved no detector; put frames in the order of their times`,
  );
}

function placeText({ file, line }: PlacedFrame): string {
  return `${file}:${line}`;
}

function momentText({ frame }: PlacedFrame): string {
  return `${timeText(frame.timestampUs)} UTC`;
}

function verdict(vehicles: number, skipped: readonly Skipped[]): ExitCode {
  const [first] = skipped;
  if (first === undefined) return exitCodes.ok;
  if (vehicles > 0) return exitCodes.partlyAccepted;
  const { file, line, detail } = first;
  throw new CommandFailure(
    exitCodes.failed,
    `no line could be read as a frame; the first fault is at ${file}:${line}: ${detail}`,
    `compare a line with the example of TelemetryFrame: ${typed("openapi")}`,
  );
}

function timeline(
  vehicle: ReplayedVehicle,
  given: { readonly labels: Labels | null; readonly terminal: Terminal },
): string {
  const { replay, duplicates, vehicleId } = vehicle;
  const { terminal } = given;
  const notes = [
    `${replay.frames.toLocaleString("en-GB")} frames`,
    ...(duplicates > 0 ? [`${duplicates} counted before`] : []),
    ...(replay.lateFrames > 0 ? [`${replay.lateFrames} late`] : []),
    ...(vehicle.setAside.length > 0 ? [`${vehicle.setAside.length} set aside as misdated`] : []),
    baselineNote(vehicle),
  ];
  const events = [
    ...labelEvents(vehicle, given.labels?.get(vehicleId)),
    ...replay.tierPath.map((step) => ({ atUs: step.atUs, text: tierText(step, terminal) })),
    ...replay.breaches.map((breach) => ({ atUs: breach.openedUs, text: breachText(breach, terminal) })),
  ].toSorted((left, right) => left.atUs - right.atUs);
  const lines = events.map(({ atUs, text }) => `  ${timeText(atUs)}  ${text}`);
  const explained = notesOnLast(replay).map(({ text }) => `  note: ${text}`);
  return [`${paint(vehicleId, "bold", terminal)}  ${notes.join(", ")}`, ...lines, ...explained, ""].join(
    "\n",
  );
}

/** What may seem odd about where the vehicle stands at the end. */
function notesOnLast({ lastScore, state }: ReplayedVehicle["replay"]) {
  return lastScore === null ? [] : [...notesOnScore(lastScore), ...notesOnLate(state)];
}

interface TimelineEvent {
  readonly atUs: number;
  readonly text: string;
}

/** A breach freezes the baseline; how far it had been estimated says more. */
function baselineNote({ replay }: ReplayedVehicle): string {
  const settled = replay.baselinePath.findLast((step) => step.to !== "frozen");
  if (settled === undefined) return "baseline learning";
  return `baseline ${settled.to} at frame ${settled.seq}`;
}

function tierText({ seq, from, to, reason }: TierStep, terminal: Terminal): string {
  const change = `${paintTier(from, terminal)} → ${paintTier(to, terminal)}`;
  const width = Math.max(0, "CAUTION → CRITICAL".length - `${from} → ${to}`.length);
  return `${frameText(seq)}  ${change}${" ".repeat(width)}  ${reason}`;
}

function breachText(breach: ReplayedBreach, terminal: Terminal): string {
  const { openedSeq, source, statistic, threshold, channel, side, changePointSeq, closedSeq } = breach;
  return [
    `${frameText(openedSeq)}  ${paint("breach", "red", terminal)} ${source === "none" ? "below the limits" : `of ${source}`}`,
    `log likelihood ratio ${statistic.toFixed(2)} ≥ ${threshold}, led by ${channel} (${side})`,
    ...(breach.provisional ? ["provisional: its noise is not well known yet"] : []),
    `change since frame ${changePointSeq}`,
    ...measuredKinds.flatMap(({ name, unit, drift: { field, factor } }) => {
      const drift = breach[field] / factor;
      if (drift === 0) return [];
      return [unit === "deg" ? `${name} ${drift.toFixed(2)}°` : `${name} ${drift.toFixed(3)} m`];
    }),
    closedSeq === null ? "open" : `closed at frame ${closedSeq}`,
  ].join(", ");
}

function labelEvents(
  vehicle: ReplayedVehicle,
  labels: readonly Label[] | undefined,
): readonly TimelineEvent[] {
  if (labels === undefined) return [];
  const { firstFault, falseAlarms, delay } = judgeByLabels(vehicle, labels);
  const alarms = falseAlarms === 1 ? "1 false alarm" : `${falseAlarms} false alarms`;
  const lastUs = vehicle.timesUs.at(-1) ?? 0;
  if (firstFault === null) return [{ atUs: lastUs, text: `no known fault, ${alarms}` }];
  const found =
    delay === null
      ? "not found"
      : `found ${delay.frames} ${delay.frames === 1 ? "frame" : "frames"} later (${durationText(delay.s)})`;
  return [{ atUs: firstFault.atUs, text: `known fault: ${firstFault.what}, ${found}, ${alarms} before it` }];
}

function frameText(seq: number): string {
  return `frame ${String(seq).padStart(6)}`;
}

function timeText(us: number): string {
  return new Date(us / 1000).toISOString().slice(0, 19).replace("T", " ");
}

function durationText(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`;
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`;
}

function resultJson(
  vehicles: readonly ReplayedVehicle[],
  given: { readonly skipped: readonly Skipped[]; readonly labels: Labels | null },
): object {
  return {
    scoring_version: scoringVersion,
    vehicles: vehicles.map((vehicle) => vehicleJson(vehicle, given.labels?.get(vehicle.vehicleId))),
    skipped: given.skipped,
  };
}

function vehicleJson(vehicle: ReplayedVehicle, labels: readonly Label[] | undefined): object {
  const { replay } = vehicle;
  const { lastScore } = replay;
  return {
    vehicle_id: vehicle.vehicleId,
    frames: replay.frames,
    duplicates: vehicle.duplicates,
    late_frames: replay.lateFrames,
    late_behind: vehicle.lateBehind === null ? null : placedJson(vehicle.lateBehind),
    set_aside: vehicle.setAside.map(placedJson),
    outlier_frames: replay.outlierFrames,
    baseline: replay.baselinePath.map(({ seq, atUs, to }) => ({
      frame_seq: seq,
      at: isoTime(atUs),
      state: to,
    })),
    tiers: replay.tierPath.map(({ seq, atUs, from, to, reason }) => ({
      frame_seq: seq,
      at: isoTime(atUs),
      from,
      to,
      decided_by: reason,
    })),
    breaches: replay.breaches.map((breach) => ({
      frame_seq: breach.openedSeq,
      opened_at: isoTime(breach.openedUs),
      statistic: breach.statistic,
      threshold: breach.threshold,
      channel: breach.channel,
      side: breach.side,
      change_point_seq: breach.changePointSeq,
      probable_fault_source: breach.source,
      ...measurementsOf(breach),
      closed_seq: breach.closedSeq,
      provisional: breach.provisional,
    })),
    ...(lastScore !== null && {
      tier: lastScore.tier,
      decided_by: lastScore.reason,
      recommended_action: lastScore.recommendedAction,
      cusum_triggered: lastScore.cusumTriggered,
      notes: notesOnLast(replay),
      cusum_statistic: lastScore.cusumStatistic,
      health_score: lastScore.healthScore,
      ...measurementsOf(lastScore),
    }),
    state_sha256: stateSha256(vehicle),
    ...(labels !== undefined && { labels: labelJson(vehicle, labels) }),
  };
}

function placedJson({ frame, file, line }: PlacedFrame): object {
  return { file, line, at: isoTime(frame.timestampUs) };
}

function labelJson(vehicle: ReplayedVehicle, labels: readonly Label[]): object {
  const { firstFault, falseAlarms, delay } = judgeByLabels(vehicle, labels);
  return {
    first_fault: firstFault === null ? null : { what: firstFault.what, at: isoTime(firstFault.atUs) },
    false_alarms: falseAlarms,
    delay_frames: delay?.frames ?? null,
    delay_s: delay?.s ?? null,
  };
}

function isoTime(us: number): string {
  return new Date(us / 1000).toISOString();
}
