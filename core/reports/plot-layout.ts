import type { CoursePoint } from "./statistic-course.ts";

/** Where things stand in a plot of the change statistic: pixels or points, y downwards, for whatever draws it. */
export interface PlotLayout {
  readonly width: number;
  readonly height: number;
  readonly frame: {
    readonly left: number;
    readonly top: number;
    readonly right: number;
    readonly bottom: number;
  };
  readonly line: readonly (readonly [x: number, y: number])[];
  readonly xTicks: readonly { readonly x: number; readonly label: string }[];
  readonly yTicks: readonly { readonly y: number; readonly label: string }[];
  readonly limit: { readonly y: number; readonly label: string };
  readonly marks: readonly { readonly x: number; readonly label: string; readonly align: "left" | "right" }[];
  readonly newest: { readonly x: number; readonly y: number };
}

export interface PlotRequest {
  readonly points: readonly CoursePoint[];
  readonly limit: number;
  readonly breachSeq: number;
  readonly changeSeq: number | null;
  readonly size: { readonly width: number; readonly height: number };
}

/** More points than that cannot be distinguished; of each group the largest value stays, so that no crossing is hidden. */
const maxPoints = 600;
const roomForLabel = 80;
const margins = { left: 36, top: 22, right: 84, bottom: 24 };

export function plotLayout({ points, limit, breachSeq, changeSeq, size }: PlotRequest): PlotLayout {
  const frame = {
    left: margins.left,
    top: margins.top,
    right: size.width - margins.right,
    bottom: size.height - margins.bottom,
  };
  const [start, end] = [points.at(0), points.at(-1)];
  if (start === undefined || end === undefined) throw new RangeError("a course without points has no plot");
  const first = start.seq;
  const last = Math.max(end.seq, breachSeq);
  const values = points.map(({ statistic }) => statistic);
  const low = Math.min(0, ...values);
  const high = 1.08 * Math.max(limit, ...values);
  const xOf = (seq: number) =>
    rounded(frame.left + ((frame.right - frame.left) * (seq - first)) / Math.max(1, last - first));
  const yOf = (value: number) =>
    rounded(frame.bottom - ((frame.bottom - frame.top) * (value - low)) / (high - low));
  return {
    ...size,
    frame,
    line: thinned(points).map(({ seq, statistic }) => [xOf(seq), yOf(statistic)]),
    xTicks: ticks(first, last, 6).map((seq) => ({ x: xOf(seq), label: String(seq) })),
    yTicks: ticks(low, high, 4).map((value) => ({ y: yOf(value), label: String(value) })),
    limit: { y: yOf(limit), label: `limit ${limit}` },
    marks: marksOf({ first, breachSeq, changeSeq }).map(({ seq, label }) =>
      markAt(xOf(seq), label, frame.left),
    ),
    newest: { x: xOf(last), y: yOf(end.statistic) },
  };
}

function marksOf(given: {
  readonly first: number;
  readonly breachSeq: number;
  readonly changeSeq: number | null;
}) {
  const { first, breachSeq, changeSeq } = given;
  // A breach that lasts may have opened before the window begins.
  const breach = breachSeq < first ? [] : [{ seq: breachSeq, label: "breach" }];
  if (changeSeq === null || changeSeq < first || changeSeq >= breachSeq) return breach;
  return [{ seq: changeSeq, label: "change began" }, ...breach];
}

/** The breach is at the right edge, with room behind it; what comes before is written to the left, where it fits. */
function markAt(x: number, label: string, left: number): PlotLayout["marks"][number] {
  const fitsBefore = label !== "breach" && x - left > roomForLabel;
  return { x, label, align: fitsBefore ? "right" : "left" };
}

function thinned(points: readonly CoursePoint[]): readonly CoursePoint[] {
  if (points.length <= maxPoints) return points;
  const group = Math.ceil(points.length / maxPoints);
  const kept: CoursePoint[] = [];
  for (let from = 0; from < points.length; from += group) {
    kept.push(
      points
        .slice(from, from + group)
        .reduce((one, other) => (other.statistic > one.statistic ? other : one)),
    );
  }
  return kept;
}

/** Round values from `low` to `high`, about as many as wanted. */
function ticks(low: number, high: number, wanted: number): readonly number[] {
  const step = roundStep((high - low) / wanted);
  const values: number[] = [];
  for (let value = Math.ceil(low / step) * step; value <= high; value += step)
    values.push(Number(value.toPrecision(6)));
  return values;
}

function roundStep(rough: number): number {
  if (!(rough > 0)) return 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10;
  return step * power;
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
