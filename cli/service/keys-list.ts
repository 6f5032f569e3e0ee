import { Command, Option } from "commander";
import type { ApiKey } from "../../clients/typescript/generated/contract.ts";
import { connect, withServiceOptions, type ServiceOptions } from "../connect.ts";
import { CommandFailure, exitCodes, typed } from "../exit-codes.ts";
import { renderTable } from "../terminal/render-table.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { dataDirOption, dataDirArguments, folderOf } from "./data-dir-option.ts";
import { withAdministration } from "./with-administration.ts";

interface ListOptions extends ServiceOptions {
  readonly org?: string;
  readonly dataDir?: string;
  readonly json?: true;
}

export function keysListCommand(terminal: Terminal): Command {
  const command = new Command("list")
    .description("the keys of an organisation, without the keys themselves")
    .addOption(new Option("--org <organisation>", "whose keys; needed with a data folder").conflicts("url"))
    .addOption(dataDirOption().conflicts("url"))
    .option("--json", "as JSON");
  return withServiceOptions(command).action((options: ListOptions) => listKeys(options, terminal));
}

async function listKeys(options: ListOptions, terminal: Terminal): Promise<void> {
  const keys =
    options.url === undefined ? await keysInFolder(options) : await keysOfService(options, terminal);

  if (options.json) return terminal.out(`${JSON.stringify(keys, null, 2)}\n`);
  if (keys.length === 0) {
    // Of a service at an address nobody here knows the folder.
    const place = options.url === undefined ? dataDirArguments(options) : " --data-dir DATA_FOLDER";
    const create = typed(`keys create --org ${options.org ?? "ORG"} --name NAME --preset engineer${place}`);
    return terminal.out(`${options.org ?? "The organisation"} has no keys. Make one with: ${create}\n`);
  }
  await terminal.out(
    renderTable(keys, [
      { head: "ID", cell: (key) => key.id },
      { head: "NAME", cell: (key) => key.name },
      { head: "STATE", cell: (key) => (key.rotated_to === null ? key.status : `${key.status}, rotated`) },
      { head: "LAST USED (UTC)", cell: (key) => shortTime(key.last_used_at) },
      { head: "EXPIRES (UTC)", cell: (key) => shortTime(key.expires_at) },
      { head: "FLEETS", cell: (key) => key.fleets?.join(" ") ?? "all" },
      { head: "SCOPES", cell: (key) => key.scopes.join(" ") },
    ]),
  );
}

function keysInFolder(options: ListOptions): Promise<readonly ApiKey[]> {
  const { org } = options;
  if (org === undefined) {
    throw new CommandFailure(
      exitCodes.usage,
      "whose keys? Neither --org, for the keys in a data folder, nor --url, for those of a running service, was given",
      typed(`keys list --org ORG${dataDirArguments(options)}`),
    );
  }
  return withAdministration({ ...folderOf(options), mustExist: true }, (administration) =>
    administration.listKeys(org),
  );
}

/** All pages: an organisation has no more than a person can look through. */
async function keysOfService(options: ListOptions, { stop }: Terminal): Promise<readonly ApiKey[]> {
  const keys: ApiKey[] = [];
  for await (const key of connect(options).keys.list({ limit: 1000 }, { signal: stop })) keys.push(key);
  return keys;
}

function shortTime(time: string | null): string {
  return time === null ? "never" : time.slice(0, 16).replace("T", " ");
}
