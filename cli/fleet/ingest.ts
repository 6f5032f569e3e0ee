import { Command } from "commander";
import {
  APIAbortError,
  APIConnectionError,
  APIError,
  PlumblineError,
  ServiceUnavailableError,
} from "../../clients/typescript/errors.ts";
import type { FrameFault, FrameWarning } from "../../clients/typescript/generated/contract.ts";
import type { IngestProgress } from "../../clients/typescript/ingest/ingest-stream.ts";
import type { Plumbline } from "../../clients/typescript/plumbline.ts";
import { connect, withServiceOptions } from "../connect.ts";
import type { ServiceOptions } from "../connect.ts";
import { CommandFailure, exitCodes, typed } from "../exit-codes.ts";
import type { ExitCode } from "../exit-codes.ts";
import { openFrames } from "./open-frames.ts";
import { readLines } from "../terminal/read-lines.ts";
import { readWholeNumber } from "../terminal/read-option.ts";
import { renderTable } from "../terminal/render-table.ts";
import { showProgress } from "../terminal/show-progress.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface IngestOptions extends ServiceOptions {
  readonly group: number;
  readonly skipLines: number;
  readonly strict?: true;
  readonly json?: true;
}

export function ingestCommand(terminal: Terminal, ended: (code: ExitCode) => void): Command {
  const command = new Command("ingest")
    .description("sends frames (NDJSON, one a line, plain or gzip) to a running service")
    .argument("<file>", "the file, or - for standard input")
    .option("--group <frames>", "frames in one request", readWholeNumber(1, 10_000), 1000)
    .option(
      "--skip-lines <count>",
      "skip lines that an earlier run reported as stored",
      readWholeNumber(0, 1e15),
      0,
    )
    .option("--strict", "reject a frame for a reading that its sensor cannot have, instead of leaving it out")
    .option("--json", "the counts as JSON")
    .addHelpText(
      "after",
      "\nTo resume after anything, run the same command again: a frame counts once, however often it is sent.\n" +
        "Exit code 5 when some lines were rejected, or more than 1 % of the frames came too late to be judged; 4 when all were rejected.",
    );
  return withServiceOptions(command).action(async (file: string, options: IngestOptions) =>
    ended(await ingest(file, options, terminal)),
  );
}

/** Restarts of the service are ridden out: eight further attempts take about half a minute. */
const retries = 8;

async function ingest(file: string, options: IngestOptions, terminal: Terminal): Promise<ExitCode> {
  let waitsFor: string | null = null;
  const client = connect(options, {
    maxRetries: retries,
    onRetry(reason) {
      // Once, and not for every attempt; again when something was stored in between.
      if (reason === waitsFor) return;
      waitsFor = reason;
      terminal.err(`${terminal.hasProgress ? "\n" : ""}waiting: ${reason}\n`);
    },
  });
  const { source, bytes } = await openFrames(file, terminal);
  const bar = showProgress(terminal, {
    total: bytes,
    format: "{bar} {percentage} %  {frames} frames  {rate} frames/s  {eta_formatted} left",
    notes: { frames: "0", rate: "–" },
  });
  const startedMs = performance.now();
  let latest: IngestProgress | null = null;
  try {
    latest = await client.telemetry.ingestStream(readLines(source), {
      groupFrames: options.group,
      skipLines: options.skipLines,
      strict: options.strict === true,
      signal: terminal.stop,
      onProgress: (progress) => {
        latest = progress;
        waitsFor = null;
        const frames = framesDone(progress);
        const perSecond = (frames / (performance.now() - startedMs)) * 1000;
        bar.update(progress.bytes, { frames: grouped(frames), rate: grouped(Math.round(perSecond)) });
      },
    });
  } catch (error) {
    bar.stop();
    throw interrupted(error, file, latest);
  } finally {
    bar.stop();
    source.destroy();
  }
  const isJson = options.json === true;
  await report(latest, { seconds: (performance.now() - startedMs) / 1000, json: isJson, terminal });
  if (!isJson) await terminal.out(`${await fleetNow(client, terminal)}Console: ${client.baseUrl}/fleet\n`);
  return verdict(latest, file);
}

function interrupted(error: unknown, file: string, latest: IngestProgress | null): unknown {
  const stored =
    latest === null ? "nothing was acknowledged" : `${grouped(latest.lines)} lines are done and durable`;
  const why = interruptionOf(error);
  if (why === null) return error;
  const again = file === "-" ? "send the same input again" : `run it again: ${typed(`ingest ${file}`)}`;
  const skip = latest === null ? "" : `; --skip-lines ${latest.lines} saves sending what is stored`;
  return new CommandFailure(why.exitCode, `${why.reason}; ${stored}`, `${again} (frames count once)${skip}`);
}

/** What is over by itself, or once somebody sees to it; null for any other error. */
function interruptionOf(error: unknown): { readonly exitCode: ExitCode; readonly reason: string } | null {
  if (error instanceof APIAbortError) return { exitCode: exitCodes.failed, reason: stopOf(error) };
  if (!(error instanceof APIError || error instanceof APIConnectionError)) return null;
  const reason = error.message.replace(/\.?$/u, "");
  // The organisation's storage is full.
  if (error instanceof APIError && error.status === 507) return { exitCode: exitCodes.refused, reason };
  const isAway = error instanceof APIConnectionError || error instanceof ServiceUnavailableError;
  return isAway ? { exitCode: exitCodes.unreachable, reason } : null;
}

function stopOf({ cause }: APIAbortError): string {
  return cause instanceof Error ? cause.message : String(cause);
}

async function report(
  progress: IngestProgress,
  given: { readonly seconds: number; readonly json: boolean; readonly terminal: Terminal },
): Promise<void> {
  const { ingested, duplicate, rejected, late, lines, errors, withWarnings, warnings } = progress;
  if (given.json) {
    const tally = {
      lines,
      frames_ingested: ingested,
      frames_duplicate: duplicate,
      frames_rejected: rejected,
      frames_late: late,
      frames_with_warnings: withWarnings,
      seconds: Number(given.seconds.toFixed(3)),
      errors,
      errors_truncated: rejected > errors.length,
      warnings,
    };
    return given.terminal.out(`${JSON.stringify(tally, null, 2)}\n`);
  }
  if (rejected > 0) given.terminal.err(rejectedTable(progress));
  if (withWarnings > 0) given.terminal.err(warnedTable(progress));
  const rate = Math.round(framesDone(progress) / Math.max(given.seconds, 1e-3));
  await given.terminal.out(
    `${grouped(ingested)} frames ingested, ${grouped(duplicate)} counted before, ${grouped(rejected)} rejected${late > 0 ? `, ${grouped(late)} too late to be judged` : ""}${withWarnings > 0 ? `, ${grouped(withWarnings)} with a warning` : ""}` +
      ` in ${given.seconds.toFixed(1)} s (${grouped(rate)} frames/s)\n`,
  );
}

/** The fleet's tiers now that the frames are in; empty where they cannot be read, as with a key that may not. */
async function fleetNow(client: Plumbline, { stop }: Terminal): Promise<string> {
  try {
    const now = await client.fleet.healthSummary({}, { signal: stop, maxRetries: 0 });
    const { critical_count: critical, caution_count: caution, nominal_count: nominal } = now;
    return `Fleet now: ${grouped(critical)} critical, ${grouped(caution)} caution, ${grouped(nominal)} nominal, ${grouped(now.unknown_count)} unknown\n`;
  } catch (error) {
    // The frames are durable, whatever became of this question.
    if (error instanceof PlumblineError) return "";
    throw error;
  }
}

function rejectedTable({ errors, rejected }: IngestProgress): string {
  const table = faultTable(errors);
  return rejected > errors.length ? `${table}… and ${grouped(rejected - errors.length)} more\n` : table;
}

/** Frames that counted all the same: the first of each kind, because a broken sensor gives one a frame. */
function warnedTable({ warnings }: IngestProgress): string {
  const first = new Map<string, FrameWarning>();
  for (const warning of warnings) {
    const kind = `${warning.code} ${warning.pointer}`;
    if (!first.has(kind)) first.set(kind, warning);
  }
  return `warnings, the first of each kind:\n${faultTable([...first.values()])}`;
}

function faultTable(faults: readonly (FrameFault | FrameWarning)[]): string {
  return renderTable<FrameFault | FrameWarning>(faults, [
    { head: "LINE", cell: (fault) => String(fault.line ?? fault.index + 1), align: "right" },
    { head: "CODE", cell: (fault) => fault.code },
    { head: "POINTER", cell: (fault) => (fault.pointer === "" ? "(whole frame)" : fault.pointer) },
    { head: "REASON", cell: (fault) => fault.detail },
  ]);
}

/** So many may come late, of all that counted, before a script should look. */
const lateShare = 0.01;

function verdict({ ingested, duplicate, rejected, late }: IngestProgress, file: string): ExitCode {
  const isLate = late > lateShare * ingested;
  if (rejected === 0) return isLate ? exitCodes.partlyAccepted : exitCodes.ok;
  if (ingested + duplicate > 0) return exitCodes.partlyAccepted;
  throw new CommandFailure(
    exitCodes.refused,
    `none of the ${grouped(rejected)} frames of ${file === "-" ? "the input" : file} was taken`,
    `compare a line with the example of TelemetryFrame: ${typed("openapi")}`,
  );
}

function framesDone({ ingested, duplicate, rejected }: IngestProgress): number {
  return ingested + duplicate + rejected;
}

function grouped(value: number): string {
  return value.toLocaleString("en-GB");
}
