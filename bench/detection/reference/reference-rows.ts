import type { Change, Chart, Start } from "../../../core/chart-design/chart.ts";

/** One published run length and two more ways to it. */
export interface ReferenceRow {
  /** Number of the row in section 2 of the scoring design. */
  readonly row: string;
  readonly what: string;
  readonly chart: Chart;
  readonly change: Change;
  readonly start: Start;
  /** As printed in its source. */
  readonly published: number;
  readonly source: string;
  /** The same in R's spc, where the package has it. */
  readonly r: string | null;
}

const cusum = (k: number, h: number, sides: 1 | 2, headStart = 0): Extract<Chart, { kind: "cusum" }> => ({
  kind: "cusum",
  k,
  h,
  sides,
  headStart,
});

function steps(
  { row, what, source, start = "zero-state" }: { row: string; what: string; source: string; start?: Start },
  chart: Extract<Chart, { kind: "cusum" }>,
  values: readonly (readonly [shift: number, published: number])[],
): ReferenceRow[] {
  const sided = chart.sides === 1 ? "one" : "two";
  return values.map(([size, published]) => ({
    row,
    what: `${what}, shift ${size}`,
    chart,
    change: { kind: "shift", size },
    start,
    published,
    source,
    r:
      start === "zero-state"
        ? `xcusum.arl(${chart.k}, ${chart.h}, ${size}, hs=${chart.headStart}, sided="${sided}", r=100)`
        : null,
  }));
}

function radial(
  row: string,
  chart: Extract<Chart, { kind: "mcusum" | "mewma" }>,
  { size, published, source, r }: { size: number; published: number; source: string; r: string | null },
): ReferenceRow {
  const what =
    chart.kind === "mcusum"
      ? `Crosier MCUSUM p ${chart.dimension} k ${chart.k} h ${chart.h}, shift ${size}`
      : `MEWMA λ ${chart.lambda} p ${chart.dimension} h ${chart.h}, shift ${size}`;
  return { row, what, chart, change: { kind: "shift", size }, start: "zero-state", published, source, r };
}

const handbook = "Lucas & Crosier 1982, Montgomery";
const zou = "Zou et al. 2009, exact values of spc";
const drifting = cusum(0.5, 5.62, 1);

/** Section 2 of the scoring design: tabular CUSUMs, ramps, bounds, multivariate charts, charts without memory. */
export const referenceRows: readonly ReferenceRow[] = [
  ...steps({ row: "1", what: "one-sided k .5 h 3", source: "Vance 1986" }, cusum(0.5, 3, 1), [
    [0, 117.59],
    [1.5, 3.75],
  ]),
  ...steps({ row: "2", what: "one-sided k .5 h 3", source: "Crosier 1986" }, cusum(0.5, 3, 1), [
    [0.5, 17.35],
  ]),
  ...steps({ row: "4, 5", what: "two-sided k .5 h 4", source: handbook }, cusum(0.5, 4, 2), [
    [0, 168],
    [0.25, 74.2],
    [0.5, 26.6],
    [1, 8.38],
    [2, 3.34],
    [4, 1.71],
  ]),
  ...steps({ row: "6", what: "two-sided k .5 h 4, head start 2", source: handbook }, cusum(0.5, 4, 2, 2), [
    [0, 149],
    [0.5, 20.1],
    [1, 5.29],
  ]),
  ...steps({ row: "7, 8", what: "two-sided k .5 h 5", source: handbook }, cusum(0.5, 5, 2), [
    [0, 465],
    [0.25, 139],
    [0.5, 38],
    [1, 10.4],
    [2, 4.01],
  ]),
  ...steps({ row: "10, 11", what: "one-sided k 0 h 10", source: "Brook & Evans 1972" }, cusum(0, 10, 1), [
    [0, 124.66],
    [0.5, 20.37],
    [1, 10.75],
  ]),
  ...steps({ row: "16", what: "one-sided k .5 h 4.3891", source: "scoring design" }, cusum(0.5, 4.3891, 1), [
    [0.5, 30.85],
    [1, 9.16],
    [2, 3.6],
  ]),
  ...steps(
    {
      row: "17",
      what: "one-sided k .5 h 4.3891, steady state",
      source: "scoring design",
      start: "steady-state",
    },
    cusum(0.5, 4.3891, 1),
    [
      [0.5, 29.45],
      [1, 8.47],
    ],
  ),
  ...(
    [
      [0.005, 98.3],
      [0.01, 61.9],
      [0.1, 14.04],
    ] as const
  ).map(([perFrame, published]): ReferenceRow => ({
    row: "18, 19",
    what: `one-sided k .5 h 5.62, ramp ${perFrame} a frame`,
    chart: drifting,
    change: { kind: "slope", perFrame },
    start: "zero-state",
    published,
    source: zou,
    r: `xDcusum.arl(0.5, 5.62, ${perFrame}, r=50, with0=FALSE)`,
  })),
  radial(
    "44",
    { kind: "mcusum", k: 0.5, h: 5.5, dimension: 2 },
    { size: 0, published: 201.5, source: "Crosier 1988 (target 200)", r: null },
  ),
  radial(
    "47",
    { kind: "mcusum", k: 0.5, h: 15.321, dimension: 5 },
    { size: 0, published: 10_000, source: "scoring design", r: null },
  ),
  radial(
    "48",
    { kind: "mcusum", k: 0.5, h: 5.5, dimension: 2 },
    { size: 1, published: 9.88, source: "20,000 runs, scoring design", r: null },
  ),
  radial(
    "52",
    { kind: "mewma", lambda: 0.1, h: 12.73, dimension: 4 },
    {
      size: 0,
      published: 200,
      source: "Prabhu & Runger 1997",
      r: "mewma.arl(0.1, 12.73, 4, delta=0, r=40)",
    },
  ),
  radial(
    "53",
    { kind: "mewma", lambda: 0.1, h: 14.98, dimension: 3 },
    {
      size: 0,
      published: 1_000,
      source: "published table; spc says 1094.7",
      r: "mewma.arl(0.1, 14.98, 3, delta=0, r=40)",
    },
  ),
  // The delta of mewma.arl is the squared distance.
  radial(
    "52",
    { kind: "mewma", lambda: 0.1, h: 12.73, dimension: 4 },
    { size: 1, published: 12.15, source: "spc", r: "mewma.arl(0.1, 12.73, 4, delta=1, r=40)" },
  ),
  {
    row: "64",
    what: "Shewhart 3σ, in control",
    chart: { kind: "shewhart", h: 3, sides: 2 },
    change: { kind: "shift", size: 0 },
    start: "zero-state",
    published: 370.4,
    source: "1 / 0.0027",
    r: 'xewma.arl(1, 3, 0, sided="two")',
  },
  {
    row: "16 (sr)",
    what: "Shiryaev–Roberts k .5 A 1000, shift 1",
    chart: { kind: "sr", k: 0.5, h: Math.log(1000) },
    change: { kind: "shift", size: 1 },
    start: "zero-state",
    published: 12.29,
    source: "spc",
    r: "xgrsr.arl(0.5, log(1000), 1, zr=-10)",
  },
];
