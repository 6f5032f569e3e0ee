import { fold } from "../../../core/scoring/fold.ts";
import { defaultSettings } from "../../../core/scoring/settings/settings.ts";
import type { Score } from "../../../core/scoring/model/score.ts";
import type { FaultSource } from "../../../core/scoring/model/tier.ts";
import { benchSettings, readingOf, unitOf } from "./plumbline-detector.ts";
import { channelCount, directions, generateResiduals, vehicleOf } from "./residual-stream.ts";
import type { Direction, StreamPlan } from "./residual-stream.ts";
import { initialState } from "../../../core/scoring/model/initial-state.ts";


/** What the product says once it has alarmed, against what was put in. */
export interface Verdicts {
  readonly direction: Direction;
  readonly size: number;
  readonly alarmed: number;
  readonly runs: number;
  /** Mean frames from the change to the breach: W at its limit, and there without any single block too. */
  readonly delay: number;
  /** Share of alarms that named the right source at the alarm, and ten frames after it. */
  readonly rightAtAlarm: number;
  readonly rightSettled: number;
  /** Mean distance of the change point named at the alarm from the true one, frames. */
  readonly changeTimeError: number;
  /** Of the moved channels, how many drift estimates 20 frames after the alarm held the truth in their 80 % interval. */
  readonly covered: number;
  readonly estimates: number;
}

const settleFrames = 10;
const estimateFrames = 20;
/** Half the width of an 80 % interval, standard deviations. */
const eightyPercent = 1.2816;

/** Like the settings of the delay tables, but with the product's own limit, so that breaches open and references freeze. */
const verdictSettings = {
  ...benchSettings,
  evidence: { ...benchSettings.evidence, cautionNats: defaultSettings.evidence.cautionNats },
};

/**
 * Whether the product opens a breach anywhere in a fault-free stream. W at its limit is not enough for that: it has to stay
 * there without any single frame.
 */
export function breaches(plan: StreamPlan): boolean {
  let state = initialState();
  for (const [at, row] of rowsOf(plan).entries()) {
    const folded = fold(state, { kind: "frame", reading: readingOf(row, at + 1) }, verdictSettings);
    state = folded.state;
    if (folded.score!.breachOpened) return true;
  }
  return false;
}

/** Steps of one direction and size after a 50-frame baseline and 500 quiet frames. */
export function measureVerdicts(
  { direction, size }: { direction: Direction; size: number },
  { runs, plan }: { runs: number; plan: StreamPlan },
): Verdicts {
  const found = Array.from({ length: runs }, (_, run) =>
    judge({ ...plan, seed: plan.seed + run, change: { direction, size, shape: "step" } }),
  ).filter((verdict) => verdict !== null);
  const share = (test: (verdict: Verdict) => boolean) =>
    found.filter(test).length / Math.max(1, found.length);
  return {
    direction,
    size,
    alarmed: found.length,
    runs,
    rightAtAlarm: share((verdict) => verdict.sourceAtAlarm === expectedSource[direction]),
    rightSettled: share((verdict) => verdict.sourceSettled === expectedSource[direction]),
    delay: found.reduce((total, verdict) => total + verdict.delay, 0) / Math.max(1, found.length),
    changeTimeError:
      found.reduce((total, verdict) => total + verdict.changeTimeError, 0) / Math.max(1, found.length),
    covered: found.reduce((total, verdict) => total + verdict.covered, 0),
    estimates: found.reduce((total, verdict) => total + verdict.estimates, 0),
  };
}

const expectedSource: Readonly<Record<Direction, FaultSource>> = {
  radar: "radar",
  lidar: "lidar",
  "camera one axis": "camera",
  "camera oblique": "camera",
  "radar and lidar": "multi_modal",
  "all sensors": "multi_modal",
};

interface Verdict {
  readonly sourceAtAlarm: FaultSource;
  readonly sourceSettled: FaultSource;
  readonly delay: number;
  readonly changeTimeError: number;
  readonly covered: number;
  readonly estimates: number;
}

/** Null when the alarm came too early or not at all. */
function judge(plan: StreamPlan): Verdict | null {
  const changeSeq = plan.baselineFrames + plan.framesBefore + 1;
  let state = initialState();
  let alarm: Score | null = null;
  let settled: Score | null = null;
  for (const [at, row] of rowsOf(plan).entries()) {
    const folded = fold(state, { kind: "frame", reading: readingOf(row, at + 1) }, verdictSettings);
    state = folded.state;
    const score = folded.score!;
    if (score.breachOpened) {
      if (score.seq < changeSeq) return null;
      alarm ??= score;
    }
    if (alarm === null) continue;
    if (score.seq === alarm.seq + settleFrames) settled = score;
    if (score.seq < alarm.seq + estimateFrames) continue;
    return {
      sourceAtAlarm: sourceOf(alarm),
      sourceSettled: sourceOf(settled!),
      delay: alarm.seq - changeSeq + 1,
      changeTimeError: Math.abs(alarm.changePointSeq! - changeSeq),
      ...coverage(plan, score),
    };
  }
  return null;
}

/**
 * The rule by which the product names a source from the posterior. Its own word is not taken, because limits near nothing,
 * which this bench needs to count in σ, would let it suspect every sensor for not being at zero.
 */
function sourceOf({ sourcePosterior: [camera, radar, lidar] }: Score): FaultSource {
  if ([camera, radar, lidar].filter((share) => share >= 0.5).length > 1) return "multi_modal";
  const most = Math.max(camera, radar, lidar);
  return most === camera ? "camera" : most === radar ? "radar" : "lidar";
}

function coverage(plan: StreamPlan, score: Score): { covered: number; estimates: number } {
  const truth = trueDrifts(plan);
  const moved = score.channels.filter((_, channel) => directions[plan.change!.direction][channel] !== 0);
  const within = moved.filter(
    ({ channel, drift, driftSd }) => Math.abs(drift - truth[channel]) <= eightyPercent * driftSd,
  );
  return { covered: within.length, estimates: moved.length };
}

/** The drift that was put in, in the units of the verdict: degrees and metres. */
function trueDrifts({ seed, change }: StreamPlan) {
  const { locations, scales } = vehicleOf(seed);
  const shift = (channel: number) =>
    scales[channel]! * directions[change!.direction][channel]! * change!.size;
  const lidarAt = (g: number) => 0.06 * Math.exp(unitOf.lidarLog * g);
  return {
    camera_x: unitOf.cameraDeg * shift(0),
    camera_y: unitOf.cameraDeg * shift(1),
    camera_z: unitOf.cameraDeg * shift(2),
    radar: unitOf.radarM * shift(3),
    lidar: lidarAt(locations[4]! + shift(4)) - lidarAt(locations[4]!),
  };
}

function rowsOf(plan: StreamPlan): Float64Array[] {
  const rows = generateResiduals(plan);
  return Array.from({ length: rows.length / channelCount }, (_, at) =>
    rows.subarray(at * channelCount, (at + 1) * channelCount),
  );
}
