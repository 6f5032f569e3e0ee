import { line, panel, path, picture, text, ticksBeside } from "./svg-parts.ts";
import type { Point } from "./svg-parts.ts";

/** Two noises of the same size, and their means of so many blocks each. */
export interface MeansFigures {
  readonly blocks: number;
  readonly noises: readonly {
    readonly words: string;
    readonly values: readonly number[];
    readonly means: readonly number[];
    /** Standard deviation of those means, over a long run. */
    readonly sdOfMeans: number;
  }[];
}

/** Why the variance of a mean is measured: the same scatter from block to block, and not of the means. */
export function drawMeans({ blocks, noises }: MeansFigures): string {
  const parts = noises.flatMap(({ words, values, means, sdOfMeans }, at) => {
    const plot = panel(
      { left: 64 + 480 * at, top: 62, width: 400, height: 190 },
      [0, values.length],
      [-3.4, 3.4],
    );
    const points = values.map((value, block): Point => [plot.x(block + 0.5), plot.y(value)]);
    return [
      text([plot.left - 20, 24], words, "title"),
      text(
        [plot.left - 20, 42],
        `means of ${blocks} blocks scatter by ${sdOfMeans.toFixed(2)} σ`,
        at === 0 ? "blue" : "orange",
      ),
      ...ticksBeside(
        plot,
        [-3, -2, -1, 0, 1, 2, 3].map((tick) => [tick, tick === 0 ? "0" : `${tick} σ`] as const),
      ),
      path(points, "thin"),
      ...means.map((mean, place) =>
        line(
          [plot.x(place * blocks), plot.y(mean)],
          [plot.x((place + 1) * blocks), plot.y(mean)],
          at === 0 ? "mean" : "meanother",
        ),
      ),
      text(
        [plot.left + plot.width / 2, plot.top + plot.height + 22],
        `${values.length} blocks of a healthy sensor`,
        "middle tick",
      ),
    ];
  });
  return picture(
    [980, 290],
    `Two healthy noises of the same size from block to block. Independent noise: means of ${blocks} blocks stay near zero. Noise that wanders: its means leave zero by much more, though nothing has moved.`,
    parts,
  );
}
