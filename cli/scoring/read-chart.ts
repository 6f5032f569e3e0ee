import { Option } from "commander";
import type { Command } from "commander";
import type { Chart, Start } from "../../core/chart-design/chart.ts";
import { CommandFailure, exitCodes, typed } from "../exit-codes.ts";
import { readNumber, readWholeNumber } from "../terminal/read-option.ts";

const chartKinds = ["cusum", "mcusum", "mewma", "sr", "shewhart", "t2"] as const;

export interface ChartOptions {
  readonly chart: (typeof chartKinds)[number];
  readonly oneSided?: true;
  readonly k?: number;
  readonly h?: number;
  readonly lambda?: number;
  readonly p?: number;
  readonly headStart?: number;
  readonly steadyState?: true;
}

/** The options that name a chart, shared by `design arl` and `design limit`. */
export function withChartOptions(command: Command): Command {
  return command
    .addOption(new Option("--chart <kind>", "which chart").choices(chartKinds).makeOptionMandatory())
    .option("--one-sided", "watch the upper side only (cusum, shewhart)")
    .option("--k <k>", "reference value in σ; for sr half the design shift", readNumber(0, 10))
    .option("--lambda <lambda>", "weight of the newest frame (mewma)", readNumber(0.001, 1))
    .option("--p <p>", "number of channels (mcusum, mewma, t2)", readWholeNumber(1, 100))
    .option("--head-start <s>", "value the sums start from, in σ (cusum)", readNumber(0, 1000))
    .option("--steady-state", "the change comes after a long time in control, not at the start");
}

/** The chart the options describe, with limit `h`; a missing or senseless option is named with what to type. */
export function readChart(options: ChartOptions, h: number): Chart {
  const sides = options.oneSided ? 1 : 2;
  switch (options.chart) {
    case "cusum":
      return { kind: "cusum", headStart: headStartOf(options, h), k: needed(options.k, "--k"), h, sides };
    case "shewhart":
      return { kind: "shewhart", h, sides };
    case "sr":
      return { kind: "sr", k: halfShiftOf(options), h };
    case "t2":
      return { kind: "t2", h, dimension: needed(options.p, "--p") };
    case "mcusum":
      return { kind: "mcusum", k: needed(options.k, "--k"), h, dimension: several(options.p) };
    case "mewma":
      return { kind: "mewma", lambda: needed(options.lambda, "--lambda"), h, dimension: several(options.p) };
  }
}

function headStartOf({ headStart = 0 }: ChartOptions, h: number): number {
  if (h > 0 && headStart >= h) throw usage("--head-start must be below --h");
  return headStart;
}

function halfShiftOf(options: ChartOptions): number {
  const k = needed(options.k, "--k");
  if (k < 0.01) throw usage("--k must be at least 0.01 for sr: it is half the design shift");
  return k;
}

export function readStart(options: ChartOptions): Start {
  return options.steadyState ? "steady-state" : "zero-state";
}

/** The chart as the answer states it: contract-style names, null where an option does not apply. */
export function describeChart(chart: Chart, start: Start): Record<string, unknown> {
  return {
    chart: chart.kind,
    sides: "sides" in chart ? chart.sides : 1,
    k: "k" in chart ? chart.k : null,
    lambda: "lambda" in chart ? chart.lambda : null,
    p: "dimension" in chart ? chart.dimension : null,
    head_start: "headStart" in chart ? chart.headStart : null,
    start,
  };
}

export function usage(message: string): CommandFailure {
  return new CommandFailure(exitCodes.usage, message, typed("design arl --help"));
}

/** What cannot be computed is the options' fault, and said as such. */
export function withinReach<T>(compute: () => T): T {
  try {
    return compute();
  } catch (error) {
    if (error instanceof RangeError) throw usage(error.message);
    throw error;
  }
}

function needed(value: number | undefined, option: string): number {
  if (value === undefined) throw usage(`this chart needs ${option}`);
  return value;
}

/** A chart on one channel is the one-channel chart; the polar form needs at least two. */
function several(dimension: number | undefined): number {
  const given = needed(dimension, "--p");
  if (given < 2) throw usage("--p must be at least 2 for this chart; for one channel use --chart cusum");
  return given;
}
