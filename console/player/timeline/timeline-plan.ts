import { kindOf, unitSymbol, type Sensor } from "../../../core/sensors/sensor-lists.ts";
import { quantity } from "../player-frame.ts";
import type { Story, SensorTrack } from "../story/story.ts";

/** What the timeline shows, in pixels: paths and places to be drawn, from the story alone. */
export interface TimelinePlan {
  readonly widthPx: number;
  readonly heightPx: number;
  readonly rows: readonly TimelineRow[];
  readonly marks: readonly TimelineMark[];
  readonly tiers: readonly TierBar[];
  readonly gaps: readonly { readonly x: number; readonly width: number }[];
  readonly ticks: readonly { readonly x: number; readonly text: string }[];
  readonly xOf: (tS: number) => number;
  readonly tOf: (x: number) => number;
}

export interface TimelineRow {
  readonly name: string;
  readonly top: number;
  readonly height: number;
  readonly band: string | null;
  readonly lines: readonly { readonly kind: "truth" | "estimate" | "statistic"; readonly path: string }[];
  readonly limits: readonly LimitLine[];
  /** A value that does not fit on the scale, and where. */
  readonly beyond: { readonly x: number; readonly text: string } | null;
}

interface LimitLine {
  readonly y: number;
  readonly wordsY: number;
  readonly tone: "caution" | "critical";
  readonly text: string;
}

export interface TimelineMark {
  readonly x: number;
  readonly kind: "happening" | "signal" | "tier";
  /** Null where there is no room for any. */
  readonly words: string | null;
}

export interface TierBar {
  readonly x: number;
  readonly width: number;
  readonly tier: string;
}

const leftPx = 58;
const rightPx = 64;
const rowsAt = {
  marks: { top: 0, height: 30 },
  drift: { top: 34, height: 92 },
  statistic: { top: 134, height: 66 },
  tier: { top: 206, height: 6 },
} as const;
const ticksTop = 248;
export const timelineHeightPx = 254;

export function timelinePlan(story: Story, kind: Sensor, widthPx: number): TimelinePlan {
  const { durationS, course } = story;
  const span = Math.max(1, widthPx - leftPx - rightPx);
  const xOf = (tS: number) => leftPx + (span * tS) / durationS;
  const track = story.tracks.find((one) => one.kind === kind) ?? story.tracks[0];
  return {
    widthPx,
    heightPx: timelineHeightPx,
    rows: [...(track === undefined ? [] : [driftRow(track, course.period_s, xOf)]), statisticRow(story, xOf)],
    marks: marksOf(story, xOf, widthPx),
    tiers: tierBars(story, xOf),
    gaps: gapsOf(story, xOf),
    ticks: ticksOf(durationS, widthPx).map((tS) => ({ x: xOf(tS), text: `${tS}` })),
    xOf,
    tOf: (x) => Math.min(durationS, Math.max(0, ((x - leftPx) / span) * durationS)),
  };
}

export const tierRow = rowsAt.tier;
export const marksRow = rowsAt.marks;
export const ticksY = ticksTop;
export const plotLeftPx = leftPx;
export const plotRightPx = rightPx;

function driftRow(track: SensorTrack, periodS: number, xOf: (tS: number) => number): TimelineRow {
  const { top, height } = rowsAt.drift;
  const { truth, estimate, sd, limits } = track;
  const upper = estimate.map((value, at) => value + twoSided * (sd[at] ?? 0));
  const lower = estimate.map((value, at) => value - twoSided * (sd[at] ?? 0));
  const highest = Math.max(limits.critical * 1.15, ...truth, ...upper) * 1.04;
  const least = Math.min(0, ...truth, ...estimate);
  const lowest = least < -limits.caution / 4 ? least * 1.1 : 0;
  const yOf = (value: number) =>
    top + height - (height * (Math.min(highest, Math.max(lowest, value)) - lowest)) / (highest - lowest);
  const place = (at: number) => xOf(at * periodS);
  return {
    name: `drift, ${unitSymbol(kindOf(track.kind).unit)}`,
    top,
    height,
    band: `${linePath(upper, place, yOf)}${linePath(lower.toReversed(), (at) => place(lower.length - 1 - at), yOf).replace("M", "L")}Z`,
    lines: [
      { kind: "estimate", path: linePath(estimate, place, yOf) },
      { kind: "truth", path: linePath(truth, place, yOf) },
    ],
    limits: limitLines(limits, yOf, (value) => quantity(track.kind, value)),
    beyond: null,
  };
}

/** 95 % of a normal distribution. */
const twoSided = 1.96;

/** Higher values would press the limits against the axis: the scale ends here, and the highest value is printed. */
const shownLimits = 3;

function statisticRow({ course, durationS }: Story, xOf: (tS: number) => number): TimelineRow {
  const { top, height } = rowsAt.statistic;
  const end = shownLimits * course.limit;
  const yOf = (value: number) => top + height - (height * Math.min(end, value)) / end;
  const values = course.statistic.map((value) => value ?? 0);
  const highest = Math.max(...values);
  const first = values.findIndex((value) => value > end);
  return {
    name: "change, log ratio",
    top,
    height,
    band: null,
    lines: [{ kind: "statistic", path: linePath(values, (frame) => xOf(frame * course.period_s), yOf) }],
    limits: [
      { y: yOf(course.limit), wordsY: yOf(course.limit), tone: "caution", text: course.limit.toFixed(2) },
    ],
    beyond:
      highest > end
        ? {
            x: Math.min(xOf(first * course.period_s) + 6, xOf(durationS) - 60),
            text: `up to ${highest.toFixed(0)}`,
          }
        : null,
  };
}

/** The words of two limits that lie near each other are moved apart. */
function limitLines(
  limits: { readonly caution: number; readonly critical: number },
  yOf: (value: number) => number,
  words: (value: number) => string,
): TimelineRow["limits"] {
  const [caution, critical] = [yOf(limits.caution), yOf(limits.critical)];
  const apart = Math.max(0, wordsApartPx - (caution - critical)) / 2;
  return [
    { y: caution, wordsY: caution + apart, tone: "caution", text: words(limits.caution) },
    { y: critical, wordsY: critical - apart, tone: "critical", text: words(limits.critical) },
  ];
}

const wordsApartPx = 12;

function linePath(
  values: readonly number[],
  xOf: (at: number) => number,
  yOf: (value: number) => number,
): string {
  return values.map((value, at) => `${at === 0 ? "M" : "L"}${tenth(xOf(at))} ${tenth(yOf(value))}`).join("");
}

/** Signs nearer to each other than this are said in one. */
const signPx = 14;
/** Width of a letter at the size of the words, on the generous side. */
const letterPx = 6.2;

/** Signs in order; what a group of neighbours means is said once, behind the last of them, where there is room. */
function marksOf({ moments }: Story, xOf: (tS: number) => number, widthPx: number): readonly TimelineMark[] {
  const marks = moments.map(({ tS, kind, words }) => ({ x: xOf(tS), kind, words }));
  let group: string[] = [];
  return marks.map(({ x, kind, words }, at) => {
    group.push(words);
    const next = marks[at + 1];
    if (next !== undefined && next.x - x < signPx) return { x, kind, words: null };
    const whole = [...new Set(group)].join(" · ");
    group = [];
    const roomPx = Math.min(next?.x ?? widthPx, widthPx) - x - 10;
    const said = [whole, words].find((one) => one.length * letterPx < roomPx) ?? null;
    return { x, kind, words: said };
  });
}

function tierBars({ course, durationS }: Story, xOf: (tS: number) => number): readonly TierBar[] {
  const starts = course.tier.flatMap((tier, frame) =>
    frame === 0 || tier !== course.tier[frame - 1] ? [{ tier, tS: frame * course.period_s }] : [],
  );
  return starts.map(({ tier, tS }, at) => {
    const x = xOf(tS);
    return { tier, x, width: xOf(starts[at + 1]?.tS ?? durationS) - x };
  });
}

function gapsOf({ course }: Story, xOf: (tS: number) => number): readonly { x: number; width: number }[] {
  const width = xOf(course.period_s) - xOf(0);
  return course.received.flatMap((isReceived, frame) =>
    isReceived ? [] : [{ x: xOf(frame * course.period_s), width }],
  );
}

function ticksOf(durationS: number, widthPx: number): readonly number[] {
  const atMost = Math.max(2, Math.floor(widthPx / 90));
  const step = [0.5, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600].find((one) => durationS / one <= atMost) ?? 1200;
  return Array.from({ length: Math.floor(durationS / step + 1e-9) + 1 }, (_, tick) => tick * step);
}

function tenth(value: number): number {
  return Math.round(value * 10) / 10;
}
