import { Command, InvalidArgumentError, Option } from "commander";
import { isPlainText, lengthOf } from "../../core/contract/plain-text.ts";
import { scopePresets, scopes } from "../../core/contract/api-key.ts";
import { dataDirOption, dataDirArguments, folderOf, pasted } from "./data-dir-option.ts";
import { CommandFailure, exitCodes, typed } from "../exit-codes.ts";
import { withAdministration } from "./with-administration.ts";
import { paint } from "../terminal/paint.ts";
import { readTimeUs } from "../terminal/read-option.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface CreateOptions {
  readonly org: string;
  readonly name: string;
  readonly preset?: string;
  readonly scope?: readonly string[];
  readonly fleet?: readonly string[];
  readonly expires?: number;
  readonly test?: true;
  readonly dataDir?: string;
  readonly json?: true;
}

export function keysCreateCommand(terminal: Terminal): Command {
  return new Command("create")
    .description("creates a key and shows it once")
    .requiredOption("--org <organisation>", "whose data the key opens, for example acme", readOrganisation)
    .requiredOption("--name <name>", "what the key is for, as you will see it in the list", readName)
    .addOption(
      new Option("--preset <preset>", "a ready-made set of scopes; this or --scope is needed")
        .choices(Object.keys(scopePresets))
        .conflicts("scope"),
    )
    .addOption(new Option("--scope <scope...>", "single scopes").choices([...scopes]))
    .option("--fleet <fleet...>", "only these fleets (default: all of the organisation)")
    .option("--expires <time>", "when it ends, UTC, for example 2027-01-01T00:00:00Z", readEnd)
    .option("--test", "a plumb_test_ key instead of a plumb_live_ one")
    .addOption(dataDirOption())
    .option("--json", 'only {"id", "key", …}')
    .action((options: CreateOptions) => createKey(options, terminal));
}

async function createKey(options: CreateOptions, terminal: Terminal): Promise<void> {
  const grants = grantsOf(options);
  const { issued, newFolder } = await withAdministration(folderOf(options), async (administration) => ({
    newFolder: administration.newFolder,
    issued: await administration.createKey({
      organisation: options.org,
      name: options.name,
      grants,
      mode: options.test ? "test" : "live",
      ...(options.fleet && { fleets: options.fleet }),
      ...(options.expires !== undefined && { expiresAtUs: options.expires }),
    }),
  }));
  // A folder mistyped would be found out by a service that does not know the key.
  const begun =
    newFolder === null
      ? []
      : [`  A new data folder was begun: ${newFolder}. Only a service started on it knows this key.`];
  if (options.json) {
    begun.forEach((line) => terminal.err(`${line.trimStart()}\n`));
    return terminal.out(`${JSON.stringify(issued)}\n`);
  }
  const { id, key, organisation, name, scopes: held } = issued;
  await terminal.out(
    [
      key,
      "",
      `  for ${organisation}, ${name}: ${held.join(" ")}`,
      `  ${paint("This is the only time it is shown.", "bold", terminal)} Use it with: export NADIR_API_KEY=${key}`,
      ...begun,
      `  End it with: ${typed(`keys revoke ${id}${dataDirArguments(options)}`)}`,
      "",
    ].join("\n"),
  );
}

function grantsOf(options: CreateOptions): { preset: string } | { scopes: readonly string[] } {
  if (options.preset !== undefined) return { preset: options.preset };
  if (options.scope !== undefined) return { scopes: options.scope };
  throw new CommandFailure(
    exitCodes.usage,
    "what may the key do? Neither --preset nor --scope was given",
    typed(
      `keys create --org ${options.org} --name ${pasted(options.name)} --preset engineer${dataDirArguments(options)}`,
    ),
  );
}

function readEnd(text: string): number {
  const endUs = readTimeUs(text);
  if (endUs > Date.now() * 1000) return endUs;
  throw new InvalidArgumentError("It is in the past: the key would never be valid.");
}

function readName(text: string): string {
  if (text.trim() !== "" && lengthOf(text) <= 128 && isPlainText(text)) return text;
  throw new InvalidArgumentError("It must have 1 to 128 printable characters.");
}

/** Two spellings that look alike would be two organisations. */
function readOrganisation(text: string): string {
  if (/^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/u.test(text)) return text;
  throw new InvalidArgumentError(
    "It must have 1 to 64 of the letters a to z and A to Z, digits, dot, underscore and hyphen, and begin with a letter or digit.",
  );
}
