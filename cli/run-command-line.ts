import { readFileSync } from "node:fs";
import { Command, CommanderError, Help, type Option } from "commander";
import { sensorKinds } from "../core/sensors/kinds.ts";
import { auditCommand } from "./service/audit.ts";
import { backupCommand, restoreCommand } from "./service/backup.ts";
import { completionCommand } from "./completion-script.ts";
import { demoCommand } from "./demo/demo.ts";
import { designCommand } from "./scoring/design.ts";
import { doctorCommand } from "./service/doctor.ts";
import { eventsCommand } from "./events/events.ts";
import { evidenceCommand } from "./evidence/evidence.ts";
import { evidenceKeysCommand } from "./keyring/evidence-keys.ts";
import { fleetCommand } from "./fleet/fleet.ts";
import { ingestCommand } from "./fleet/ingest.ts";
import { initCommand } from "./service/init.ts";
import { keysCommand } from "./service/keys.ts";
import { openapiCommand } from "./service/openapi.ts";
import { limitsCommand } from "./fleet/limits.ts";
import { queueCommand } from "./fleet/queue.ts";
import { replayCommand } from "./scoring/replay.ts";
import { scenarioCommand } from "./fleet/scenario.ts";
import { serveCommand } from "./service/serve.ts";
import { simulateCommand } from "./fleet/simulate.ts";
import { workCommand } from "./work/work.ts";
import { webhooksCommand } from "./webhooks/webhooks.ts";
import type { ServiceOptions } from "./connect.ts";
import { exitCodes, typed } from "./exit-codes.ts";
import type { ExitCode } from "./exit-codes.ts";
import { explainFailure } from "./explain-failure.ts";
import { paint } from "./terminal/paint.ts";
import { guarded } from "./terminal/printable.ts";
import type { Terminal } from "./terminal/terminal.ts";

/** Runs one command and gives its exit code. Nothing is thrown: a failure is written to standard error, with what to do next. */
export async function runCommandLine(args: readonly string[], given: Terminal): Promise<number> {
  const terminal = guarded(given);
  let exitCode: ExitCode = exitCodes.ok;
  const ended = (code: ExitCode) => (exitCode = code);
  const program = plumblineCommand(terminal, ended);
  let options: ServiceOptions = {};
  program.hook("preAction", (_program, action) => {
    options = action.opts();
  });
  try {
    await program.parseAsync([...args], { from: "user" });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    const failure = explainFailure(error, options);
    terminal.err(`${paint("error:", "red", terminal)} ${failure.message}\n  next: ${failure.next}\n`);
    return failure.exitCode;
  }
}

const sensorsInWords = new Intl.ListFormat("en-GB").format(sensorKinds.map(({ plural }) => plural));

/** The program with every command below it. */
export function plumblineCommand(
  terminal: Terminal,
  ended: (code: ExitCode) => void = () => undefined,
): Command {
  const program = new Command("plumbline")
    .description(`Which ${sensorsInWords} of a fleet have drifted out of calibration, with signed evidence.`)
    .usage("<command> [options]")
    .version(readVersion(), "-V, --version", "the version of this program")
    // What stands behind a command is its own: some have commands below them with options of the same names.
    .enablePositionalOptions()
    .addHelpText("after", `\nExit codes: ${describeExitCodes()}`);
  const commands = [
    demoCommand(terminal),
    initCommand(terminal),
    serveCommand(),
    keysCommand(terminal),
    auditCommand(terminal),
    ingestCommand(terminal, ended),
    replayCommand(terminal, ended),
    simulateCommand(terminal, ended),
    fleetCommand(terminal),
    queueCommand(terminal),
    workCommand(terminal),
    limitsCommand(terminal),
    eventsCommand(terminal),
    evidenceCommand(terminal, ended),
    evidenceKeysCommand(terminal),
    webhooksCommand(terminal, ended),
    scenarioCommand(terminal),
    designCommand(terminal),
    openapiCommand(terminal),
    backupCommand(terminal),
    restoreCommand(terminal),
    doctorCommand(terminal),
    completionCommand(terminal, () => program),
  ];
  for (const command of commands) program.addCommand(command);
  return speakThrough(program, { terminal, path: "" });
}

/** Makes a command and all below it write to the terminal, name its help after a mistake, and throw instead of ending the process. */
function speakThrough(
  command: Command,
  { terminal, path }: { readonly terminal: Terminal; readonly path: string },
): Command {
  command
    .exitOverride()
    .configureHelp({ optionDescription: describeOption })
    .showHelpAfterError(`  next: ${typed(`${path}--help`)}`)
    .configureOutput({
      writeOut: (text) => void terminal.out(text),
      writeErr: (text) => terminal.err(text),
    });
  command.commands.forEach((below) => speakThrough(below, { terminal, path: `${path}${below.name()} ` }));
  return command;
}

/** As commander describes it, and whether it can be left out. */
function describeOption(option: Option): string {
  const described = new Help().optionDescription(option);
  return option.mandatory ? `${described} (required)` : described;
}

function readVersion(): string {
  const file = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  return (JSON.parse(file) as { readonly version: string }).version;
}

function describeExitCodes(): string {
  return "0 ok, 1 failed, 2 usage, 3 unreachable, 4 refused, 5 partly accepted, 6 evidence invalid";
}
