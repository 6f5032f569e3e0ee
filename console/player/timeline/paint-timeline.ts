import { pictureFont } from "../../labels/picture-font.ts";
import { tierLabel, type TierLabel } from "../../labels/tier-labels.ts";
import type { TimelinePalette } from "./timeline-palette.ts";
import {
  marksRow,
  plotLeftPx,
  plotRightPx,
  ticksY,
  tierRow,
  type TierBar,
  type TimelineMark,
  type TimelinePlan,
  type TimelineRow,
} from "./timeline-plan.ts";

/** The plan on a canvas whose unit is a CSS pixel. Colour is never the only difference: each kind has a shape of its own. */
export function paintTimeline(
  context: CanvasRenderingContext2D,
  plan: TimelinePlan,
  palette: TimelinePalette,
): void {
  const brush = new Brush(context, palette);
  context.clearRect(0, 0, plan.widthPx, plan.heightPx);
  for (const { x, width } of plan.gaps)
    brush.fillRect(palette.hover, { x, y: marksRow.height, width, height: tierRow.top - marksRow.height });
  for (const row of plan.rows) paintRow(brush, row, plan.widthPx - plotRightPx);
  brush.write("events", { x: 0, y: 20, color: palette.quiet });
  for (const mark of plan.marks) paintMark(brush, mark);
  brush.write("tier", { x: 0, y: tierRow.top + 10, color: palette.quiet });
  for (const bar of plan.tiers) paintTier(brush, bar);
  for (const { x, text } of plan.ticks)
    brush.write(text, { x, y: ticksY, color: palette.quiet, align: "center" });
  brush.write("s", { x: plan.widthPx - plotRightPx + 14, y: ticksY, color: palette.quiet });
}

function paintRow(brush: Brush, row: TimelineRow, right: number): void {
  const { palette } = brush;
  brush.line(palette.control, { fromX: plotLeftPx, toX: right, y: row.top + row.height });
  brush.write(row.name, { x: 0, y: row.top + 12, color: palette.quiet });
  for (const { y, wordsY, tone, text } of row.limits) {
    brush.line(palette[tone], { fromX: plotLeftPx, toX: right, y, dash: [5, 4] });
    brush.write(text, { x: right + 4, y: wordsY + 4, color: palette[`${tone}Word`] });
  }
  if (row.band !== null) brush.fill(row.band, palette.estimate, 0.18);
  for (const { kind, path } of row.lines) {
    const [color, width] = {
      truth: [palette.text, 1],
      estimate: [palette.estimate, 2.5],
      statistic: [palette.text, 1.75],
    }[kind] as [string, number];
    brush.stroke(path, color, width);
  }
  if (row.beyond === null) return;
  brush.fill(`M${row.beyond.x} ${row.top}l-4 6h8z`, palette.text);
  brush.write(row.beyond.text, { x: row.beyond.x + 7, y: row.top + 10, color: palette.text });
}

function paintMark(brush: Brush, { x, kind, words }: TimelineMark): void {
  const { palette } = brush;
  brush.stroke(`M${x} 24V${tierRow.top}`, palette.control, 1, [2, 3]);
  brush.fill(signs[kind](x), palette.text);
  if (words !== null) brush.write(words, { x: x + 8, y: marksRow.height - 10, color: palette.text });
}

const signs: Readonly<Record<TimelineMark["kind"], (x: number) => string>> = {
  happening: (x) => `M${x} 11l5 5-5 5-5-5z`,
  signal: (x) => `M${x - 4} 12h8v8h-8z`,
  tier: (x) => `M${x} 11l5 9h-10z`,
};

/** Colour, shape and word; where there is no room for the word, colour and shape. */
function paintTier(brush: Brush, { x, width, tier }: TierBar): void {
  const { palette } = brush;
  const { tone, word, shape } = tierLabel(tier);
  brush.fillRect(palette[tone], { x, y: tierRow.top, width: Math.max(1, width), height: tierRow.height });
  const below = tierRow.top + tierRow.height;
  if (width >= 14)
    brush.sign(tierShapes[shape], {
      x,
      y: below + 5,
      color: palette[tone],
      isHollow: shape === "hollow-circle",
    });
  if (width >= 70) brush.write(word, { x: x + 16, y: below + 15, color: palette[`${tone}Word`] });
}

/** In a box of 16 by 16, as everywhere in the console. */
const tierShapes: Readonly<Record<TierLabel["shape"], string>> = {
  octagon: "M5 1h6l4 4v6l-4 4H5l-4-4V5z",
  triangle: "M8 1.5 15.5 14.5h-15z",
  circle: "M3.5 8a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0z",
  "hollow-circle": "M3.5 8a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0z",
};

const signScale = 0.75;

class Brush {
  readonly palette: TimelinePalette;
  readonly #context: CanvasRenderingContext2D;

  constructor(context: CanvasRenderingContext2D, palette: TimelinePalette) {
    this.#context = context;
    this.palette = palette;
    context.font = pictureFont(11);
    context.lineJoin = "round";
  }

  write(
    words: string,
    at: { readonly x: number; readonly y: number; readonly color: string; readonly align?: CanvasTextAlign },
  ): void {
    this.#context.textAlign = at.align ?? "left";
    this.#context.fillStyle = at.color;
    this.#context.fillText(words, at.x, at.y);
  }

  line(
    color: string,
    at: {
      readonly fromX: number;
      readonly toX: number;
      readonly y: number;
      readonly dash?: readonly number[];
    },
  ): void {
    this.stroke(`M${at.fromX} ${at.y}H${at.toX}`, color, 1, at.dash);
  }

  stroke(path: string, color: string, width: number, dash: readonly number[] = []): void {
    this.#context.setLineDash([...dash]);
    this.#context.strokeStyle = color;
    this.#context.lineWidth = width;
    this.#context.stroke(new Path2D(path));
  }

  fill(path: string, color: string, opacity = 1): void {
    this.#context.globalAlpha = opacity;
    this.#context.fillStyle = color;
    // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas fills a shape, not an array
    this.#context.fill(new Path2D(path));
    this.#context.globalAlpha = 1;
  }

  fillRect(
    color: string,
    {
      x,
      y,
      width,
      height,
    }: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  ): void {
    this.#context.fillStyle = color;
    this.#context.fillRect(x, y, width, height);
  }

  /** A shape drawn in a box of 16 by 16, at its upper left corner. */
  sign(
    path: string,
    at: { readonly x: number; readonly y: number; readonly color: string; readonly isHollow: boolean },
  ): void {
    this.#context.save();
    this.#context.translate(at.x, at.y);
    this.#context.scale(signScale, signScale);
    if (at.isHollow) this.stroke(path, at.color, 2);
    else this.fill(path, at.color);
    this.#context.restore();
  }
}
