import { equalBytes } from "../../../encoding/bytes.ts";
import {
  count,
  decodeBytes,
  encodeBytes,
  listOf,
  nullable,
  oneOf,
  record,
  trailing,
} from "./binary-codec.ts";
import type { ByteSink, ByteSource, Codec } from "./binary-codec.ts";
import { driftPlaces, lengthBeyondNoise } from "./expected-drifts.ts";
import { bitOf, channelsOf, flagsOf, isSet, presenceOf, scoreFlags } from "./score-flags.ts";
import {
  driftCourseCodec,
  noiseGrowthsCodec,
  scoreBaselineCodec,
  strongestChangeCodec,
} from "./score-members-codec.ts";
import type { ChannelScore, Score } from "../score.ts";
import { reasons, scoreWarnings } from "../score.ts";
import { actions, faultSources, tiers } from "../tier.ts";
import { channels } from "../sensors.ts";
import { zeros } from "../../numeric/doubles.ts";
import { sixDigits } from "../../numeric/rounding/six-digits.ts";

/** A score as bytes, some 120 of them with all five channels; `unpackScore` gives back exactly the same numbers. */
export function packScore(score: Score, sink?: ByteSink): Uint8Array {
  return encodeBytes(scoreCodec, score, sink);
}

/** Throws RangeError on bytes that `packScore` did not write. */
export function unpackScore(bytes: Uint8Array): Score {
  return decodeBytes(scoreCodec, bytes);
}

/** Whether these are the bytes of this very score. */
export function isPackedScore(score: Score, bytes: Uint8Array, sink?: ByteSink): boolean {
  return equalBytes(encodeBytes(scoreCodec, score, sink), bytes);
}

/**
 * A number of six significant digits takes three bytes (numeric/rounding/six-digits.ts), one that follows from others a
 * quarter of one, and what holds of most scores a bit. Any other number keeps its eight bytes: nothing is rounded here. What
 * a series shows comes first. What is expected of a number is part of the layout and never changes. No entry has the number
 * 0, with which another layout may begin.
 */
const scoreCodec: Codec<Score> = {
  write: (score, sink) => {
    const plain = isPlain(score);
    writeHead(score, plain, sink);
    writeShown(score, sink);
    writeOthers(score, sink);
    scoreBaselineCodec.write(score.baseline, sink);
    if (!plain) rest.write(score, sink);
  },
  read: (bytes) => {
    const head = readHead(bytes);
    const shown = readNumbers(bytes, beforeShown + shownColumns * head.channels.length, usualShown);
    const distance = isSet(head.flags, scoreFlags.hasDistance) ? shown[0]! : null;
    const others = readOthers(bytes, head.present, distance);
    const derived = beforeChannels + otherColumns * head.channels.length;
    const baseline = scoreBaselineCodec.read(bytes);
    const unusual = head.isPlain ? { ...plainRest, tierBefore: head.tier } : rest.read(bytes);
    return {
      seq: head.seq,
      tierBefore: unusual.tierBefore,
      tier: head.tier,
      reason: head.reason,
      residualScore: others[1]!,
      mahalDistance: distance,
      mahalPValue: isSet(head.flags, scoreFlags.hasPValue) ? others[0]! : null,
      t2Limit: isSet(head.flags, scoreFlags.hasLimit) ? shown[1]! : null,
      cusumStatistic: isSet(head.flags, scoreFlags.hasStatistic) ? shown[2]! : null,
      cautionLimit: head.limits[0]!,
      cusumTriggered: isSet(head.flags, scoreFlags.isTriggered),
      breachOpened: isSet(head.flags, scoreFlags.hasOpened),
      confidence: others[2]!,
      probableFaultSource: unusual.probableFaultSource,
      sourcePosterior: [others[3]!, others[4]!, others[5]!],
      recommendedAction: unusual.recommendedAction,
      late: isSet(head.flags, scoreFlags.isLate),
      outlier: isSet(head.flags, scoreFlags.isOutlier),
      baseline,
      channels: head.channels.map((channel, at): ChannelScore => {
        const [first, other] = [beforeShown + shownColumns * at, beforeChannels + otherColumns * at];
        return {
          channel,
          residual: shown[first]!,
          standardised: others[other]!,
          cusumUpper: shown[first + 1]!,
          cusumLower: shown[first + 2]!,
          cusumLimit: head.limits[1 + at]!,
          shareOfT2: others[other + 1]!,
          drift: others[other + 2]!,
          driftSd: others[other + 3]!,
        };
      }),
      cameraDriftDeg: others[derived]!,
      radarDriftMm: others[derived + 1]!,
      healthScore: others[derived + 2]!,
      changePointSeq: unusual.changePointSeq,
      course: unusual.course,
      warnings: unusual.warnings,
      noise: unusual.noise,
      change: unusual.change,
    };
  },
};

/** Reason and tier share a byte; above the bits of the channels stand two more. */
const tiersAByte = 8;
const [plainBit, usualLimitsBit] = [channels.length, channels.length + 1];

function writeHead(score: Score, plain: boolean, sink: ByteSink): void {
  sink.count(score.seq);
  sink.byte(tiersAByte * reasons.indexOf(score.reason) + tiers.indexOf(score.tier));
  sink.byte(flagsOf(score));
  const usual = hasUsualLimits(score);
  sink.byte(presenceOf(score.channels) | bitOf(plain, plainBit) | bitOf(usual, usualLimitsBit));
  if (usual) return;
  const limits = [score.cautionLimit, ...score.channels.map(({ cusumLimit }) => cusumLimit)];
  sink.statedNumbers(limits.length, limits, usualLimits);
}

function readHead(bytes: ByteSource) {
  const seq = bytes.count();
  const { tier, reason } = tierAndReason(bytes.byte());
  const flags = bytes.byte();
  const bits = bytes.byte();
  if (bits >= 4 * channelsOf.length) throw new RangeError(`no such channels: ${bits}`);
  const present = bits % channelsOf.length;
  const held = channelsOf[present]!;
  const limits = isSet(bits, usualLimitsBit) ? usualLimits : readNumbers(bytes, 1 + held.length, usualLimits);
  return { seq, tier, reason, flags, isPlain: isSet(bits, plainBit), present, channels: held, limits };
}

export function tierAndReason(byte: number) {
  const [tier, reason] = [tiers[byte % tiersAByte], reasons[Math.floor(byte / tiersAByte)]];
  if (tier === undefined || reason === undefined) throw new RangeError(`no such tier and reason: ${byte}`);
  return { tier, reason };
}

/** Of the statistic, in nats, then of each channel's chart. */
const usualLimits = [9.5, ...channels.map(() => 11.96)];

function hasUsualLimits({ cautionLimit, channels: scores }: Score): boolean {
  if (cautionLimit !== usualLimits[0]) return false;
  for (const { cusumLimit } of scores) if (cusumLimit !== usualLimits[1]) return false;
  return true;
}

/** What only scores of vehicles have that are watched, accused, or not what they were. */
type Rest = Pick<
  Score,
  | "tierBefore"
  | "probableFaultSource"
  | "recommendedAction"
  | "changePointSeq"
  | "course"
  | "warnings"
  | "noise"
  | "change"
>;

const rest: Codec<Rest> = record<Rest>({
  tierBefore: oneOf(tiers),
  probableFaultSource: oneOf(faultSources),
  recommendedAction: oneOf(actions),
  changePointSeq: nullable(count),
  course: nullable(driftCourseCodec),
  warnings: listOf(oneOf(scoreWarnings)),
  noise: noiseGrowthsCodec,
  change: trailing(strongestChangeCodec),
});

/** Of all other scores, with the tier itself as the one before. */
const plainRest = {
  probableFaultSource: "none",
  recommendedAction: "none",
  changePointSeq: null,
  course: null,
  warnings: [],
  noise: [],
  change: null,
} as const;

function isPlain(score: Score): boolean {
  return (
    score.tierBefore === score.tier &&
    score.probableFaultSource === "none" &&
    score.recommendedAction === "none" &&
    score.changePointSeq === null &&
    score.course === null &&
    score.warnings.length === 0 &&
    score.noise.length === 0 &&
    score.change === null
  );
}

/** Distance, its limit and the statistic; then of each channel residual and two sums. */
const beforeShown = 3;
const shownColumns = 3;

/** For whoever reads no more of a score than stands in front. */
export const scoreLayout = {
  beforeShown,
  shownColumns,
  usualLimitsBit,
  usualLimits,
  usualShown: zeros(beforeShown + shownColumns * channels.length),
} as const;
const { usualShown } = scoreLayout;

/** Registers: a score is written with every frame. */
const shownNumbers = zeros(usualShown.length);

function writeShown(score: Score, sink: ByteSink): void {
  const numbers = shownNumbers;
  numbers[0] = score.mahalDistance ?? 0;
  numbers[1] = score.t2Limit ?? 0;
  numbers[2] = score.cusumStatistic ?? 0;
  let at = beforeShown;
  for (const { residual, cusumUpper, cusumLower } of score.channels) {
    numbers[at] = residual;
    numbers[at + 1] = cusumUpper;
    numbers[at + 2] = cusumLower;
    at += shownColumns;
  }
  sink.statedNumbers(at, numbers, usualShown);
}

function readNumbers(bytes: ByteSource, length: number, usual: readonly number[]): readonly number[] {
  const numbers = zeros(length);
  bytes.beginNumbers();
  for (let at = 0; at < length; at += 1) numbers[at] = bytes.statedNumber(usual[at]!);
  return numbers;
}

/** In front of the channels: p-value, residual score, confidence, three probabilities. */
const beforeChannels = 6;
/** Standardised residual, share of T², drift and its standard deviation. */
const otherColumns = 4;
const perfectHealth = 100;
/** Of many calm vehicles. */
const usualConfidence = 1;

const otherNumbers = zeros(beforeChannels + otherColumns * channels.length + 3);
/** What is expected of them, by the number of channels; written over where it follows from others. */
const expectedOthers = Array.from({ length: channels.length + 1 }, (_, held) => {
  const expected = zeros(beforeChannels + otherColumns * held + 3);
  expected[2] = usualConfidence;
  expected[expected.length - 1] = perfectHealth;
  return expected;
});

function writeOthers(score: Score, sink: ByteSink): void {
  const numbers = otherNumbers;
  const [camera, radar, lidar] = score.sourcePosterior;
  numbers[0] = score.mahalPValue ?? 0;
  numbers[1] = score.residualScore;
  numbers[2] = score.confidence;
  numbers[3] = camera;
  numbers[4] = radar;
  numbers[5] = lidar;
  let at = beforeChannels;
  for (const { standardised, shareOfT2, drift, driftSd } of score.channels) {
    numbers[at] = standardised;
    numbers[at + 1] = shareOfT2;
    numbers[at + 2] = drift;
    numbers[at + 3] = driftSd;
    at += otherColumns;
  }
  numbers[at] = score.cameraDriftDeg;
  numbers[at + 1] = score.radarDriftMm;
  numbers[at + 2] = score.healthScore;
  const places = placesOfDrifts[presenceOf(score.channels)]!;
  const expected = expectedOthers[score.channels.length]!;
  expected[1] = expectedSize(score.mahalDistance, score.channels.length);
  expected[at] = expectedCameraDrift(places, numbers);
  expected[at + 1] = expectedRadarDrift(places, numbers);
  sink.statedNumbers(at + 3, numbers, expected);
}

function readOthers(bytes: ByteSource, present: number, distance: number | null): readonly number[] {
  const places = placesOfDrifts[present]!;
  const derived = beforeChannels + otherColumns * channelsOf[present]!.length;
  const numbers = zeros(derived + 3);
  bytes.beginNumbers();
  numbers[0] = bytes.statedNumber(0);
  numbers[1] = bytes.statedNumber(expectedSize(distance, channelsOf[present]!.length));
  numbers[2] = bytes.statedNumber(usualConfidence);
  for (let at = 3; at < derived; at += 1) numbers[at] = bytes.statedNumber(0);
  numbers[derived] = bytes.statedNumber(expectedCameraDrift(places, numbers));
  numbers[derived + 1] = bytes.statedNumber(expectedRadarDrift(places, numbers));
  numbers[derived + 2] = bytes.statedNumber(perfectHealth);
  return numbers;
}

const placesOfDrifts = driftPlaces(beforeChannels + 2, otherColumns);
type DriftPlaces = (typeof placesOfDrifts)[number];

/** √(T²/d), where all channels of the frame were tested. */
function expectedSize(distance: number | null, held: number): number {
  return distance === null || held === 0 ? 0 : sixDigits(distance / Math.sqrt(held));
}

function expectedCameraDrift({ camera }: DriftPlaces, numbers: readonly number[]): number {
  return sixDigits(lengthBeyondNoise(camera, numbers));
}

/** In millimetres what it is in metres. */
function expectedRadarDrift({ radar }: DriftPlaces, numbers: readonly number[]): number {
  return radar === null ? 0 : sixDigits(1000 * numbers[radar]!);
}
