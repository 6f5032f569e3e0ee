import { Command } from "commander";
import type { KeyView } from "../../server/main.ts";
import { dataDirOption, dataDirArguments, folderOf } from "./data-dir-option.ts";
import { typed } from "../exit-codes.ts";
import { withAdministration } from "./with-administration.ts";
import { renderTable } from "../terminal/render-table.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface ListOptions {
  readonly org: string;
  readonly dataDir?: string;
  readonly json?: true;
}

export function keysListCommand(terminal: Terminal): Command {
  return new Command("list")
    .description("the keys of an organisation, without the keys themselves")
    .requiredOption("--org <organisation>", "whose keys")
    .addOption(dataDirOption())
    .option("--json", "as JSON")
    .action((options: ListOptions) => listKeys(options, terminal));
}

async function listKeys(options: ListOptions, terminal: Terminal): Promise<void> {
  const keys = await withAdministration({ ...folderOf(options), mustExist: true }, (administration) =>
    administration.listKeys(options.org),
  );

  if (options.json) return terminal.out(`${JSON.stringify(keys.map(keyJson), null, 2)}\n`);
  if (keys.length === 0) {
    const create = typed(
      `keys create --org ${options.org} --name NAME --preset engineer${dataDirArguments(options)}`,
    );
    return terminal.out(`${options.org} has no keys. Make one with: ${create}\n`);
  }
  const nowUs = Date.now() * 1000;
  await terminal.out(
    renderTable(keys, [
      { head: "ID", cell: (key) => key.publicId },
      { head: "NAME", cell: (key) => key.name },
      { head: "STATE", cell: (key) => stateOf(key, nowUs) },
      {
        head: "LAST USED (UTC)",
        cell: (key) => (key.lastUsedAtUs === null ? "never" : shortTime(key.lastUsedAtUs)),
      },
      {
        head: "EXPIRES (UTC)",
        cell: (key) => (key.expiresAtUs === null ? "never" : shortTime(key.expiresAtUs)),
      },
      { head: "FLEETS", cell: (key) => key.fleets?.join(" ") ?? "all" },
      { head: "SCOPES", cell: (key) => key.scopes.join(" ") },
    ]),
  );
}

function stateOf(key: KeyView, nowUs: number): "valid" | "revoked" | "expired" {
  if (key.revokedAtUs !== null) return "revoked";
  return key.expiresAtUs !== null && key.expiresAtUs <= nowUs ? "expired" : "valid";
}

function keyJson(key: KeyView): object {
  return {
    id: key.publicId,
    organisation: key.organisation,
    name: key.name,
    mode: key.mode,
    scopes: key.scopes,
    fleets: key.fleets,
    created_at: isoTime(key.createdAtUs),
    expires_at: isoTime(key.expiresAtUs),
    revoked_at: isoTime(key.revokedAtUs),
    last_used_at: isoTime(key.lastUsedAtUs),
  };
}

function isoTime(us: number | null): string | null {
  return us === null ? null : new Date(us / 1000).toISOString();
}

function shortTime(us: number): string {
  return new Date(us / 1000).toISOString().slice(0, 16).replace("T", " ");
}
