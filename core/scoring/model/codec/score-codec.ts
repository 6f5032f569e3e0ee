import type { Codec } from "./binary-codec.ts";
import {
  boolean,
  count,
  decodeBytes,
  encodeBytes,
  float64,
  listOf,
  nullable,
  oneOf,
  record,
  trailing,
} from "./binary-codec.ts";
import { intervalCodec } from "./course-codec.ts";
import { provisionalCodec } from "./provisional-codec.ts";
import { windowCodec } from "./window-codec.ts";
import type { ChannelScore, DriftCourse, DriftTrend, Score } from "../score.ts";
import { baselineStates, reasons, scoreWarnings, trendShapes, undatedReasons } from "../score.ts";
import { actions, faultSources, tiers } from "../tier.ts";
import { channels } from "../sensors.ts";

/** A score as bytes, about 500 of them with all five channels; `unpackScore` gives back exactly the same numbers. */
export function packScore(score: Score): Uint8Array {
  return encodeBytes(scoreCodec, score);
}

/** Throws RangeError on bytes that `packScore` did not write. */
export function unpackScore(bytes: Uint8Array): Score {
  return decodeBytes(scoreCodec, bytes);
}

const channelScore: Codec<ChannelScore> = record({
  channel: oneOf(channels),
  residual: float64,
  standardised: float64,
  cusumUpper: float64,
  cusumLower: float64,
  cusumLimit: float64,
  shareOfT2: float64,
  drift: float64,
  driftSd: float64,
});

const posterior: Codec<readonly [number, number, number]> = {
  write: (value, sink) => value.forEach((probability) => float64.write(probability, sink)),
  read: (source) => [float64.read(source), float64.read(source), float64.read(source)],
};

const trend: Codec<DriftTrend> = record({
  sensor: oneOf(["camera", "radar", "lidar"]),
  shape: oneOf(trendShapes),
  beganUs: float64,
  ratePerDay: nullable(float64),
  ratePerDaySd: nullable(float64),
  daysToCritical: nullable(float64),
  daysInterval: nullable({
    write: (value, sink) => value.forEach((days) => float64.write(days, sink)),
    read: (source) => [float64.read(source), float64.read(source)],
  } satisfies Codec<readonly [number, number]>),
  undated: nullable(oneOf(undatedReasons)),
});

const course: Codec<DriftCourse> = record({
  likely: intervalCodec,
  widely: intervalCodec,
  trend: nullable(trend),
});

/** The hours share the byte of the state: a score that says nothing of them has the bytes it always had. */
const baselineCodec: Codec<Score["baseline"]> = {
  write: ({ state, frames, needed, coversHours }, sink) => {
    const hours = coversHours === null ? 0 : coversHours + 1;
    sink.byte(statesAByte * hours + baselineStates.indexOf(state));
    count.write(frames, sink);
    count.write(needed, sink);
  },
  read: (source) => {
    const byte = source.byte();
    const hours = Math.floor(byte / statesAByte);
    const state = baselineStates[byte % statesAByte];
    if (state === undefined || hours > 25) throw new RangeError(`no such state of a baseline: ${byte}`);
    const [frames, needed] = [count.read(source), count.read(source)];
    return { state, frames, needed, coversHours: hours === 0 ? null : hours - 1 };
  },
};

const statesAByte = 8;

const scoreCodec: Codec<Score> = record({
  seq: count,
  tierBefore: oneOf(tiers),
  tier: oneOf(tiers),
  reason: oneOf(reasons),
  residualScore: float64,
  mahalDistance: nullable(float64),
  mahalPValue: nullable(float64),
  t2Limit: nullable(float64),
  cusumStatistic: nullable(float64),
  cautionLimit: float64,
  criticalLimit: float64,
  cusumTriggered: boolean,
  breachOpened: boolean,
  confidence: float64,
  probableFaultSource: oneOf(faultSources),
  sourcePosterior: posterior,
  recommendedAction: oneOf(actions),
  late: boolean,
  outlier: boolean,
  baseline: baselineCodec,
  channels: listOf(channelScore),
  cameraDriftDeg: float64,
  radarDriftMm: float64,
  healthScore: float64,
  changePointSeq: nullable(count),
  course: nullable(course),
  warnings: listOf(oneOf(scoreWarnings)),
  noise: listOf(record({ sensor: oneOf(["camera", "radar", "lidar"]), sinceSeq: count, sinceUs: float64 })),
  // Most scores have none, and the bytes they had before there was one.
  window: trailing(windowCodec),
  // Whatever is provisional has a window.
  provisional: trailing(provisionalCodec),
});
