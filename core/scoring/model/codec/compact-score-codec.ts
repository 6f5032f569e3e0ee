import { count, listOf, nullable, numbersBeside, oneOf, trailing } from "./binary-codec.ts";
import type { ByteSource, Codec } from "./binary-codec.ts";
import { driftPlaces, lengthBeyondNoise } from "./expected-drifts.ts";
import { provisionalCodec } from "./provisional-codec.ts";
import { driftCourseCodec, noiseGrowthsCodec, scoreBaselineCodec } from "./score-members-codec.ts";
import { channelsOf, flagsOf, isSet, presenceOf, scoreFlags } from "./score-flags.ts";
import { windowCodec } from "./window-codec.ts";
import type { Score } from "../score.ts";
import { reasons, scoreWarnings } from "../score.ts";
import { actions, faultSources, tiers } from "../tier.ts";
import type { Channel } from "../sensors.ts";
import { zeros } from "../../numeric/doubles.ts";

/** The first byte: no entry has this number, with which the wide layout begins. */
export const compactMark = 0;

/**
 * Scores as they were stored until they stated six digits: numbers that follow from others, or are the same in most scores,
 * take no bytes but a quarter of one (binary-codec.ts), and what a series shows comes first. What is expected of a number is
 * part of the layout: it never changes, whatever the settings are today.
 */
export const compactScoreCodec: Codec<Score> = {
  write: (score, sink) => {
    sink.byte(compactMark);
    count.write(score.seq, sink);
    tier.write(score.tier, sink);
    reason.write(score.reason, sink);
    const present = presenceOf(score.channels);
    sink.byte(flagsOf(score));
    sink.byte(present);
    shownNumbers.write(shownOf(score), sink);
    otherNumbers[present]!.write(othersOf(score), sink);
    tier.write(score.tierBefore, sink);
    source.write(score.probableFaultSource, sink);
    action.write(score.recommendedAction, sink);
    scoreBaselineCodec.write(score.baseline, sink);
    changePoint.write(score.changePointSeq, sink);
    course.write(score.course, sink);
    warnings.write(score.warnings, sink);
    noiseGrowthsCodec.write(score.noise, sink);
    // Most scores have neither.
    window.write(score.window, sink);
    provisional.write(score.provisional, sink);
  },
  read: (bytes) => {
    const { flags, channels: shown, ...head } = readHead(bytes);
    const numbers = otherNumbers[presenceOf(shown)]!.read(bytes);
    const of = (at: number) => numberAt(numbers, at);
    const derived = beforeChannels + otherColumns * shown.length;
    return {
      seq: head.seq,
      tierBefore: tier.read(bytes),
      tier: head.tier,
      reason: head.reason,
      residualScore: of(1),
      mahalDistance: head.mahalDistance,
      mahalPValue: isSet(flags, scoreFlags.hasPValue) ? of(0) : null,
      t2Limit: head.t2Limit,
      cusumStatistic: head.cusumStatistic,
      cautionLimit: of(2),
      criticalLimit: of(3),
      cusumTriggered: isSet(flags, scoreFlags.isTriggered),
      breachOpened: isSet(flags, scoreFlags.hasOpened),
      confidence: of(4),
      probableFaultSource: source.read(bytes),
      sourcePosterior: [of(5), of(6), of(7)],
      recommendedAction: action.read(bytes),
      late: head.late,
      outlier: isSet(flags, scoreFlags.isOutlier),
      baseline: scoreBaselineCodec.read(bytes),
      channels: shown.map((channel, at) => {
        const first = beforeChannels + otherColumns * at;
        return {
          ...channel,
          standardised: of(first),
          shareOfT2: of(first + 1),
          drift: of(first + 2),
          driftSd: of(first + 3),
        };
      }),
      cameraDriftDeg: of(derived),
      radarDriftMm: of(derived + 1),
      healthScore: of(derived + 2),
      changePointSeq: changePoint.read(bytes),
      course: course.read(bytes),
      warnings: warnings.read(bytes),
      noise: noiseGrowthsCodec.read(bytes),
      window: window.read(bytes),
      provisional: provisional.read(bytes),
    };
  },
};

/** What a series shows of a score, which stands in front; `ScoreSkimmer` reads it faster. */
function readHead(bytes: ByteSource) {
  if (bytes.byte() !== compactMark) throw new RangeError("these bytes are no score");
  const head = { seq: count.read(bytes), tier: tier.read(bytes), reason: reason.read(bytes) };
  const flags = bytes.byte();
  const present = bytes.byte();
  if (present >= otherNumbers.length) throw new RangeError(`no such channels: ${present}`);
  const numbers = shownNumbers.read(bytes);
  const of = (at: number) => numberAt(numbers, at);
  return {
    ...head,
    flags,
    mahalDistance: isSet(flags, scoreFlags.hasDistance) ? of(0) : null,
    t2Limit: isSet(flags, scoreFlags.hasLimit) ? of(1) : null,
    cusumStatistic: isSet(flags, scoreFlags.hasStatistic) ? of(2) : null,
    late: isSet(flags, scoreFlags.isLate),
    channels: channelsOf[present]!.map((channel, at) =>
      shownChannel(channel, numbers, beforeShown + shownColumns * at),
    ),
  };
}

function shownChannel(channel: Channel, numbers: readonly number[], first: number) {
  return {
    channel,
    residual: numberAt(numbers, first),
    cusumUpper: numberAt(numbers, first + 1),
    cusumLower: numberAt(numbers, first + 2),
    cusumLimit: numberAt(numbers, first + 3),
  };
}

function numberAt(numbers: readonly number[], at: number): number {
  const number = numbers[at];
  if (number === undefined) throw new RangeError("a stored score has too few numbers");
  return number;
}

const tier = oneOf(tiers);
const reason = oneOf(reasons);
const source = oneOf(faultSources);
const action = oneOf(actions);
const changePoint = nullable(count);
const course = nullable(driftCourseCodec);
const warnings = listOf(oneOf(scoreWarnings));
const window = trailing(windowCodec);
/** Whatever is provisional has a window. */
const provisional = trailing(provisionalCodec);

/** Distance, its limit and W; then of each channel residual, two sums and their limit. */
const beforeShown = 3;
const shownColumns = 4;
/** The decision interval of the charts, as the settings have had it. */
const usualChartLimit = 11.96;

function expectedShown(at: number): number {
  return at >= beforeShown && (at - beforeShown) % shownColumns === shownColumns - 1 ? usualChartLimit : 0;
}

const shownNumbers = numbersBeside(expectedShown);

function shownOf({ mahalDistance, t2Limit, cusumStatistic, channels: scores }: Score): readonly number[] {
  const numbers = zeros(beforeShown + shownColumns * scores.length);
  numbers[0] = mahalDistance ?? 0;
  numbers[1] = t2Limit ?? 0;
  numbers[2] = cusumStatistic ?? 0;
  let at = beforeShown;
  for (const { residual, cusumUpper, cusumLower, cusumLimit } of scores) {
    numbers[at] = residual;
    numbers[at + 1] = cusumUpper;
    numbers[at + 2] = cusumLower;
    numbers[at + 3] = cusumLimit;
    at += shownColumns;
  }
  return numbers;
}

/** In front of the channels: p-value, residual score, two limits, confidence, three probabilities. */
const beforeChannels = 8;
/** Standardised residual, share of T², drift and its standard deviation. */
const otherColumns = 4;
/** Limits of W that the settings have had, in nats. */
const usualLimits: Readonly<Record<number, number>> = { 2: 7.75, 3: 10.5 };
const perfectHealth = 100;

function othersOf(score: Score): readonly number[] {
  const derived = beforeChannels + otherColumns * score.channels.length;
  const numbers = zeros(derived + 3);
  const [camera, radar, lidar] = score.sourcePosterior;
  numbers[0] = score.mahalPValue ?? 0;
  numbers[1] = score.residualScore;
  numbers[2] = score.cautionLimit;
  numbers[3] = score.criticalLimit;
  numbers[4] = score.confidence;
  numbers[5] = camera;
  numbers[6] = radar;
  numbers[7] = lidar;
  let at = beforeChannels;
  for (const { standardised, shareOfT2, drift, driftSd } of score.channels) {
    numbers[at] = standardised;
    numbers[at + 1] = shareOfT2;
    numbers[at + 2] = drift;
    numbers[at + 3] = driftSd;
    at += otherColumns;
  }
  numbers[derived] = score.cameraDriftDeg;
  numbers[derived + 1] = score.radarDriftMm;
  numbers[derived + 2] = score.healthScore;
  return numbers;
}

const placesOfDrifts = driftPlaces(beforeChannels + 2, otherColumns);

/** What is expected of a number, of those before it. */
function expectedOther(present: number, at: number, before: readonly number[]): number {
  const { camera, radar } = placesOfDrifts[present]!;
  const derived = beforeChannels + otherColumns * channelsOf[present]!.length;
  if (at < derived) return usualLimits[at] ?? 0;
  if (at === derived) return lengthBeyondNoise(camera, before);
  if (at === derived + 1) return radar === null ? 0 : 1000 * before[radar]!;
  return perfectHealth;
}

/** And the numbers of a score beside those that are expected of it. */
const otherNumbers = channelsOf.map((_, present) =>
  numbersBeside((at, before) => expectedOther(present, at, before)),
);
