import { line, panel, path, picture, text, ticksBelow, ticksBeside } from "./svg-parts.ts";
import type { Panel, Point } from "./svg-parts.ts";

export interface LimitFigures {
  readonly cautionNats: number;
  readonly criticalNats: number;
  /** Mean blocks to a false breach, the shortest of all sets of sensors, limit by limit. */
  readonly runLengths: readonly { readonly limit: number; readonly blocks: number }[];
  /** Blocks until W is at a limit in half of the vehicles after a step, by its size. */
  readonly waits: readonly {
    readonly words: string;
    readonly points: readonly { readonly limit: number; readonly blocks: number }[];
  }[];
}

/** What a higher limit buys, and what it costs. */
export function drawLimits({ cautionNats, criticalNats, runLengths, waits }: LimitFigures): string {
  const limits = [...runLengths, ...waits.flatMap(({ points }) => points)].map(({ limit }) => limit);
  const span: readonly [number, number] = [Math.min(...limits) - 0.15, Math.max(...limits) + 0.15];
  const seldom = panel({ left: 104, top: 62, width: 330, height: 230 }, span, [3.7, 8.1]);
  const most = Math.max(...waits.flatMap(({ points }) => points.map(({ blocks }) => blocks)));
  const late = panel({ left: 560, top: 62, width: 290, height: 230 }, span, [0, 1.08 * most]);
  const marks = (of: Panel) =>
    [cautionNats, criticalNats].flatMap((limit) => [
      line([of.x(limit), of.top], [of.x(limit), of.top + of.height], "limit"),
      text([of.x(limit) + 4, of.top + 12], String(limit), "orange"),
    ]);
  const below = (of: Panel) => [
    ...ticksBelow(
      of,
      [5, 6, 7, 8, 9, 10, 11].map((tick) => [tick, String(tick)] as const),
    ),
    text([of.left + of.width / 2, of.top + of.height + 38], "limit, nats", "middle tick"),
  ];
  return picture(
    [980, 350],
    `Left: blocks of a healthy vehicle between two false breaches grow about fivefold with every nat of the limit. Right: blocks until a real shift is found grow only slowly with the limit. The limits ${cautionNats} and ${criticalNats} are marked.`,
    [
      text([seldom.left - 84, 24], "What a higher limit buys", "title"),
      text([seldom.left - 84, 42], "blocks of a healthy vehicle between two false breaches", "tick"),
      ...ticksBeside(
        seldom,
        [4, 5, 6, 7, 8].map((tick) => [tick, (10 ** tick).toLocaleString("en")] as const),
      ),
      path(
        runLengths.map(({ limit, blocks }): Point => [seldom.x(limit), seldom.y(Math.log10(blocks))]),
        "one",
      ),
      ...marks(seldom),
      ...below(seldom),
      text([late.left - 20, 24], "What it costs", "title"),
      text([late.left - 20, 42], "blocks until W is there in half of the radars that have moved", "tick"),
      ...ticksBeside(
        late,
        ticksTo(most).map((tick) => [tick, String(tick)] as const),
      ),
      ...waits.flatMap(({ words, points }, at) => [
        path(
          points.map(({ limit, blocks }): Point => [late.x(limit), late.y(blocks)]),
          at === 0 ? "one" : "other",
        ),
        text(
          [late.x(points.at(-1)!.limit) + 8, late.y(points.at(-1)!.blocks) + 4],
          words,
          at === 0 ? "blue" : "orange",
        ),
      ]),
      ...marks(late),
      ...below(late),
    ],
  );
}

function ticksTo(most: number): readonly number[] {
  const step = most > 160 ? 50 : most > 50 ? 20 : most > 25 ? 10 : 5;
  return Array.from({ length: Math.floor((1.08 * most) / step) + 1 }, (_, at) => at * step);
}
