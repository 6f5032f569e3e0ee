import { createInterface } from "node:readline";
import { Command } from "commander";
import type { IssuerNaming } from "../../server/main.ts";
import { dataDirArguments, dataDirOption, pasted } from "./data-dir-option.ts";
import { CommandFailure, exitCodes, typed } from "../exit-codes.ts";
import { openOrExplain } from "./with-administration.ts";
import { paint } from "../terminal/paint.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface InitOptions {
  readonly dataDir?: string;
  readonly issuer?: string;
  readonly logOrigin?: string;
  readonly yes?: true;
}

interface Names {
  readonly issuer: string;
  readonly logOrigin: string;
}

export function initCommand(terminal: Terminal): Command {
  return new Command("init")
    .description("names who issues the evidence, and the transparency log; asks for what is not given")
    .addOption(dataDirOption())
    .option(
      "--issuer <name>",
      "who issues the evidence, named in every bundle, for example Acme Calibration Ltd",
    )
    .option(
      "--log-origin <host>",
      "name of the transparency log, for life: a host name of yours, for example evidence.acme.example",
    )
    .option("--yes", "do not ask whether the names are right")
    .addHelpText(
      "after",
      "\nUntil both names are given, plumbline serve takes and scores frames, and the evidence of breaches waits.",
    )
    .action((options: InitOptions) => init(options, terminal));
}

async function init(options: InitOptions, terminal: Terminal): Promise<void> {
  const { nameIssuer } = await import("../../server/main.ts");
  const naming = openOrExplain(() => nameIssuer(options), options);
  const answers = new Answers(terminal);
  try {
    const names = {
      issuer: naming.known.issuer ?? (await askFor("issuer", naming, answers)),
      logOrigin: naming.known.logOrigin ?? (await askFor("logOrigin", naming, answers)),
    };
    await settle(names, naming, { options, answers, terminal });
  } finally {
    answers.close();
  }
}

/** Shows what will be said for life, has it confirmed, and writes it down. */
async function settle(
  names: Names,
  naming: IssuerNaming,
  given: { readonly options: InitOptions; readonly answers: Answers; readonly terminal: Terminal },
): Promise<void> {
  const { options, answers, terminal } = given;
  const { saved, dataDir } = naming;
  await terminal.out(
    [
      `  issuer       ${names.issuer}`,
      `  log          ${names.logOrigin}`,
      `  data folder  ${dataDir}`,
      "",
    ].join("\n"),
  );
  const start = `${typed("serve")}${dataDirArguments(options)}`;
  if (saved.issuer === names.issuer && saved.logOrigin === names.logOrigin)
    return terminal.out(`These names are set already. Next: ${start}\n`);
  const question = `${paint("Every bundle will name this issuer, and the log keeps its name for life.", "bold", terminal)} Is this right? [y/N] `;
  if (options.yes !== true && !/^y(es)?$/iu.test(await answers.ask(question))) {
    throw new CommandFailure(
      exitCodes.failed,
      "nothing was written down",
      `${typed("init")}${dataDirArguments(options)}`,
    );
  }
  openOrExplain(() => naming.save(names), options);
  await terminal.out(
    `Written down. Evidence is issued from the next start on, what waits first. Next: ${start}\n` +
      "  (a service that runs on this data folder has to be restarted)\n",
  );
}

const questions = {
  issuer: "Who issues the evidence? Every bundle names it, for example Acme Calibration Ltd: ",
  logOrigin:
    "What is the transparency log called? A host name of yours, which it keeps for life, for example evidence.acme.example: ",
} as const;

/** Asks until the answer can be used. */
async function askFor(what: keyof Names, naming: IssuerNaming, answers: Answers): Promise<string> {
  for (;;) {
    const answer = await answers.ask(questions[what]);
    try {
      naming.check({ [what]: answer });
      return answer;
    } catch (fault) {
      if (!(fault instanceof Error) || fault.name !== "ConfigError") throw fault;
      // Which setting it is the question says.
      await answers.explain(fault.message.replace(/^.*\n\s*- (?:--[\w-]+ is )?/u, ""));
    }
  }
}

/** Questions to a person, answered a line each; what comes from a file or another program is as good. */
class Answers {
  readonly #terminal: Terminal;
  #lines: ReturnType<typeof createInterface> | null = null;
  #read: AsyncIterator<string> | null = null;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
  }

  /** Throws where no answer comes any more. */
  async ask(question: string): Promise<string> {
    await this.#terminal.out(question);
    this.#lines ??= createInterface({ input: this.#terminal.stdin, signal: this.#terminal.stop });
    this.#read ??= this.#lines[Symbol.asyncIterator]();
    const { value, done } = await this.#read.next();
    if (done !== true) return value.trim();
    await this.#terminal.out("\n");
    throw new CommandFailure(
      exitCodes.usage,
      "there is no answer to this question",
      typed(`init --issuer ${pasted("Acme Calibration Ltd")} --log-origin evidence.acme.example --yes`),
    );
  }

  explain(text: string): Promise<void> {
    return this.#terminal.out(`${text}\n`);
  }

  close(): void {
    this.#lines?.close();
  }
}
