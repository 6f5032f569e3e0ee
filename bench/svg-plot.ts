/** One line of a plot; points with a missing y break it. */
export interface PlotLine {
  readonly label: string;
  readonly points: readonly (readonly [x: number, y: number | null])[];
  readonly dashed?: boolean;
  /** Drawn thicker than the others: the one the plot is about. */
  readonly strong?: boolean;
}

export interface Plot {
  readonly title: string;
  readonly xLabel: string;
  readonly yLabel: string;
  readonly xScale: "linear" | "logarithmic";
  readonly yScale: "linear" | "logarithmic";
  readonly lines: readonly PlotLine[];
  /** Level lines across the plot, such as a limit or a nominal value. */
  readonly levels?: readonly { readonly y: number; readonly label: string }[];
  /** Moments marked by a vertical line, such as the onset of a fault. */
  readonly moments?: readonly { readonly x: number; readonly label: string }[];
}

/** A plot as a stand-alone SVG document. */
export function drawPlot(plot: Plot): string {
  const xs = plot.lines.flatMap((line) => line.points.map(([x]) => x));
  const ys = plot.lines.flatMap((line) => line.points.flatMap(([, y]) => (y === null ? [] : [y])));
  const x = axis(plot.xScale, xs, [left, left + width]);
  const y = axis(plot.yScale, [...ys, ...(plot.levels ?? []).map((level) => level.y)], [top + height, top]);
  const body = [
    text(left, 22, plot.title, "title"),
    ...x.ticks.map((tick) => rule([x.place(tick), top], [x.place(tick), top + height], "grid")),
    ...y.ticks.map((tick) => rule([left, y.place(tick)], [left + width, y.place(tick)], "grid")),
    ...x.ticks.map((tick) => text(x.place(tick), top + height + 18, figure(tick), "tick middle")),
    ...y.ticks.map((tick) => text(left - 6, y.place(tick) + 4, figure(tick), "tick end")),
    text(left + width / 2, top + height + 38, plot.xLabel, "label middle"),
    `<text transform="translate(16 ${top + height / 2}) rotate(-90)" class="label middle">${escaped(plot.yLabel)}</text>`,
    ...(plot.levels ?? []).flatMap((level) => [
      rule([left, y.place(level.y)], [left + width, y.place(level.y)], "level"),
      text(left + width - 4, y.place(level.y) - 5, level.label, "tick end"),
    ]),
    ...(plot.moments ?? []).flatMap((moment) => [
      rule([x.place(moment.x), top], [x.place(moment.x), top + height], "level"),
      text(x.place(moment.x) + 4, top + 12, moment.label, "tick"),
    ]),
    ...plot.lines.flatMap((line, at) => drawLine(line, at, { x: x.place, y: y.place })),
  ];
  const tall = top + Math.max(height + 50, 18 * plot.lines.length + 20);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${left + width + legend} ${tall}" role="img" aria-label="${escaped(plot.title)}">`,
    `<style>${style}</style>`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    ...body,
    "</svg>",
    "",
  ].join("\n");
}

const left = 64;
const top = 36;
const width = 560;
const height = 320;
const legend = 230;
const colours = [
  "#0b5fad",
  "#c2410c",
  "#15803d",
  "#7e22ce",
  "#a16207",
  "#be123c",
  "#0f766e",
  "#4b5563",
  "#d946ef",
  "#65a30d",
  "#0ea5e9",
  "#78350f",
  "#111827",
];
const style =
  "text{font:12px system-ui,sans-serif;fill:#222}.title{font-weight:600;font-size:14px}.tick{font-size:11px;fill:#555}" +
  ".middle{text-anchor:middle}.end{text-anchor:end}.grid{stroke:#e5e5e5}.level{stroke:#777;stroke-dasharray:5 4}";

interface Axis {
  readonly ticks: readonly number[];
  readonly place: (value: number) => number;
}

function axis(scale: Plot["xScale"], values: readonly number[], [from, to]: readonly [number, number]): Axis {
  const least = Math.min(...values);
  const most = Math.max(...values);
  if (scale === "logarithmic") {
    const low = Math.log10(least);
    const high = Math.max(Math.log10(most), low + 1e-9);
    const candidates = [1, 2, 5].flatMap((digit) =>
      Array.from({ length: 14 }, (_, power) => digit * 10 ** (power - 6)),
    );
    const distinct = [...new Set(values)];
    return {
      // A handful of sizes are their own ticks.
      ticks: (distinct.length <= 6 ? distinct : candidates)
        .filter((tick) => tick >= least * 0.999 && tick <= most * 1.001)
        .toSorted((a, b) => a - b),
      place: (value) => from + ((Math.log10(value) - low) / (high - low)) * (to - from),
    };
  }
  const low = Math.min(0, least);
  const high = most > low ? most : low + 1;
  const step = niceStep((high - low) / 6);
  const first = Math.ceil(low / step);
  return {
    ticks: Array.from({ length: Math.floor(high / step) - first + 1 }, (_, at) => (first + at) * step),
    place: (value) => from + ((value - low) / (high - low)) * (to - from),
  };
}

function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  return power * ([1, 2, 5, 10].find((digit) => digit * power >= rough) ?? 10);
}

function drawLine(
  line: PlotLine,
  at: number,
  place: { x(value: number): number; y(value: number): number },
): string[] {
  const colour = colours[at % colours.length]!;
  let path = "";
  let drawing = false;
  for (const [x, y] of line.points) {
    if (y === null) {
      drawing = false;
      continue;
    }
    path += `${drawing ? "L" : "M"}${place.x(x).toFixed(1)} ${place.y(y).toFixed(1)}`;
    drawing = true;
  }
  const dots = line.points.length > 60 ? [] : line.points;
  const stroke = `stroke="${colour}" stroke-width="${line.strong ? 3 : 1.5}"${line.dashed ? ' stroke-dasharray="6 4"' : ""}`;
  const key = top + 12 + 18 * at;
  return [
    `<path d="${path}" fill="none" ${stroke}/>`,
    ...dots.flatMap(([x, y]) =>
      y === null
        ? []
        : [`<circle cx="${place.x(x).toFixed(1)}" cy="${place.y(y).toFixed(1)}" r="2.5" fill="${colour}"/>`],
    ),
    `<path d="M${left + width + 12} ${key - 4}h22" ${stroke}/>`,
    text(left + width + 40, key, line.label, "tick"),
  ];
}

function rule(from: readonly [number, number], to: readonly [number, number], kind: string): string {
  const [x1, y1, x2, y2] = [...from, ...to].map((place) => place.toFixed(1));
  return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${y2}" class="${kind}"/>`;
}

function text(x: number, y: number, words: string, kind: string): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" class="${kind}">${escaped(words)}</text>`;
}

function figure(value: number): string {
  return String(Number(value.toPrecision(6)));
}

function escaped(words: string): string {
  return words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
