import type uPlot from "uplot";
import { pictureFont } from "../../labels/picture-font.ts";
import { type ChartLine, type ChartPlan, type Span, unitOf } from "../chart-plan.ts";
import type { ChartPalette } from "./chart-palette.ts";
import { denseLine, widthPx } from "./dense-line.ts";
import { drawGuides, drawMarks } from "./draw-guides.ts";
import type { LabelledMark } from "./edge-marks.ts";

/** Round steps of UTC time, seconds. Multiples of each since 1970 fall on full minutes, hours and days. */
const stepsS = [
  ...[1, 60].flatMap((unitS) => [1, 2, 5, 10, 15, 30].map((step) => step * unitS)),
  ...[1, 2, 3, 6, 12, 24, 48, 168, 336, 720, 2160, 8760].map((hours) => hours * 3600),
];

/** At most `most` ticks at round UTC times within the span, seconds since 1970. */
export function timeTicks(span: { readonly minS: number; readonly maxS: number }, most: number): number[] {
  const lengthS = span.maxS - span.minS;
  const stepS = stepsS.find((step) => lengthS / step <= most) ?? lengthS / most;
  const ticks: number[] = [];
  for (
    let atS = Math.ceil(span.minS / stepS) * stepS;
    atS <= span.maxS && ticks.length <= most;
    atS += stepS
  ) {
    ticks.push(atS);
  }
  return ticks;
}

/** Time of day, with the date below wherever the day is not that of the tick before; days apart, the date alone. */
export function timeTickLabels(ticks: readonly number[]): string[] {
  const stepS = (ticks[1] ?? Number.POSITIVE_INFINITY) - (ticks[0] ?? 0);
  return ticks.map((atS, index) => {
    const at = isoOf(atS);
    const day = at.slice(0, 10);
    if (stepS >= 86_400 && ticks.length > 1) return day.slice(5);
    const time = at.slice(11, stepS < 60 ? 19 : 16);
    const before = ticks[index - 1];
    return before !== undefined && isoOf(before).startsWith(day) ? time : `${time}\n${day}`;
  });
}

function isoOf(atS: number): string {
  return new Date(atS * 1000).toISOString();
}

interface Drawing {
  /** The plan as it is now: data move on under a picture that stays. */
  readonly plan: () => ChartPlan;
  /** Where its lines leave the picture. */
  readonly edges: () => readonly LabelledMark[];
  readonly palette: ChartPalette;
  readonly size: { readonly width: number; readonly height: number };
  /** Called with the time under the cursor, seconds since 1970, and with null when it leaves. */
  readonly onCursor: (atS: number | null) => void;
  /** Called with the stretch of time that was drawn over. */
  readonly onZoom: (window: Span) => void;
}

/** Room at the right for the labels of the limits. */
export const limitMarginPx = 76;

/** How uPlot is to draw a plan. The horizontal axis has the same place in every chart, so that times line up. */
export function uplotOptions({ plan, edges, palette, size, onCursor, onZoom }: Drawing): uPlot.Options {
  const first = plan();
  return {
    width: size.width,
    height: size.height,
    padding: [14, limitMarginPx, 0, 0],
    legend: { show: false },
    cursor: {
      y: false,
      drag: { x: true, y: false, setScale: false, dist: leastDragPx },
      points: { size: 6 },
    },
    scales: {
      x: { time: false, range: () => timeRange(plan()) },
      y: { range: () => [plan().range.min, plan().range.max] },
    },
    axes: [timeAxis(palette), valueAxis(first, palette)],
    series: [{}, ...first.lines.map((line) => seriesOf(line, palette))],
    bands: bandsOf(first, palette),
    hooks: {
      drawAxes: [(u) => drawGuides(u, plan(), palette)],
      draw: [(u) => drawMarks(u, { moments: plan().moments, edges: edges() }, palette)],
      setCursor: [onPointer(onCursor)],
      setSelect: [(u) => zoomTo(u, onZoom)],
    },
  };
}

/** The plan's own columns: uPlot reads them and changes none, though its types say it might. */
export function uplotColumns({ timesS, lines }: ChartPlan): uPlot.AlignedData {
  return [timesS as number[], ...lines.map(({ values }) => values as (number | null)[])];
}

/**
 * uPlot tells of its cursor after each new size and new data, too, with what it then finds under the old pixel: only what a
 * pointer did moves the cursor that all charts share.
 */
function onPointer(onCursor: Drawing["onCursor"]): (u: uPlot) => void {
  let handled: MouseEvent | null = null;
  return (u) => {
    const event = u.cursor.event ?? null;
    if (event === null || event === handled) return;
    handled = event;
    onCursor(u.data[0]?.[u.cursor.idx ?? -1] ?? null);
  };
}

/** What is shorter was a click. */
const leastDragPx = 8;

/** The drawn stretch goes away: what it asked for is the new horizontal axis. */
function zoomTo(u: uPlot, onZoom: (window: Span) => void): void {
  const { left, width } = u.select;
  if (width < leastDragPx) return;
  const window = { min: u.posToVal(left, "x"), max: u.posToVal(left + width, "x") };
  u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  onZoom(window);
}

/** A single frame, or several of one moment, still need some width to stand in. */
function timeRange({ timesS, windowS }: ChartPlan): [number, number] {
  if (windowS !== undefined && windowS.max > windowS.min) return [windowS.min, windowS.max];
  const first = timesS.at(0) ?? 0;
  const last = timesS.at(-1) ?? first;
  return first === last ? [first - 30, last + 30] : [first, last];
}

function timeAxis(palette: ChartPalette): uPlot.Axis {
  return {
    // A second line only where a date stands under a time.
    size: (_u, labels) => ((labels ?? []).some((label) => label.includes("\n")) ? 34 : 20),
    gap: 3,
    font: pictureFont(11),
    stroke: palette.quiet,
    grid: { stroke: palette.grid, width: 1 },
    ticks: { stroke: palette.grid, width: 1, size: 4 },
    splits: (u, _axis, minS, maxS) => timeTicks({ minS, maxS }, Math.max(2, Math.floor(u.width / 110))),
    values: (_u, ticks) => timeTickLabels(ticks),
  };
}

function valueAxis(plan: ChartPlan, palette: ChartPalette): uPlot.Axis {
  const unit = unitOf(plan.quantity);
  return {
    size: 60,
    gap: 4,
    font: pictureFont(11),
    stroke: palette.quiet,
    grid: { stroke: palette.grid, width: 1 },
    ticks: { show: false },
    space: 22,
    values: (_u, ticks) => {
      const step = Math.abs((ticks[1] ?? 1) - (ticks[0] ?? 0));
      return ticks.map((tick) => tickLabel(tick, { step, unit }));
    },
  };
}

/** As many decimals as the step between two ticks needs, and the unit. */
export function tickLabel(
  tick: number,
  { step, unit }: { readonly step: number; readonly unit: string | null },
): string {
  const decimals = [0, 1, 2, 3].find((places) => isWhole(step * 10 ** places)) ?? 4;
  const digits = tick.toFixed(decimals).replace("-", "\u2212");
  if (unit === null) return digits;
  return unit === "°" ? `${digits}°` : `${digits}\u00a0${unit}`;
}

function isWhole(value: number): boolean {
  return Math.abs(value - Math.round(value)) < 1e-6;
}

function seriesOf(line: ChartLine, palette: ChartPalette): uPlot.Series {
  switch (line.look) {
    case "value":
      return { stroke: palette.first, width: widthPx, points: { show: false }, paths: denseLine };
    case "second":
      return { stroke: palette.second, width: widthPx, points: { show: false }, paths: denseLine };
    case "dots":
      return { stroke: palette.first, width: 0, points: dots(palette.first, 2.5) };
    case "beyond":
      return { stroke: palette.critical, width: 0, points: dots(palette.critical, 5) };
    case "low":
    case "high":
      return { stroke: "transparent", width: 0, points: { show: false } };
    case "limit":
    case "silent":
      return { stroke: palette.control, width: 1, dash: [5, 4], points: { show: false } };
  }
}

function dots(color: string, size: number): uPlot.Series.Points {
  return { show: true, size, width: 0, fill: color, stroke: color };
}

function bandsOf(plan: ChartPlan, palette: ChartPalette): uPlot.Band[] {
  const low = plan.lines.findIndex((line) => line.look === "low");
  const high = plan.lines.findIndex((line) => line.look === "high");
  if (low === -1 || high === -1) return [];
  return [{ series: [high + 1, low + 1], fill: palette.grid }];
}
