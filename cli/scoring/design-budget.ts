import { Command } from "commander";
import {
  calibratedLimitOfW,
  provenLimitOfW,
  runLengthForBudget,
} from "../../core/chart-design/alarm-budget.ts";
import { defaultSettings } from "../../core/scoring/settings/settings.ts";
import { readNumber } from "../terminal/read-option.ts";
import { renderTable } from "../terminal/render-table.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface BudgetOptions {
  readonly period: number;
  readonly hoursPerDay: number;
  readonly block: number;
  readonly falseCaution: number;
  readonly falseCritical: number;
  readonly json?: true;
}

const daysPerMonth = 30;

export function designBudgetCommand(terminal: Terminal): Command {
  return new Command("budget")
    .description("from frame rate and false alarms per vehicle-month to the limits on W")
    .option("--period <seconds>", "seconds between two frames of a vehicle", readNumber(0.001, 86_400), 60)
    .option("--hours-per-day <hours>", "hours a vehicle reports each day", readNumber(0.01, 24), 2)
    .option("--block <frames>", "frames averaged into one block", readNumber(1, 100_000), 1)
    .option("--false-caution <count>", "false CAUTION per vehicle-month", readNumber(1e-9, 1000), 0.04)
    .option("--false-critical <count>", "false CRITICAL per vehicle-month", readNumber(1e-9, 1000), 0.0005)
    .option("--json", "the answer as JSON")
    .action((options: BudgetOptions) => showBudget(options, terminal));
}

async function showBudget(options: BudgetOptions, terminal: Terminal): Promise<void> {
  const framesPerMonth = (options.hoursPerDay * 3600 * daysPerMonth) / options.period;
  const blocksPerMonth = framesPerMonth / options.block;
  const row = (tier: "CAUTION" | "CRITICAL", perMonth: number, limitNow: number) => {
    const runLength = runLengthForBudget({ blocksPerMonth, falseAlarmsPerVehicleMonth: perMonth });
    return {
      tier,
      false_alarms_per_vehicle_month: perMonth,
      run_length: runLength,
      limit: calibratedLimitOfW(runLength),
      limit_proven: provenLimitOfW(runLength),
      limit_default: limitNow,
    };
  };
  const { cautionNats, criticalNats, inControlLaw } = defaultSettings.evidence;
  const rows = [
    row("CAUTION", options.falseCaution, cautionNats),
    row("CRITICAL", options.falseCritical, criticalNats),
  ];

  if (options.json) {
    const { at, lnRunLengthAt, slope } = inControlLaw;
    const method = `limit: law fitted to simulation, ln ARL = ${lnRunLengthAt} + ${slope} (h - ${at}); limit_proven: ARL >= e^h`;
    const answer = {
      frames_per_month: framesPerMonth,
      blocks_per_month: blocksPerMonth,
      limits: rows,
      method,
    };
    return terminal.out(`${JSON.stringify(answer)}\n`);
  }
  const table = renderTable(rows, [
    { head: "TIER", cell: ({ tier }) => tier },
    { head: "FALSE/VEHICLE-MONTH", cell: (r) => String(r.false_alarms_per_vehicle_month), align: "right" },
    { head: "BLOCKS BETWEEN", cell: (r) => Math.round(r.run_length).toLocaleString("en-GB"), align: "right" },
    { head: "LIMIT ON W", cell: (r) => r.limit.toFixed(2), align: "right" },
    { head: "PROVEN", cell: (r) => r.limit_proven.toFixed(2), align: "right" },
    { head: "DEFAULT", cell: (r) => r.limit_default.toFixed(2), align: "right" },
  ]);
  await terminal.out(
    `${Math.round(blocksPerMonth).toLocaleString("en-GB")} blocks per vehicle-month\n${table}`,
  );
}
