import { boolean, count, float64, listOf, nullable, oneOf, record, trailing } from "./binary-codec.ts";
import type { Codec } from "./binary-codec.ts";
import { provisionalCodec } from "./provisional-codec.ts";
import { driftCourseCodec, noiseGrowthsCodec, scoreBaselineCodec } from "./score-members-codec.ts";
import { windowCodec } from "./window-codec.ts";
import type { ChannelScore, Score } from "../score.ts";
import { reasons, scoreWarnings } from "../score.ts";
import { actions, faultSources, tiers } from "../tier.ts";
import { channels } from "../sensors.ts";

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

/** The layout in which scores were stored up to schema version 12, every number in eight bytes: journals still hold them. */
export const wideScoreCodec: Codec<Score> = record({
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
  baseline: scoreBaselineCodec,
  channels: listOf(channelScore),
  cameraDriftDeg: float64,
  radarDriftMm: float64,
  healthScore: float64,
  changePointSeq: nullable(count),
  course: nullable(driftCourseCodec),
  warnings: listOf(oneOf(scoreWarnings)),
  noise: noiseGrowthsCodec,
  // Most scores have none, and the bytes they had before there was one.
  window: trailing(windowCodec),
  // Whatever is provisional has a window.
  provisional: trailing(provisionalCodec),
});
