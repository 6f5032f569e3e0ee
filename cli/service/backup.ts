import { Command } from "commander";
import type { BackupReport } from "../../server/main.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { dataDirOption, folderOf } from "./data-dir-option.ts";
import { openOrExplainLater } from "./with-administration.ts";

interface BackupOptions {
  readonly to: string;
  readonly dataDir?: string;
  readonly json?: true;
}

export function backupCommand(terminal: Terminal): Command {
  return new Command("backup")
    .description("copies a data folder, beside a running service, and reads the copy")
    .addOption(dataDirOption())
    .requiredOption("--to <folder>", "a folder that is new, or empty")
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      "\nThe copy contains private keys: anyone who has it can sign and answer in this service's name.",
    )
    .action((options: BackupOptions) => backUp(options, terminal));
}

async function backUp(options: BackupOptions, terminal: Terminal): Promise<void> {
  const { backUpDataFolder } = await import("../../server/main.ts");
  const place = folderOf(options);
  const report = await openOrExplainLater(() => backUpDataFolder({ ...place, to: options.to }), place);
  await terminal.out(options.json ? `${JSON.stringify(reportJson(report), null, 2)}\n` : readable(report));
}

function readable(report: BackupReport): string {
  const { folder, bytes, vehicles, frames, evidence, apiKeys, webhooks, logSize, keys, markFile } = report;
  const counted = (value: number, what: string) => `${value.toLocaleString("en-GB")} ${what}`;
  return [
    `${folder}: ${(bytes / 1024 ** 2).toFixed(1)} MiB, read again and sound`,
    `  plumbline.db   ${[
      counted(vehicles, "vehicles"),
      counted(frames, "frames"),
      counted(evidence, "bundles of evidence"),
      counted(apiKeys, "API keys"),
      logSize === null ? "no log yet" : `the log up to size ${logSize}`,
    ].join(", ")}`,
    `  webhooks.db    ${webhooks === null ? "none was ever made" : counted(webhooks, "webhooks")}`,
    `  keys           ${keys.join(", ")}`,
    "To restore: stop the service, put this folder in the place of its data folder, and start it.",
    `  The log's high-water mark (${markFile}) is not in the backup, on purpose: it shows when a backup is older`,
    "  than what was signed. Put it into the restored folder, unless PLUMBLINE_LOG_MARK_FILE keeps it elsewhere;",
    '  without it the service asks. "Backup and restore" in docs/operations.md says more.',
    "",
  ].join("\n");
}

function reportJson(report: BackupReport): object {
  return {
    folder: report.folder,
    bytes: report.bytes,
    schema_version: report.schemaVersion,
    vehicles: report.vehicles,
    frames: report.frames,
    evidence: report.evidence,
    api_keys: report.apiKeys,
    webhooks: report.webhooks,
    log_size: report.logSize,
    keys: report.keys,
    left_out: [report.markFile],
  };
}
