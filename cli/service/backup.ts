import { Command } from "commander";
import type { BackupReport, RestoreReport } from "../../server/main.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { typed } from "../exit-codes.ts";
import { dataDirOption, folderOf, pasted } from "./data-dir-option.ts";
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
    `To restore: stop the service, then ${typed(`restore --from ${pasted(folder)}`)}`,
    `  The log's high-water mark (${markFile}) and the hashes beside it are not in the backup, on purpose: they show`,
    "  what was signed after it. Keep them on another disk (PLUMBLINE_LOG_MARK_FILE): without them a restored log",
    '  does not go on. "Backup and restore" in docs/operations.md says more.',
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

interface RestoreOptions {
  readonly from: string;
  readonly newOrigin?: string;
  readonly dataDir?: string;
  readonly json?: true;
}

export function restoreCommand(terminal: Terminal): Command {
  return new Command("restore")
    .description(
      "puts a backup in the place of a stopped service's data folder; its log goes on after what was signed",
    )
    .requiredOption("--from <backup>", "a folder that plumbline backup made")
    .option(
      "--new-origin <name>",
      "let the log go on under another name, where its high-water mark is lost: for good, and with another trust file",
    )
    .addOption(dataDirOption())
    .option("--json", "as JSON")
    .addHelpText(
      "after",
      "\nWhat is in the data folder is moved aside, not deleted. The log's high-water mark stays where it is.",
    )
    .action((options: RestoreOptions) => restore(options, terminal));
}

async function restore(options: RestoreOptions, terminal: Terminal): Promise<void> {
  const { restoreDataFolder } = await import("../../server/main.ts");
  const place = folderOf(options);
  const { newOrigin } = options;
  const named = newOrigin === undefined ? {} : { newOrigin };
  const report = await openOrExplainLater(
    () => restoreDataFolder({ ...place, ...named, from: options.from }),
    place,
  );
  await terminal.out(
    options.json ? `${JSON.stringify(restoredJson(report), null, 2)}\n` : restoredText(report),
  );
}

function restoredText({ folder, frames, movedTo, recovery, lostSeconds }: RestoreReport): string {
  const lines = [
    `${folder}: restored, ${frames.toLocaleString("en-GB")} frames`,
    ...(movedTo === null ? [] : [`  What was there is in ${movedTo}`]),
    ...(recovery === null ? [] : recoveryLines(recovery, lostSeconds)),
    "Start the service, and send the frames since then again: a frame counts once. Revoke and erase again what was",
    "revoked and erased since then.",
  ];
  return `${lines.join("\n")}\n`;
}

function recoveryLines(
  { missing, former, since, until, evidence, logIndex }: NonNullable<RestoreReport["recovery"]>,
  lostSeconds: number,
): readonly string[] {
  const none =
    former === null
      ? "no entry of the log is missing"
      : `what the log ${former} signed after the backup is not known; set PLUMBLINE_LOG_ORIGIN to the new name`;
  const entries =
    missing === null
      ? none
      : `entries ${missing.from} to ${missing.to - 1} of the log are missing, of which the hashes are known`;
  return [
    `  Lost: ${lostSeconds} s, from ${since} to ${until}; ${entries}`,
    `  Evidence issued in between that is known by name: ${evidence.length === 0 ? "none" : evidence.join(", ")}`,
    `  Entry ${logIndex} of the log says so, signed.`,
  ];
}

function restoredJson({ folder, frames, movedTo, recovery, lostSeconds }: RestoreReport): object {
  const { logIndex = null, ...stated } = recovery ?? {};
  return {
    folder,
    frames,
    moved_to: movedTo,
    lost_seconds: lostSeconds,
    log_index: logIndex,
    recovery: recovery === null ? null : stated,
  };
}
