import type uPlot from "uplot";
import type { ChartLimit, ChartMoment, ChartPlan, Span } from "../chart-plan.ts";
import { pictureFont } from "../../labels/picture-font.ts";
import type { ChartPalette } from "./chart-palette.ts";
import type { LabelledMark } from "./edge-marks.ts";
import { placeLabels } from "./spread-labels.ts";
import { spreadLabels } from "./spread-labels.ts";

/** What lies under the data: the stretch from onset to signal, the limits, and their labels in the right margin. */
export function drawGuides(u: uPlot, plan: ChartPlan, palette: ChartPalette): void {
  shadeChanges(u, plan.moments, palette);
  for (const limit of plan.limits) {
    // A limit that moves is a line of the data; here it gets only its label.
    if (!plan.lines.some((line) => line.look === "limit")) drawLimit(u, limit, palette);
  }
  nameLimits(u, plan.limits, palette);
}

/** What lies over the data: the two moments of each change, and marks where a line leaves the picture. */
export function drawMarks(
  u: uPlot,
  { moments, edges }: { readonly moments: readonly ChartMoment[]; readonly edges: readonly LabelledMark[] },
  palette: ChartPalette,
): void {
  for (const moment of moments) drawMoment(u, moment, palette);
  nameMoments(u, moments, palette);
  const placed = edges.map(({ atS, side, label }) => ({ x: u.valToPos(atS, "x", true), side, label }));
  for (const place of placed) drawArrow(u, place, palette.critical);
  // Last, so that nothing lies on the values.
  for (const { label, ...place } of placed) if (label !== null) nameEdge(u, place, label, palette);
}

/** The stretch in which the change was there and not yet seen. */
function shadeChanges(u: uPlot, moments: readonly ChartMoment[], palette: ChartPalette): void {
  for (const [index, moment] of moments.entries()) {
    const signal = moments[index + 1];
    if (moment.kind !== "onset" || signal?.kind !== "signal") continue;
    const left = u.valToPos(moment.atS, "x", true);
    u.ctx.fillStyle = palette.shade;
    u.ctx.fillRect(left, u.bbox.top, u.valToPos(signal.atS, "x", true) - left, u.bbox.height);
    if (moment.betweenS !== undefined) drawInterval(u, moment.betweenS, palette);
  }
}

/** Where the onset may lie: a bar along the upper edge. */
function drawInterval(u: uPlot, betweenS: Span, palette: ChartPalette): void {
  const left = u.valToPos(betweenS.min, "x", true);
  const thickness = 3 * pixelRatio(u);
  u.ctx.fillStyle = palette.control;
  u.ctx.fillRect(left, u.bbox.top, u.valToPos(betweenS.max, "x", true) - left, thickness);
}

function drawLimit(u: uPlot, limit: ChartLimit, palette: ChartPalette): void {
  const y = u.valToPos(limit.value, "y", true);
  if (y < u.bbox.top || y > u.bbox.top + u.bbox.height) return;
  const isCentre = limit.tone === "centre";
  line(u, [u.bbox.left, y, u.bbox.left + u.bbox.width, y], {
    color: colorOf(limit.tone, palette),
    width: 1,
    dash: isCentre ? [] : [5, 4],
  });
}

function nameLimits(u: uPlot, limits: readonly ChartLimit[], palette: ChartPalette): void {
  const ratio = pixelRatio(u);
  const heights = spreadLabels(
    limits.map((limit) => u.valToPos(limit.value, "y", true)),
    { gap: 12 * ratio, top: u.bbox.top + 4 * ratio, bottom: u.bbox.top + u.bbox.height },
  );
  for (const [index, limit] of limits.entries()) {
    drawLabel(u, limit.label, {
      x: u.bbox.left + u.bbox.width + 5 * ratio,
      y: heights[index] ?? 0,
      color: limit.tone === "centre" ? palette.quiet : wordColorOf(limit.tone, palette),
      align: "left",
    });
  }
}

function drawMoment(u: uPlot, moment: ChartMoment, palette: ChartPalette): void {
  const x = u.valToPos(moment.atS, "x", true);
  line(u, [x, u.bbox.top, x, u.bbox.top + u.bbox.height], {
    color: palette.text,
    width: moment.kind === "recalibrated" ? 2 : 1,
    dash: moment.kind === "onset" ? [2, 3] : [],
  });
}

/** Onset stands to the left of its line and the others to the right, where they do not meet: they are often close. */
function nameMoments(u: uPlot, moments: readonly ChartMoment[], palette: ChartPalette): void {
  const ratio = pixelRatio(u);
  const apart = 2 * ratio;
  u.ctx.save();
  u.ctx.font = labelFont(u);
  const wishes = moments.map(({ kind, atS }) => ({
    x: u.valToPos(atS, "x", true),
    width: u.ctx.measureText(kind).width + 2 * apart,
    prefers: kind === "onset" ? ("left" as const) : ("right" as const),
  }));
  u.ctx.restore();
  const sides = placeLabels(wishes, u.ctx.canvas.width);
  for (const [index, side] of sides.entries()) {
    if (side === null) continue;
    const isRight = side === "right";
    drawLabel(u, moments[index]!.kind, {
      x: wishes[index]!.x + (isRight ? apart : -apart),
      y: u.bbox.top - 7 * ratio,
      color: palette.text,
      align: isRight ? "left" : "right",
    });
  }
}

type EdgePlace = { readonly x: number; readonly side: "above" | "below" };

function drawArrow(u: uPlot, { x, side }: EdgePlace, color: string): void {
  const size = 4 * pixelRatio(u);
  const tip = side === "above" ? u.bbox.top : u.bbox.top + u.bbox.height;
  const foot = side === "above" ? tip + 1.6 * size : tip - 1.6 * size;
  u.ctx.fillStyle = color;
  u.ctx.beginPath();
  u.ctx.moveTo(x, tip);
  u.ctx.lineTo(x - size, foot);
  u.ctx.lineTo(x + size, foot);
  u.ctx.fill();
}

function nameEdge(u: uPlot, { x, side }: EdgePlace, value: string, palette: ChartPalette): void {
  const ratio = pixelRatio(u);
  const isRight = x > u.bbox.left + u.bbox.width / 2;
  drawLabel(u, value, {
    x: x + (isRight ? -7 : 7) * ratio,
    y: side === "above" ? u.bbox.top + 6 * ratio : u.bbox.top + u.bbox.height - 6 * ratio,
    color: palette.critical,
    align: isRight ? "right" : "left",
    ground: palette.panel,
  });
}

function colorOf(tone: ChartLimit["tone"], palette: ChartPalette): string {
  return tone === "centre" ? palette.control : wordColorOf(tone, palette);
}

function wordColorOf(tone: Exclude<ChartLimit["tone"], "centre">, palette: ChartPalette): string {
  switch (tone) {
    case "caution":
      return palette.caution;
    case "critical":
      return palette.critical;
    case "control":
      return palette.quiet;
  }
}

interface Stroke {
  readonly color: string;
  readonly width: number;
  readonly dash: readonly number[];
}

function line(u: uPlot, [x1, y1, x2, y2]: [number, number, number, number], stroke: Stroke): void {
  const ratio = pixelRatio(u);
  u.ctx.save();
  u.ctx.strokeStyle = stroke.color;
  u.ctx.lineWidth = stroke.width * ratio;
  u.ctx.setLineDash(stroke.dash.map((length) => length * ratio));
  u.ctx.beginPath();
  u.ctx.moveTo(x1, y1);
  u.ctx.lineTo(x2, y2);
  u.ctx.stroke();
  u.ctx.restore();
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly color: string;
  readonly align: CanvasTextAlign;
  /** Colour under the letters, for labels that stand among data. */
  readonly ground?: string;
}

function drawLabel(u: uPlot, text: string, place: Place): void {
  u.ctx.save();
  u.ctx.font = labelFont(u);
  u.ctx.textAlign = place.align;
  u.ctx.textBaseline = "middle";
  if (place.ground !== undefined) {
    const height = 13 * pixelRatio(u);
    const { width } = u.ctx.measureText(text);
    u.ctx.fillStyle = place.ground;
    u.ctx.fillRect(place.x - (place.align === "right" ? width : 0), place.y - height / 2, width, height);
  }
  u.ctx.fillStyle = place.color;
  u.ctx.fillText(text, place.x, place.y);
  u.ctx.restore();
}

function labelFont(u: uPlot): string {
  return pictureFont(11 * pixelRatio(u));
}

/** Canvas pixels to one CSS pixel. */
function pixelRatio(u: uPlot): number {
  return u.ctx.canvas.width / u.width;
}
