/**
 * Replays every stream of ../shared/data/frames and sets what the scoring said beside what the labels know.
 * Writes bench/results/real-streams.json and .md; prints the table. Run: npm run bench -- real-streams
 */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

import { readFrameText } from "../../core/contract/requests/read-ingest-body.ts";
import { isWorseTier } from "../../core/encoding/field-schemas.ts";
import { limitsOf } from "../../core/scoring/verdict/drift.ts";
import type { JournalEntry } from "../../core/scoring/model/journal-entry.ts";
import { emptyReplay, replayEntry } from "../../core/scoring/replay.ts";
import type { Replay, TierStep } from "../../core/scoring/replay.ts";
import { defaultSettings, scoringVersion } from "../../core/scoring/settings/settings.ts";
import type { FaultSource } from "../../core/scoring/model/tier.ts";
import { runStamp } from "../run-stamp.ts";
import { figure, markdownTable } from "../markdown-table.ts";
import { leastDetectedChange, type LeastDetectedChange } from "./real/least-detected-change.ts";
import { hasSharedData, sharedData } from "./shared-data.ts";
import type { LimitedSensor } from "../../core/scoring/model/sensors.ts";
import { packState } from "../../core/scoring/model/codec/state-codec.ts";


interface Label {
  readonly file: string;
  readonly frames: number;
  readonly injected: readonly Injection[];
  readonly natural_events: readonly {
    readonly kind: string;
    readonly index: number;
    readonly angle_deg?: number;
  }[];
}

interface Injection {
  readonly type: string;
  readonly channel: string;
  readonly axis?: string;
  readonly magnitude?: number;
  readonly unit?: string;
  readonly start: number;
  readonly end: number | null;
  readonly first_affected_index: number;
}

/** One replayed stream. Indices count frames from 0, as in labels.json. */
interface StreamVerdict {
  readonly stream: string;
  readonly frames: number;
  /** What the labels say happens, in words, and the first frame it shows in. */
  readonly expected: string;
  readonly firstAffected: number | null;
  /** Largest injected size as a multiple of its CAUTION limit; null where there is no such limit. */
  readonly timesCaution: number | null;
  readonly baseline: readonly { readonly at: number; readonly to: string }[];
  /** Rises to CAUTION or CRITICAL before the first known change. */
  readonly falseAlarms: number;
  readonly delayFrames: number | null;
  readonly delayS: number | null;
  readonly tierPath: readonly { readonly at: number; readonly to: string; readonly reason: string }[];
  readonly sources: readonly FaultSource[];
  readonly cameraDriftDeg: number;
  readonly radarDriftMm: number;
  readonly changeFoundAt: number | null;
  readonly lastAction: string;
  readonly lastReason: string;
  readonly warnings: readonly string[];
  readonly stateBytes: number;
  readonly stateSha256: string;
  /** Why a known change was not told, where none was. */
  readonly missedBecause: string | null;
}

const frameFolder = join(sharedData, "frames");
const results = join(import.meta.dirname, "../results");

function main(): void {
  if (!hasSharedData("frames")) {
    console.log("skipped: ../shared/data/frames is absent, and the streams may not be part of the project");
    return;
  }
  const started = process.cpuUsage();
  const labels = readLabels();
  const streams = readdirSync(frameFolder)
    .filter((file) => file.endsWith(".ndjson"))
    .map((file) => judgeStream(basename(file, ".ndjson"), readStream(file), labels.get(file)!));
  const sequels = sequelStreams(labels);
  const frames = [...streams, ...sequels].reduce((sum, stream) => sum + stream.frames, 0);
  const microseconds = process.cpuUsage(started).user / frames;
  writeResults([...streams, ...sequels], microseconds);
}

/** Real streams that go on after a command, or one after another as one vehicle. */
function sequelStreams(labels: ReadonlyMap<string, Label>): StreamVerdict[] {
  const learnAfter = (name: string, frame: number) => {
    const file = `${name}__clean.ndjson`;
    const entries = readStream(file);
    const command: JournalEntry = { kind: "baseline", action: "learn", atUs: timeOf(entries[frame - 1]!) };
    const journal = [...entries.slice(0, frame), command, ...entries.slice(frame)];
    return judgeStream(`${name}__clean, learn after frame ${frame}`, journal, labels.get(file)!);
  };
  const errors = labels.get("tudelft__authors-errors.ndjson")!;
  const clean = readStream("tudelft__clean.ndjson");
  const later = timeOf(clean.at(-1)!) - timeOf(clean[0]!) + 10_000_000;
  const shifted = readStream("tudelft__authors-errors.ndjson").map((entry) => postpone(entry, later));
  return [
    learnAfter("nuscenes-n008", 40),
    learnAfter("kitti-days", 386),
    judgeStream("tudelft__clean, then tudelft__authors-errors", [...clean, ...shifted], {
      ...errors,
      frames: clean.length + shifted.length,
      natural_events: errors.natural_events.map((event) => ({ ...event, index: event.index + clean.length })),
    }),
  ];
}

function judgeStream(stream: string, journal: readonly JournalEntry[], label: Label): StreamVerdict {
  let replay = emptyReplay();
  const times: number[] = [];
  /** Frame index of every entry number. */
  const frameAt = new Map<number, number>();
  const warnings = new Set<string>();
  const sources = new Set<FaultSource>();
  journal.forEach((entry, at) => {
    replay = replayEntry(replay, entry, defaultSettings);
    frameAt.set(at + 1, times.length);
    if (entry.kind !== "frame") return;
    times.push(entry.reading.timestampUs);
    const score = replay.lastScore!;
    for (const warning of score.warnings) if (!perFrameWarnings.has(warning)) warnings.add(warning);
    if (score.probableFaultSource !== "none") sources.add(score.probableFaultSource);
  });
  const firstAffected = firstAffectedOf(label);
  const rises = replay.tierPath.filter(isRise).map((step) => frameAt.get(step.seq)!);
  const found = firstAffected === null ? undefined : rises.find((at) => at >= firstAffected);
  const bytes = packState(replay.state);
  return {
    stream,
    frames: times.length,
    expected: describeLabel(label),
    firstAffected,
    timesCaution: timesCaution(label),
    baseline: replay.baselinePath.map(({ seq, to }) => ({ at: frameAt.get(seq)!, to })),
    falseAlarms: rises.filter((at) => firstAffected === null || at < firstAffected).length,
    delayFrames: found === undefined ? null : found - firstAffected!,
    delayS: found === undefined ? null : (times[found]! - times[firstAffected!]!) / 1e6,
    tierPath: replay.tierPath.map(({ seq, to, reason }) => ({ at: frameAt.get(seq)!, to, reason })),
    sources: [...sources],
    ...measuredBy(replay, { firstAffected: firstAffected ?? 0, frameAt }),
    ...saidLast(replay),
    warnings: [...warnings],
    stateBytes: bytes.length,
    stateSha256: createHash("sha256").update(bytes).digest("hex"),
    missedBecause: firstAffected === null || found !== undefined ? null : reasonOfMiss(label, replay),
  };
}

function saidLast({ lastScore }: Replay): Pick<StreamVerdict, "lastAction" | "lastReason"> {
  return { lastAction: lastScore?.recommendedAction ?? "none", lastReason: lastScore?.reason ?? "learning" };
}

/** The first frame that is not as its vehicle was; null where none is. */
function firstAffectedOf({ injected, natural_events: natural }: Label): number | null {
  const changes = [
    ...injected.map((injection) => injection.first_affected_index),
    ...natural.map((event) => event.index),
  ];
  return changes.length === 0 ? null : Math.min(...changes);
}

/** What the first breach since then says of the drift; nothing where there is none. */
function measuredBy(
  { breaches }: Replay,
  {
    firstAffected,
    frameAt,
  }: { readonly firstAffected: number; readonly frameAt: ReadonlyMap<number, number> },
): Pick<StreamVerdict, "cameraDriftDeg" | "radarDriftMm" | "changeFoundAt"> {
  const breach = breaches.find(({ openedSeq }) => frameAt.get(openedSeq)! >= firstAffected);
  if (breach === undefined) return { cameraDriftDeg: 0, radarDriftMm: 0, changeFoundAt: null };
  const { cameraDriftDeg, radarDriftMm, changePointSeq } = breach;
  return { cameraDriftDeg, radarDriftMm, changeFoundAt: frameAt.get(changePointSeq)! };
}

/** Said of a frame's content, not of the stream. */
const perFrameWarnings = new Set([
  "lidar_confidence_absent",
  "source_provisional",
  "lidar_confidence_below_floor",
]);

function isRise({ from, to }: TierStep): boolean {
  return isWorseTier(to, from) && !isWorseTier(from, "NOMINAL");
}

const sensorOfChannel: Readonly<Record<string, LimitedSensor>> = {
  camera_rotation_matrix: "camera",
  radar_range_bias_m: "radar",
  lidar_registration_error_m: "lidar",
};

function timesCaution({ injected }: Label): number | null {
  const multiples = injected.flatMap(({ type, channel, magnitude }) => {
    const sensor = sensorOfChannel[channel];
    if (sensor === undefined || magnitude === undefined || (type !== "step" && type !== "ramp")) return [];
    return [Math.abs(magnitude) / limitsOf(sensor, defaultSettings).caution];
  });
  return multiples.length === 0 ? null : Math.max(...multiples);
}

function reasonOfMiss(label: Label, replay: Replay): string {
  return stillLearning(label, replay) ?? noDrift(label, replay) ?? tooSmall(label);
}

function stillLearning({ injected }: Label, { state }: Replay): string | null {
  const affected = injected.flatMap(({ channel }) => sensorOfChannel[channel] ?? []);
  const [sensor] = affected.filter((one) => state.tracks[one].calibration === null);
  if (sensor === undefined) return null;
  const { level } = state.tracks[sensor];
  return `the ${sensor} is still learning: its frames resemble each other over ${2 ** level} frames and more, and 20 blocks of that length do not fit into the stream`;
}

function noDrift({ injected }: Label, { lastScore }: Replay): string | null {
  const types = new Set(injected.map(({ type }) => type));
  const { warnings = [], reason = "", recommendedAction = "" } = lastScore ?? {};
  if (types.has("dropout")) return "a sensor that is absent is unmonitored, not out of true";
  if (types.has("stuck"))
    return `a stuck sensor is no drift: ${warnings.includes("sensor_stuck") ? "sensor_stuck" : "nothing"} is told, ${recommendedAction} asked for, the tier stays`;
  if (types.has("noise_scale"))
    return `noise is no drift: ${reason} asks for ${recommendedAction}, the tier stays`;
  return null;
}

function tooSmall(label: Label): string {
  const multiple = timesCaution(label);
  if (multiple !== null && multiple < 1)
    return `at ${multiple.toFixed(2)} of the CAUTION limit it is below what is called harm`;
  const [event] = label.natural_events;
  if (event?.kind === "authors_injected_error") {
    return "errors of single placements are outlier frames, and no single frame is a drift";
  }
  if (event?.angle_deg !== undefined) {
    const share = event.angle_deg / limitsOf("camera", defaultSettings).caution;
    return `at ${share.toFixed(2)} of the CAUTION limit it is below what is called harm`;
  }
  return "not told apart from the noise within the stream";
}

function describeLabel({ injected, natural_events: natural }: Label): string {
  const faults = injected.map(({ type, channel, axis, magnitude, unit, start, end }) => {
    const size = magnitude === undefined ? "" : ` ${magnitude} ${unit ?? ""}`;
    const until = end === null ? "" : `–${end}`;
    return `${type} ${channel.replace(/_(rotation_matrix|range_bias_m|registration_error_m)$/, "")}${axis === undefined ? "" : ` ${axis}`}${size} at ${start}${until}`;
  });
  const events = natural.map(({ kind, index }) => `${kind.replaceAll("_", " ")} at ${index}`);
  return [...faults, ...events].join("; ") || "no fault";
}

function readLabels(): ReadonlyMap<string, Label> {
  const { files } = JSON.parse(readFileSync(join(frameFolder, "labels.json"), "utf8")) as { files: Label[] };
  return new Map(files.map((label) => [label.file, label]));
}

/** The same reading of the bytes as the service's. */
function readStream(file: string): JournalEntry[] {
  const sha256Hex = (text: string) => createHash("sha256").update(text).digest("hex");
  return readFileSync(join(frameFolder, file), "utf8")
    .trim()
    .split("\n")
    .map((line, at) => {
      const parsed = readFrameText(line, { nowUs: Infinity, sha256Hex });
      if (parsed.kind === "rejected") throw new Error(`${file}:${at + 1} is not a frame of the contract`);
      return { kind: "frame", reading: parsed.frame.reading };
    });
}

function timeOf(entry: JournalEntry): number {
  if (entry.kind !== "frame") throw new Error("a frame was expected");
  return entry.reading.timestampUs;
}

function postpone(entry: JournalEntry, byUs: number): JournalEntry {
  if (entry.kind !== "frame") return entry;
  return { kind: "frame", reading: { ...entry.reading, timestampUs: entry.reading.timestampUs + byUs } };
}

/** Streams a fault-free verdict is demanded of, and those that strain the assumptions. */
const isDemanded = (stream: string) =>
  /^(kitti-\d+-gated|mulran|tudelft__|nuscenes-n015|composite)/.test(stream);
const isStrained = (stream: string) => /^(comma|kitti-\d+__|urbannav|carmen|kitti-calibration)/.test(stream);

function goals(streams: readonly StreamVerdict[]): readonly string[] {
  const clean = streams.filter(({ expected, stream }) => expected === "no fault" && !stream.includes(","));
  const alarms = (chosen: readonly StreamVerdict[]) =>
    chosen.reduce((sum, { falseAlarms }) => sum + falseAlarms, 0);
  const demanded = clean.filter(({ stream }) => isDemanded(stream));
  const strained = clean.filter(({ stream }) => isStrained(stream));
  const early = streams.filter(({ firstAffected }) => firstAffected !== null);
  const large = streams.filter(
    ({ timesCaution: times, stream }) => times !== null && times >= 2 && isDemanded(stream),
  );
  const detected = large.filter(({ delayFrames }) => delayFrames !== null);
  const faulty = streams.filter(
    ({ timesCaution: times, delayFrames }) => times !== null && delayFrames !== null,
  );
  const rightSource = faulty.filter(isRightlyBlamed);
  return [
    `False alarms on the ${demanded.length} demanded fault-free streams: ${alarms(demanded)}; on the ${strained.length} strained ones: ${alarms(strained)}; before the known change on the others: ${alarms(early)}.`,
    `Injected faults of at least twice the CAUTION limit on demanded streams: ${detected.length} of ${large.length} told, after ${detected.map(({ delayFrames }) => delayFrames).join(" and ")} frames.`,
    `Injected steps and ramps told at all: ${faulty.length} of ${streams.filter(({ timesCaution: times }) => times !== null).length}, the right sensor named in ${rightSource.length}.`,
  ];
}

function isRightlyBlamed({ expected, sources }: StreamVerdict): boolean {
  const wanted = new Set(
    (["camera", "radar", "lidar"] as const).filter((sensor) => expected.includes(` ${sensor}`)),
  );
  return sources.some((source) =>
    source === "multi_modal" ? wanted.size > 1 : wanted.has(source as LimitedSensor),
  );
}

function writeResults(streams: readonly StreamVerdict[], microseconds: number): void {
  const stamp = { ...runStamp(), scoringVersion };
  const recordingDays = leastDetectedChange();
  const largest = Math.max(...streams.map(({ stateBytes }) => stateBytes));
  const speed = `${microseconds.toFixed(0)} µs of processor time a frame, reading the JSON included; largest state ${largest} bytes.`;
  mkdirSync(results, { recursive: true });
  writeFileSync(
    join(results, "real-streams.json"),
    `${JSON.stringify({ ...stamp, speed, recordingDays, streams }, null, 1)}\n`,
  );
  const lines = [
    "# Real streams",
    "",
    `\`npm run bench -- real-streams\`, ${stamp.date}, commit ${stamp.commit}, ${stamp.machine}. Scoring ${scoringVersion}, default settings, every stream from the empty state. Frames count from 0.`,
    "",
    ...goals(streams),
    "",
    speed,
    "",
    "What the streams are, and what was added to them, is told in the README of the data they were made from. `baseline`: frame at which the first sensor had one, and at which it was established. `told`: frames and seconds from the first affected frame to CAUTION or CRITICAL.",
    "",
    ...markdownTable(
      [
        "stream",
        "frames",
        "known change",
        "× CAUTION",
        "baseline",
        "false alarms",
        "told after",
        "tiers",
        "source",
      ],
      streams.map(row),
    ),
    "",
    "## Not told",
    "",
    ...streams.flatMap(({ stream, expected, missedBecause }) =>
      missedBecause === null ? [] : [`- ${stream} (${expected}): ${missedBecause}.`],
    ),
    "",
    "## The change of recording day",
    "",
    printRecordingDays(recordingDays),
    "",
    "## False alarms",
    "",
    ...streams
      .filter(({ falseAlarms }) => falseAlarms > 0)
      .map(
        ({ stream, tierPath }) =>
          `- ${stream}: ${tierPath.map((step) => `${step.to} at ${step.at}`).join(", ")}.`,
      ),
    "",
  ];
  writeFileSync(join(results, "real-streams.md"), lines.join("\n"));
  console.log(lines.join("\n"));
}

function printRecordingDays(change: LeastDetectedChange): string {
  const angle = Math.hypot(...change.shiftDeg);
  const byAxis = (values: readonly number[]) => values.map((value) => figure(value, 3)).join(", ");
  const least =
    change.leastFactor === null
      ? "no shift of up to five times that size is told before the recording ends"
      : `it is told before the recording ends from ${figure(change.leastFactor, 1)} times that size on, ${figure(change.leastFactor * angle, 3)}°`;
  return `${change.stream}: the authors' calibrations of the two days differ by ${figure(change.publishedDeg, 3)}°; the recorded poses differ by ${figure(angle, 3)}° (pitch, yaw, roll ${byAxis(change.shiftDeg)} ± ${byAxis(change.standardErrorDeg)}), with a noise of ${byAxis(change.noiseDeg)}° a pose. W reaches ${figure(change.largestNats, 2)} of the ${defaultSettings.evidence.cautionNats} nats it needs; drawn out artificially, ${least}. Either way it is under the CAUTION limit of ${defaultSettings.limits.cameraDeg.caution}°.`;
}

function row(verdict: StreamVerdict): string[] {
  const { baseline, delayFrames, delayS, tierPath } = verdict;
  const learnt = baseline.filter(({ to }) => to === "provisional" || to === "established");
  return [
    verdict.stream,
    String(verdict.frames),
    verdict.expected,
    figure(verdict.timesCaution, 2),
    learnt
      .slice(0, 2)
      .map(({ at }) => at)
      .join(", ") || "learning",
    String(verdict.falseAlarms),
    delayFrames === null ? "–" : `${delayFrames} (${figure(delayS, 1)} s)`,
    tierPath.map(({ at, to }) => `${to} ${at}`).join(" → "),
    verdict.sources.join(", "),
  ];
}

main();
