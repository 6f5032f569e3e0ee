import uPlot from "uplot";

/** With fewer points a column the line itself is drawn. */
const densePerPx = 4;

/**
 * A line of more points than the picture has columns, as one stroke a column from the least to the greatest value in it: the
 * same picture as the line through all of them, without the many short strokes and their joints on one another.
 */
export const denseLine: uPlot.Series.PathBuilder = (u, series, from, to) => {
  const columns = Math.round(u.bbox.width);
  if (to - from < densePerPx * columns) return uPlot.paths.linear!()(u, series, from, to);
  const stroke = new Path2D();
  const half = (widthPx * uPlot.pxRatio) / 2;
  const { min, max } = u.scales["x"]!;
  const perTime = columns / (max! - min!);
  // The right edge is the last column's.
  const columnOf = (time: number) => Math.min(columns - 1, Math.floor((time - min!) * perTime));
  for (const [column, low, high] of columnSpans(u.data[0], u.data[series]!, [from, to], columnOf)) {
    const x = u.bbox.left + column + 0.5;
    stroke.moveTo(x, u.valToPos(low, "y", true) + half);
    stroke.lineTo(x, u.valToPos(high, "y", true) - half);
  }
  return { stroke };
};

/** Of such a line; a stroke reaches half of it beyond its ends, as a line does that turns there. */
export const widthPx = 1.5;

/** A column, counted from the left edge, and the least and greatest value in it. */
type ColumnSpan = [column: number, low: number, high: number];

/**
 * Of each column that has values, from a first to a last one, their span, and from where the line comes: neighbours meet,
 * across an empty column they do not.
 */
export function columnSpans(
  times: ArrayLike<number>,
  values: ArrayLike<number | null | undefined>,
  [from, to]: readonly [from: number, to: number],
  columnOf: (time: number) => number,
): readonly Readonly<ColumnSpan>[] {
  const spans: ColumnSpan[] = [];
  let open: ColumnSpan | null = null;
  let last = 0;
  for (let at = from; at <= to; at += 1) {
    const value = values[at] ?? null;
    if (value === null) continue;
    const column = columnOf(times[at]!);
    if (open?.[0] !== column) {
      const start: number = open?.[0] === column - 1 ? last : value;
      open = [column, start, start];
      spans.push(open);
    }
    if (value < open[1]) open[1] = value;
    if (value > open[2]) open[2] = value;
    last = value;
  }
  return spans;
}
