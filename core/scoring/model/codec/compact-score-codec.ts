import { count, listOf, nullable, numbersBeside, oneOf, trailing } from "./binary-codec.ts";
import type { ByteSource, Codec } from "./binary-codec.ts";
import { provisionalCodec } from "./provisional-codec.ts";
import { driftCourseCodec, noiseGrowthsCodec, scoreBaselineCodec } from "./score-members-codec.ts";
import type { SkimmedScore } from "./skimmed-score.ts";
import { windowCodec } from "./window-codec.ts";
import type { ChannelScore, Score } from "../score.ts";
import { reasons, scoreWarnings } from "../score.ts";
import { actions, faultSources, tiers } from "../tier.ts";
import { channels } from "../sensors.ts";

/** The first byte: no entry has this number, with which the wide layout begins. */
export const compactMark = 0;

/**
 * Scores as they are stored: numbers that follow from others, or are the same in most scores, take no bytes but a quarter of
 * one (binary-codec.ts), and what a series shows comes first. What is expected of a number is part of the layout: it never
 * changes, whatever the settings are today.
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
    shownNumbers.write(
      [
        score.mahalDistance ?? 0,
        score.t2Limit ?? 0,
        score.cusumStatistic ?? 0,
        ...score.channels.flatMap(({ residual, cusumUpper, cusumLower, cusumLimit }) => [
          residual,
          cusumUpper,
          cusumLower,
          cusumLimit,
        ]),
      ],
      sink,
    );
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
      mahalPValue: isSet(flags, hasPValue) ? of(0) : null,
      t2Limit: head.t2Limit,
      cusumStatistic: head.cusumStatistic,
      cautionLimit: of(2),
      criticalLimit: of(3),
      cusumTriggered: isSet(flags, isTriggered),
      breachOpened: isSet(flags, hasOpened),
      confidence: of(4),
      probableFaultSource: source.read(bytes),
      sourcePosterior: [of(5), of(6), of(7)],
      recommendedAction: action.read(bytes),
      late: head.late,
      outlier: isSet(flags, isOutlier),
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

/** What a series shows of a score, which stands in front. */
export const compactHead: Pick<Codec<SkimmedScore>, "read"> = {
  read: (bytes) => {
    const { flags: _, ...head } = readHead(bytes);
    return head;
  },
};

function readHead(bytes: ByteSource): SkimmedScore & { readonly flags: number } {
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
    mahalDistance: isSet(flags, hasDistance) ? of(0) : null,
    t2Limit: isSet(flags, hasLimit) ? of(1) : null,
    cusumStatistic: isSet(flags, hasStatistic) ? of(2) : null,
    late: isSet(flags, isLate),
    channels: channels
      .filter((_, channel) => isSet(present, channel))
      .map((channel, at) => {
        const first = beforeShown + shownColumns * at;
        const [residual, cusumUpper, cusumLower] = [of(first), of(first + 1), of(first + 2)];
        return { channel, residual, cusumUpper, cusumLower, cusumLimit: of(first + 3) };
      }),
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

/** Bits of the flags. */
const [isLate, isOutlier, isTriggered, hasOpened] = [0, 1, 2, 3];
const [hasDistance, hasPValue, hasLimit, hasStatistic] = [4, 5, 6, 7];

function flagsOf(score: Score): number {
  const flags = [
    score.late,
    score.outlier,
    score.cusumTriggered,
    score.breachOpened,
    score.mahalDistance !== null,
    score.mahalPValue !== null,
    score.t2Limit !== null,
    score.cusumStatistic !== null,
  ];
  return flags.reduce((bits, flag, at) => bits + (flag ? 2 ** at : 0), 0);
}

function isSet(bits: number, bit: number): boolean {
  return ((bits >>> bit) & 1) === 1;
}

/** One bit a channel; their scores stand in the order of the channels. */
function presenceOf(scores: readonly Pick<ChannelScore, "channel">[]): number {
  let bits = 0;
  for (const { channel } of scores) {
    const bit = 2 ** channels.indexOf(channel);
    if (bit <= bits) throw new RangeError("channels of a score are not in their order");
    bits += bit;
  }
  return bits;
}

/** Distance, its limit and W; then of each channel residual, two sums and their limit. */
const beforeShown = 3;
const shownColumns = 4;
/** The decision interval of the charts, as the settings have had it. */
const usualChartLimit = 11.96;

const shownNumbers = numbersBeside((at) =>
  at >= beforeShown && (at - beforeShown) % shownColumns === shownColumns - 1 ? usualChartLimit : 0,
);

/** In front of the channels: p-value, residual score, two limits, confidence, three probabilities. */
const beforeChannels = 8;
/** Standardised residual, share of T², drift and its standard deviation. */
const otherColumns = 4;
/** Limits of W that the settings have had, in nats. */
const usualLimits: Readonly<Record<number, number>> = { 2: 7.75, 3: 10.5 };
const perfectHealth = 100;

function othersOf(score: Score): readonly number[] {
  return [
    score.mahalPValue ?? 0,
    score.residualScore,
    score.cautionLimit,
    score.criticalLimit,
    score.confidence,
    ...score.sourcePosterior,
    ...score.channels.flatMap(({ standardised, shareOfT2, drift, driftSd }) => [
      standardised,
      shareOfT2,
      drift,
      driftSd,
    ]),
    score.cameraDriftDeg,
    score.radarDriftMm,
    score.healthScore,
  ];
}

/** By the channels that are there. */
const otherNumbers = Array.from({ length: 2 ** channels.length }, (_, present) => {
  const places = channels.map((_, channel) => {
    if (!isSet(present, channel)) return null;
    const earlier = channels.filter((_, other) => other < channel && isSet(present, other)).length;
    return beforeChannels + otherColumns * earlier + 2;
  });
  const derived = beforeChannels + otherColumns * places.filter((place) => place !== null).length;
  const [x, y, z, radar] = places;
  return numbersBeside((at, before) => {
    if (at < derived) return usualLimits[at] ?? 0;
    if (at === derived) return lengthBeyondNoise([x, y, z], before);
    if (at === derived + 1) return radar === null || radar === undefined ? 0 : 1000 * before[radar]!;
    return perfectHealth;
  });
});

/** The camera's drift from the drifts of its axes and their standard deviations, as the verdict computes it. */
function lengthBeyondNoise(
  places: readonly (number | null | undefined)[],
  before: readonly number[],
): number {
  let square = 0;
  let noise = 0;
  for (const place of places) {
    if (place === null || place === undefined) return 0;
    const [shift, sd] = [before[place]!, before[place + 1]!];
    square += shift * shift;
    noise += sd * sd;
  }
  return Math.sqrt(Math.max(0, square - noise));
}
