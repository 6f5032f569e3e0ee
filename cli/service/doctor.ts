import { Command } from "commander";
import type { DoctorReport } from "../../server/main.ts";
import { dataDirOption, folderOf } from "./data-dir-option.ts";
import { CommandFailure, exitCodes } from "../exit-codes.ts";
import { openOrExplainLater } from "./with-administration.ts";
import { paint } from "../terminal/paint.ts";
import { showProgress } from "../terminal/show-progress.ts";
import type { ProgressBar } from "../terminal/show-progress.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface DoctorOptions {
  readonly dataDir?: string;
  readonly rebuild?: true;
  readonly quick?: true;
  readonly json?: true;
}

export function doctorCommand(terminal: Terminal): Command {
  return new Command("doctor")
    .description("looks for unsafe settings and damage")
    .addOption(dataDirOption())
    .option(
      "--rebuild",
      "fold every journal again and compare all states and scores, bit for bit; changes nothing",
    )
    .option(
      "--quick",
      "compare some bundles instead of all, and neither the log nor every page; for large folders",
    )
    .option("--json", "as JSON")
    .addHelpText("after", "\nExit code 1 when anything failed; warnings alone leave it at 0.")
    .action((options: DoctorOptions) => examine(options, terminal));
}

async function examine(options: DoctorOptions, terminal: Terminal): Promise<void> {
  let bar: ProgressBar | null = null;
  const { examineDataFolder } = await import("../../server/main.ts");
  const report = await openOrExplainLater(
    () =>
      examineDataFolder({
        ...folderOf(options),
        rebuild: options.rebuild === true,
        quick: options.quick === true,
        onProgress: (done, total) => {
          bar ??= showProgress(terminal, { total, format: "{bar} {value} of {total} vehicles", notes: {} });
          bar.update(done, {});
          if (done === total) bar.stop();
        },
      }),
    options,
  );

  await terminal.out(
    options.json ? `${JSON.stringify(reportJson(report), null, 2)}\n` : readable(report, terminal),
  );
  const failures = report.findings.filter((finding) => finding.status === "failed");
  if (failures.length > 0) {
    throw new CommandFailure(
      exitCodes.failed,
      `${failures.length} of ${report.findings.length} checks failed`,
      "do what the failed lines above say",
    );
  }
}

function readable({ findings, states }: DoctorReport, terminal: Terminal): string {
  const width = Math.max(...findings.map(({ what }) => what.length));
  const lines = findings.map(
    ({ what, status, detail }) => `${mark(status, terminal)}  ${what.padEnd(width)}  ${detail}`,
  );
  return `${[...lines, ...(states === null ? [] : differenceLines(states))].join("\n")}\n`;
}

const differencesShown = 5;

function differenceLines({
  differences,
  differenceCount,
}: NonNullable<DoctorReport["states"]>): readonly string[] {
  const shown = differences
    .slice(0, differencesShown)
    .map(
      ({ organisation, vehicleId, seq, what, detail }) =>
        `${organisation} ${vehicleId} entry ${seq}, ${what}: ${detail}`,
    );
  const more =
    differenceCount > shown.length
      ? [`… and ${differenceCount - shown.length} more (--json lists a hundred)`]
      : [];
  return [...shown, ...more].map((line) => `         ${line}`);
}

function mark(status: DoctorReport["findings"][number]["status"], terminal: Terminal): string {
  switch (status) {
    case "ok":
      return paint("ok     ", "green", terminal);
    case "warning":
      return paint("warning", "yellow", terminal);
    case "failed":
      return paint("FAILED ", "red", terminal);
  }
}

function reportJson({ findings, states }: DoctorReport): object {
  return {
    ok: findings.every((finding) => finding.status !== "failed"),
    findings,
    ...(states !== null && {
      states: {
        vehicles: states.vehicles,
        entries: states.entries,
        states_compared: states.statesCompared,
        scores_compared: states.scoresCompared,
        states_of_other_scoring: states.statesOfOtherScoring,
        vehicles_waiting_to_be_scored_again: states.vehiclesWaiting,
        difference_count: states.differenceCount,
        differences: states.differences.map(({ vehicleId, ...difference }) => ({
          vehicle_id: vehicleId,
          ...difference,
        })),
      },
    }),
  };
}
