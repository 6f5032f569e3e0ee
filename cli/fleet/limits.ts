import { Command } from "commander";
import type { Limit } from "../../clients/typescript/generated/contract.ts";
import { connect, withServiceOptions } from "../connect.ts";
import type { ServiceOptions } from "../connect.ts";
import { printableLine } from "../terminal/printable.ts";
import { renderTable } from "../terminal/render-table.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface LimitsOptions extends ServiceOptions {
  readonly json?: true;
}

export function limitsCommand(terminal: Terminal): Command {
  const command = new Command("limits")
    .description("every limit of the service, and what your organisation uses of its own")
    .option("--json", "the answer of GET /v1/limits");
  return withServiceOptions(command).action((options: LimitsOptions) => showLimits(options, terminal));
}

async function showLimits(options: LimitsOptions, terminal: Terminal): Promise<void> {
  const limits = await connect(options).limits.get({ signal: terminal.stop });

  if (options.json) return terminal.out(`${JSON.stringify(limits, null, 2)}\n`);
  await terminal.out(limitsText(limits.data));
}

/** A line for each limit and its use, and below it whose it is and what sets it: each fits 80 columns. */
function limitsText(limits: readonly Limit[]): string {
  const [head = "", ...lines] = limitsTable(limits).trimEnd().split("\n");
  const parts = limits.map((limit, at) => `${lines[at] ?? ""}\n  ${originOf(limit)}`);
  return `${[head, ...parts].join("\n")}\n`;
}

function limitsTable(limits: readonly Limit[]): string {
  return renderTable(limits, [
    { head: "LIMIT", cell: (limit) => limit.name },
    { head: "USED", cell: (limit) => (limit.used === null ? "–" : grouped(limit.used)), align: "right" },
    { head: "OF", cell: (limit) => grouped(limit.limit), align: "right" },
    { head: "UNIT", cell: (limit) => limit.unit },
  ]);
}

function originOf({ holds_for: holder, window_s: windowS, setting, full_on: fullOn }: Limit): string {
  const window = windowS === null ? "" : ` in ${grouped(windowS)} s`;
  const full =
    typeof fullOn === "string" ? `\n  full on ${printableLine(fullOn)} at the pace of the last week` : "";
  return `${printableLine(`per ${holder}${window}, ${setting ?? "fixed"}`)}${full}`;
}

function grouped(value: number): string {
  return value.toLocaleString("en-US");
}
