import { Command } from "commander";
import { averageRunLength } from "../../core/chart-design/average-run-length.ts";
import { limitForRunLength } from "../../core/chart-design/limit-for-run-length.ts";
import { describeChart, readChart, readStart, withChartOptions, withinReach } from "./read-chart.ts";
import type { ChartOptions } from "./read-chart.ts";
import { readNumber } from "../terminal/read-option.ts";
import type { Terminal } from "../terminal/terminal.ts";

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
