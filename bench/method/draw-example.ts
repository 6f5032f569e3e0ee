import type { WorkedByHand } from "./work-by-hand.ts";
import { box, dot, line, panel, path, picture, text, ticksBelow, ticksBeside } from "./svg-parts.ts";
import type { Point } from "./svg-parts.ts";

/** What the pictures of the example need beside it. */
export interface Levels {
  readonly learnt: number;
  readonly harmless: number;
  readonly cautionM: number;
  readonly cautionNats: number;
  readonly criticalNats: number;
}

/** The readings, where they stood, and what is left of them. */
export function drawResiduals({ baseline, frames }: WorkedByHand, levels: Levels): string {
  const { learnt, harmless, cautionM } = levels;
  const count = frames.length;
  const plot = panel(
    { left: 64, top: 46, width: 700, height: 250 },
    [0.3, count + 0.7],
    [baseline.location - 0.25, baseline.location + 0.65],
  );
  const at = (frame: number, value: number): Point => [plot.x(frame), plot.y(value)];
  const right = plot.left + plot.width;
  const middle = plot.x(learnt + 0.5);
  const zoneTop = plot.y(baseline.location + harmless);
  const marked = frames.slice(learnt).reduce((one, other) => (other.residual > one.residual ? other : one));
  return picture(
    [980, 348],
    `Thirty radar readings as dots. The first ${learnt} scatter about ${baseline.location} metres, the baseline; the last ${count - learnt} lie about 0.4 metres higher. A residual is the way from the baseline to a dot. A green band marks shifts that are no drift, a dashed line the limit for CAUTION.`,
    [
      text([plot.left, 24], "A residual is a reading minus where the sensor stood", "title"),
      box({ left: plot.left, top: plot.top, width: middle - plot.left, height: plot.height }, "learning"),
      box(
        {
          left: plot.left,
          top: zoneTop,
          width: plot.width,
          height: plot.y(baseline.location - harmless) - zoneTop,
        },
        "zone",
      ),
      ...ticksBeside(
        plot,
        [-0.2, 0, 0.2, 0.4, 0.6].map((tick) => [tick, `${tick.toFixed(1).replace("-", "−")} m`] as const),
      ),
      ...ticksBelow(
        plot,
        [1, 5, 10, 15, 20, 25, 30].map((tick) => [tick, String(tick)] as const),
      ),
      text([plot.left + plot.width / 2, plot.top + plot.height + 38], "frame, one a minute", "middle tick"),
      line(at(0.3, baseline.location), at(count + 0.7, baseline.location), "one"),
      line(at(0.3, baseline.location + cautionM), at(count + 0.7, baseline.location + cautionM), "limit"),
      line([middle, plot.top], [middle, plot.top + plot.height], "soft"),
      text([plot.left + 8, plot.top + 18], `frames 1 to ${learnt}: the baseline is learnt`, "tick"),
      text([middle + 8, plot.top + 18], "judged", "tick"),
      line(at(marked.frame, baseline.location), at(marked.frame, marked.reading - 0.012), "arrow"),
      ...frames.map(({ frame, reading }) =>
        dot(at(frame, reading), frame <= learnt ? "before" : "after", frame === marked.frame ? 5 : 3.5),
      ),
      text([right + 10, plot.y(marked.reading)], `residual of frame ${marked.frame}:`, "orange"),
      text(
        [right + 10, plot.y(marked.reading) + 17],
        `${marked.reading.toFixed(2)} − ${baseline.location.toFixed(2)} = ${marked.residual.toFixed(2)} m`,
        "orange",
      ),
      text([right + 10, plot.y(baseline.location + cautionM) + 4], `CAUTION: ${cautionM} m away`, "orange"),
      text(
        [right + 10, plot.y(baseline.location) - 4],
        `baseline: ${baseline.location.toFixed(2)} m`,
        "blue",
      ),
      text([right + 10, plot.y(baseline.location) + 13], `band: ${harmless} m, no drift`, "tick"),
    ],
  );
}

/** Every possible start of a change with what it adds, and W from frame to frame. */
export function drawSum({ frames }: WorkedByHand, levels: Levels): string {
  const told = frames.find(({ step }) => step?.opens) ?? frames.at(-1)!;
  const { starts, nats } = told.step!.weighed;
  const most = Math.max(1, ...starts.map(({ term }) => term));
  const bars = panel(
    { left: 64, top: 62, width: 380, height: 220 },
    [-0.6, starts.length - 0.4],
    [0, 1.12 * most],
  );
  const judged = frames.flatMap(({ frame, step }) =>
    step === null || !Number.isFinite(step.weighed.nats) ? [] : [{ frame, nats: step.weighed.nats }],
  );
  const first = judged[0]!.frame;
  const last = frames.at(-1)!.frame;
  const curve = panel({ left: 560, top: 62, width: 280, height: 220 }, [first - 0.5, last + 0.5], [0, 10.4]);
  const wide = 0.72 * (bars.x(1) - bars.x(0));
  return picture(
    [980, 340],
    `Left: what each possible start of a change adds at frame ${told.frame}; most adds the start at the frame where the readings moved. Right: W, the logarithm of the sum, from frame to frame, and the limit of ${levels.cautionNats} nats, which it ${judged.some((one) => one.nats >= levels.cautionNats) ? "passes" : "does not reach"}.`,
    [
      text([bars.left, 24], `At frame ${told.frame}: how much each possible start adds`, "title"),
      text([bars.left, 42], "number of starts × (likelihood ratio − 1)", "tick"),
      ...ticksBeside(
        bars,
        niceTicks(most).map((tick) => [tick, String(tick)] as const),
      ),
      ...starts.map(({ term }, row) =>
        box(
          {
            left: bars.x(row) - wide / 2,
            top: bars.y(term),
            width: wide,
            height: bars.y(0) - bars.y(term),
          },
          "bar",
        ),
      ),
      ...starts.map(({ term }, row) =>
        text([bars.x(row), bars.y(term) - 5], term < 10 ? term.toFixed(1) : term.toFixed(0), "tick middle"),
      ),
      ...ticksBelow(
        bars,
        starts.map(
          ({ frame, size }, row) => [row, size === 1 ? `${frame}` : `${frame}–${frame + size - 1}`] as const,
        ),
      ),
      text(
        [bars.left + bars.width / 2, bars.top + bars.height + 38],
        "a change began with frame …",
        "middle tick",
      ),
      text([curve.left, 24], "W: the logarithm of the sum", "title"),
      text(
        [curve.left, 42],
        `at frame ${told.frame}: ln ${Math.exp(nats).toFixed(0)} = ${nats.toFixed(2)} nats`,
        "tick",
      ),
      ...ticksBeside(
        curve,
        [0, 2, 4, 6, 8, 10].map((tick) => [tick, String(tick)] as const),
      ),
      ...ticksBelow(
        curve,
        judged.map(({ frame }) => [frame, String(frame)] as const),
      ),
      text([curve.left + curve.width / 2, curve.top + curve.height + 38], "frame", "middle tick"),
      ...(
        [
          ["cautionNats", "breach"],
          ["criticalNats", "enough for"],
        ] as const
      ).flatMap(([name, words]) => [
        line([curve.left, curve.y(levels[name])], [curve.left + curve.width, curve.y(levels[name])], "limit"),
        text(
          [curve.left + curve.width + 6, curve.y(levels[name]) + 4],
          `${levels[name]}: ${words}`,
          "orange",
        ),
      ]),
      text([curve.left + curve.width + 6, curve.y(levels.criticalNats) + 21], "CRITICAL", "orange"),
      path(
        judged.map((one): Point => [curve.x(one.frame), Math.min(curve.y(0), curve.y(one.nats))]),
        "one",
      ),
      ...judged.map((one) =>
        dot(
          [curve.x(one.frame), Math.min(curve.y(0), curve.y(one.nats))],
          one.nats >= levels.cautionNats ? "after" : "before",
        ),
      ),
    ],
  );
}

function niceTicks(most: number): readonly number[] {
  const rough = 10 ** Math.floor(Math.log10(most));
  const step = most / rough < 2 ? rough / 2 : most / rough < 5 ? rough : 2 * rough;
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, at) => at * step);
}
