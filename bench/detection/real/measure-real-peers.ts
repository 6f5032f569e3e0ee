import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import type { Part } from "../bench.ts";
import { figure, markdownTable } from "../../markdown-table.ts";
import { hasSharedData } from "../shared-data.ts";
import { peersOf } from "../simulated/measure-peers.ts";
import { PeerProcess, peersInstalled, type Peer, type PeerStreams } from "../simulated/peer-process.ts";
import { textbookDetectors } from "../simulated/textbook-detectors.ts";
import type { Detector } from "../simulated/textbook-detectors.ts";
import { readLabels, readResiduals, residualChannels } from "./read-frames.ts";

/**
 * The recorded streams with an injected step or ramp, met by other detectors: each gets, for every stream by itself, the most
 * sensitive setting that does not alarm on the fault-free recording the fault was added to. That is better than anybody could
 * do in advance, and better than what the product gets: one setting for all.
 */
export const realPeersPart: Part = {
  name: "real-stream-peers",
  title: "Real streams beside other detectors",
  steps: (full) => 1 + textbookDetectors.length + onlinePeers(full).length,
  async run(bench) {
    if (!hasSharedData("frames")) {
      return {
        markdown: ["The recorded streams are not beside the project; not run.", ""],
        json: null,
        figures: [],
      };
    }
    const pairs = faultedPairs();
    const verdicts = productVerdicts();
    const rows: PeerRow[] = textbookDetectors.map((detector) => {
      bench.step(detector.name);
      return { name: detector.name, delays: pairs.map((pair) => textbookDelay(detector, pair)) };
    });
    const process = new PeerProcess(bench);
    for (const peer of peersInstalled() ? onlinePeers(bench.full) : []) {
      bench.step(peer.name);
      rows.push({ name: peer.name, delays: await peerDelays(peer, pairs, process) });
    }
    process.close();
    bench.step("comparison");
    const table = pairs.map((pair, at) =>
      compare(
        pair,
        verdicts.get(pair.name),
        rows.map((row) => row.delays[at]!),
      ),
    );
    return {
      markdown: print(table, rows),
      json: { rows: table, detectors: rows.map(({ name }) => name) },
      figures: [],
    };
  },
};

interface Pair {
  readonly name: string;
  readonly clean: Float64Array;
  readonly faulted: Float64Array;
  readonly frames: number;
  readonly baselineFrames: number;
  readonly firstAffected: number;
}

interface PeerRow {
  readonly name: string;
  /** Frames from the first affected one to the alarm, stream by stream; null when there was none. */
  readonly delays: readonly (number | null)[];
}

/** Frames other detectors learn from: the leading two fifths, 200 at most, always before the fault. */
function faultedPairs(): Pair[] {
  return readLabels()
    .filter(({ injected }) =>
      injected.some(({ type, channel }) => isShift(type) && channel !== "lidar_confidence"),
    )
    .map(({ file, frames, injected }) => {
      const firstAffected = Math.min(...injected.map((fault) => fault.first_affected_index));
      return {
        name: file.replace(".ndjson", ""),
        clean: readResiduals(file.replace(/__.*$/u, "__clean.ndjson")),
        faulted: readResiduals(file),
        frames,
        baselineFrames: Math.min(200, Math.floor(0.4 * frames), firstAffected),
        firstAffected,
      };
    });
}

function isShift(type: string): boolean {
  return type === "step" || type === "ramp";
}

function textbookDelay(detector: Detector, pair: Pair): number | null {
  const quiet = Math.max(...statistics(detector, pair, pair.clean));
  const alarm = statistics(detector, pair, pair.faulted).findIndex(
    (value, at) => value > quiet && at + pair.baselineFrames >= pair.firstAffected,
  );
  return alarm < 0 ? null : alarm + pair.baselineFrames - pair.firstAffected;
}

function statistics(detector: Detector, { baselineFrames, frames }: Pair, rows: Float64Array): number[] {
  const step = detector.start(rows.subarray(0, baselineFrames * residualChannels), baselineFrames);
  return Array.from({ length: frames - baselineFrames }, (_, at) => {
    const first = (baselineFrames + at) * residualChannels;
    const value = step(rows.subarray(first, first + residualChannels));
    return Number.isNaN(value) ? 0 : value;
  });
}

function onlinePeers(full: boolean): readonly Peer[] {
  return peersOf(full).filter(({ offline }) => !offline);
}

async function peerDelays(
  peer: Peer,
  pairs: readonly Pair[],
  process: PeerProcess,
): Promise<(number | null)[]> {
  const quiet = await process.largestStatistics(
    peer,
    aligned(
      pairs,
      pairs.map(({ clean }) => clean),
    ),
  );
  const alarms = await process.firstAlarms(
    peer,
    aligned(
      pairs,
      pairs.map(({ faulted }) => faulted),
    ),
    quiet,
  );
  return pairs.map((pair, at) => {
    const alarm = alarms[at]!;
    // Counted from 1 after the baseline.
    const delay = alarm === null ? null : pair.baselineFrames + alarm - 1 - pair.firstAffected;
    // One before the fault: no setting tried keeps the detector silent on this recording.
    return delay === null || delay < 0 ? null : delay;
  });
}

/** All streams in one job: silence in front brings every baseline to the same end, silence behind every stream to the same length. */
function aligned(pairs: readonly Pair[], streams: readonly Float64Array[]): PeerStreams {
  const baselineFrames = Math.max(...pairs.map((pair) => pair.baselineFrames));
  const frames = baselineFrames + Math.max(...pairs.map((pair) => pair.frames - pair.baselineFrames));
  const values = new Float64Array(pairs.length * frames * residualChannels).fill(Number.NaN);
  pairs.forEach((pair, at) => {
    const silence = baselineFrames - pair.baselineFrames;
    values.set(streams[at]!, (at * frames + silence) * residualChannels);
  });
  return { values, runs: pairs.length, frames, channels: residualChannels, baselineFrames };
}

export interface ProductVerdict {
  readonly delayFrames: number | null;
  readonly timesCaution: number | null;
  readonly falseAlarms: number;
}

/** What the product said of each stream: the results of the real-streams bench, which runs before this part. */
function productVerdicts(): ReadonlyMap<string, ProductVerdict> {
  const file = join(import.meta.dirname, "../../results/real-streams.json");
  if (!existsSync(file))
    throw new Error("bench/results/real-streams.json is absent: run `npm run bench -- real-streams` first");
  const { streams } = JSON.parse(readFileSync(file, "utf8")) as {
    streams: readonly (ProductVerdict & { readonly stream: string })[];
  };
  return new Map(streams.map((verdict) => [verdict.stream, verdict]));
}

export interface Comparison {
  readonly stream: string;
  readonly isDemanded: boolean;
  readonly timesCaution: number | null;
  readonly ours: number | null;
  readonly falseAlarms: number;
  readonly others: readonly (number | null)[];
  readonly best: number | null;
}

function compare(
  pair: Pair,
  verdict: ProductVerdict | undefined,
  others: readonly (number | null)[],
): Comparison {
  const detected = others.filter((delay) => delay !== null);
  return {
    stream: pair.name,
    isDemanded: /^(?:kitti-\d+-gated|mulran|tudelft|nuscenes-n015|composite)/u.test(pair.name),
    timesCaution: verdict?.timesCaution ?? null,
    ours: verdict?.delayFrames ?? null,
    falseAlarms: verdict?.falseAlarms ?? 0,
    others,
    best: detected.length === 0 ? null : Math.min(...detected),
  };
}

function print(table: readonly Comparison[], rows: readonly PeerRow[]): string[] {
  const large = table.filter((row) => row.isDemanded && (row.timesCaution ?? 0) >= 2);
  const harmful = table.filter((row) => (row.timesCaution ?? 0) >= 1);
  return [
    "Frames from the first affected one to the alarm; – where there was none. The product has its default settings on all of them (column W: CAUTION or CRITICAL). Every other detector has, on every stream by itself, the most sensitive setting with no alarm on the same recording without the fault, found with that very recording in hand.",
    "",
    sentence("Demanded streams, faults of at least twice the CAUTION limit", large),
    sentence("All streams, faults of at least the CAUTION limit", harmful),
    "",
    "Against each detector by itself, faults of at least the CAUTION limit:",
    "",
    ...markdownTable(
      ["detector", "detected", "median ratio of delays, W ÷ detector", "streams both detected"],
      rows.map(({ name }, at) => againstOne(name, harmful, (row) => row.others[at] ?? null)),
    ),
    "",
    ...markdownTable(
      ["stream", "× CAUTION", "**W**", "best other", ...rows.map(({ name }) => name)],
      table.map((row) => [
        row.stream,
        figure(row.timesCaution, 2),
        figure(row.ours, 0),
        figure(row.best, 0),
        ...row.others.map((delay) => figure(delay, 0)),
      ]),
    ),
    "",
  ];
}

function againstOne(
  name: string,
  rows: readonly Comparison[],
  delayOf: (row: Comparison) => number | null,
): string[] {
  const detected = rows.filter((row) => delayOf(row) !== null);
  const { median, both } = ratios(detected, delayOf);
  return [name, `${detected.length} of ${rows.length}`, figure(median, 2), String(both)];
}

/** Frames heard until the alarm, ours over theirs: one more than the delay, so that an alarm on the first frame counts one. */
export function ratios(
  rows: readonly Comparison[],
  delayOf: (row: Comparison) => number | null,
): { median: number | null; both: number } {
  const found = rows.flatMap((row) => {
    const theirs = delayOf(row);
    return row.ours === null || theirs === null ? [] : [(row.ours + 1) / (theirs + 1)];
  });
  const sorted = found.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const median =
    sorted.length % 2 === 1 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
  return { median: sorted.length === 0 ? null : median, both: sorted.length };
}

function sentence(what: string, rows: readonly Comparison[]): string {
  const { median, both } = ratios(rows, (row) => row.best);
  const detected = rows.filter((row) => row.ours !== null).length;
  const otherDetected = rows.filter((row) => row.best !== null).length;
  return `${what}: W detected ${detected} of ${rows.length}, the best other on each ${otherDetected}; median ratio of delays (frames heard until the alarm, W ÷ the best other on that stream) ${figure(median, 2)} over the ${both} both detected.`;
}
