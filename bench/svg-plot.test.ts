import { expect, test } from "vitest";

import { drawPlot } from "./svg-plot.ts";

const plot = {
  title: "Delay < bound & more",
  xLabel: "σ",
  yLabel: "frames",
  xScale: "logarithmic",
  yScale: "linear",
} as const;

test("a plot places its lowest point at the foot, its highest at the head, and breaks where a value is missing", () => {
  const points: [number, number | null][] = [
    [1, 0],
    [2, null],
    [10, 100],
  ];
  const svg = drawPlot({ ...plot, lines: [{ label: "one", points }] });
  expect(svg).toContain('d="M64.0 356.0M624.0 36.0"');
});

test("words with markup in them stay words", () => {
  const svg = drawPlot({
    ...plot,
    lines: [
      {
        label: "a<b",
        points: [
          [1, 1],
          [2, 2],
        ],
      },
    ],
  });
  expect(svg).toContain("Delay &lt; bound &amp; more");
  expect(svg).not.toContain("a<b");
});
