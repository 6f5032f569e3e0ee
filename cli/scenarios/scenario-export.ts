import { writeFile } from "node:fs/promises";
import { Argument, Command } from "commander";
import { exportFormatValues } from "../../core/contract/schemas/scenarios/scenario-exports.ts";
import { exportFormats } from "../../core/scenario/exports/export-formats.ts";
import { connect, withServiceOptions, type ServiceOptions } from "../connect.ts";
import type { Terminal } from "../terminal/terminal.ts";

type Format = (typeof exportFormatValues)[number];

interface ExportOptions extends ServiceOptions {
  readonly out?: string;
}

export function scenarioExportCommand(terminal: Terminal): Command {
  const command = new Command("export")
    .description("writes a kept scenario for a simulator or viewer, to a file")
    .argument("<id>", "as the list shows it")
    .addArgument(new Argument("<format>", "whose format").choices([...exportFormatValues]))
    .option("--out <file>", "where to; else named by the scenario, in this folder");
  return withServiceOptions(command).action((id: string, format: Format, options: ExportOptions) =>
    exportScenario({ id, format }, options, terminal),
  );
}

async function exportScenario(
  { id, format }: { readonly id: string; readonly format: Format },
  options: ExportOptions,
  terminal: Terminal,
): Promise<void> {
  const bytes = await connect(options).scenarios.export(id, format, { signal: terminal.stop });
  const file = options.out ?? `${id}${exportFormats[format].ending}`;
  await writeFile(file, bytes);
  await terminal.out(`${file}\n`);
}
