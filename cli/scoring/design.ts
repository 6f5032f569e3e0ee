import { Command } from "commander";
import { averageRunLength } from "../../core/chart-design/average-run-length.ts";
import type { Change } from "../../core/chart-design/chart.ts";
import { limitForRunLength } from "../../core/chart-design/limit-for-run-length.ts";
import { readNumber } from "../terminal/read-option.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { designPriorCommand } from "./design-prior.ts";
import {
  type ChartOptions,
  describeChart,
  readChart,
  readStart,
  usage,
  withChartOptions,
  withinReach,
} from "./read-chart.ts";

interface LimitOptions extends ChartOptions {
  readonly arl: number;
  readonly json?: true;
}

export function designLimitCommand(terminal: Terminal): Command {
  const command = new Command("limit").description(
    "the limit that gives a chosen in-control average run length",
  );
  return withChartOptions(command)
    .requiredOption("--arl <frames>", "in-control average run length, frames", readNumber(2, 1e12))
    .option("--json", "the answer as JSON")
    .action((options: LimitOptions) => showLimit(options, terminal));
}

async function showLimit(options: LimitOptions, terminal: Terminal): Promise<void> {
  const start = readStart(options);
  const chart = readChart(options, 0);
  const limit = withinReach(() => limitForRunLength(chart, options.arl, start));
  const { frames, method } = averageRunLength({ ...chart, h: limit }, { kind: "shift", size: 0 }, start);

  const answer = { ...describeChart(chart, start), limit, run_length: frames, method };
  if (options.json) return terminal.out(`${JSON.stringify(answer)}\n`);
  await terminal.out(
    `limit               ${Number(limit.toPrecision(7))}\naverage run length  ${Number(frames.toPrecision(7))} frames, in control\nmethod              ${method}\n`,
  );
}

interface ArlOptions extends ChartOptions {
  readonly h: number;
  readonly shift?: number;
  readonly slope?: number;
  readonly json?: true;
}

export function designArlCommand(terminal: Terminal): Command {
  const command = new Command("arl").description("average run length of a chart under a shift or a ramp");
  return withChartOptions(command)
    .requiredOption("--h <h>", "limit: σ units; ln A for sr; T² for t2 and mewma", readNumber(1e-9, 1e4))
    .option("--shift <d>", "size of the step in σ (default 0: in control)", readNumber(-1000, 1000))
    .option(
      "--slope <d>",
      "ramp in σ per frame: the n-th frame is shifted by n times this",
      readNumber(-100, 100),
    )
    .option("--json", "the answer as JSON")
    .action((options: ArlOptions) => showRunLength(options, terminal));
}

async function showRunLength(options: ArlOptions, terminal: Terminal): Promise<void> {
  if (options.shift !== undefined && options.slope !== undefined)
    throw usage("give --shift or --slope, not both");
  const chart = readChart(options, options.h);
  const start = readStart(options);
  const change = readChange(options);

  const { frames, method } = withinReach(() => averageRunLength(chart, change, start));

  const answer = {
    ...describeChart(chart, start),
    shift: change.kind === "shift" ? change.size : null,
    slope: change.kind === "slope" ? change.perFrame : null,
    limit: options.h,
    run_length: frames,
    method,
  };
  if (options.json) return terminal.out(`${JSON.stringify(answer)}\n`);
  await terminal.out(
    `average run length  ${Number(frames.toPrecision(7))} frames\nlimit               ${options.h}\nmethod              ${method}\n`,
  );
}

function readChange({ shift, slope }: ArlOptions): Change {
  if (slope === undefined) return { kind: "shift", size: shift ?? 0 };
  if (slope === 0) throw usage("a slope of 0 is no ramp; use --shift 0");
  return { kind: "slope", perFrame: slope };
}

export function designCommand(terminal: Terminal): Command {
  return new Command("design")
    .description("run lengths and limits of control charts, computed exactly, for people who set limits")
    .addCommand(designArlCommand(terminal))
    .addCommand(designLimitCommand(terminal))
    .addCommand(designPriorCommand(terminal));
}
