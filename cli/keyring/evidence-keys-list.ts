import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Command } from "commander";
import type { EvidenceKeyView, KeyringView } from "../../server/main.ts";
import { dataDirOption, folderOf } from "../service/data-dir-option.ts";
import { withKeyring } from "../service/with-administration.ts";
import { renderTable } from "../terminal/render-table.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface ExportOptions {
  readonly out: string;
  readonly dataDir?: string;
}

export function evidenceKeysExportCommand(terminal: Terminal): Command {
  return new Command("export")
    .description("writes what verifiers need: the keyring, a trust file that pins its roots, the public keys")
    .requiredOption("--out <folder>", "where to; made if it is missing")
    .addOption(dataDirOption())
    .action((options: ExportOptions) => exportKeys(options, terminal));
}

async function exportKeys(options: ExportOptions, terminal: Terminal): Promise<void> {
  const files = await withKeyring(folderOf(options), (keyring) => keyring.publicFiles());
  await mkdir(options.out, { recursive: true });
  for (const [name, content] of Object.entries(files)) await writeFile(join(options.out, name), content);
  const paths = Object.keys(files).map((name) => join(options.out, name));
  await terminal.out(`${paths.join("\n")}\n`);
}

interface ListOptions {
  readonly dataDir?: string;
  readonly json?: true;
}

export function evidenceKeysListCommand(terminal: Terminal): Command {
  return new Command("list")
    .description("the keyring: which keys sign evidence, and at which leaves of the log they count")
    .addOption(dataDirOption())
    .option("--json", "as JSON")
    .action((options: ListOptions) => listKeys(options, terminal));
}

async function listKeys(options: ListOptions, terminal: Terminal): Promise<void> {
  const view = await withKeyring(folderOf(options), (keyring) => keyring.view());
  if (options.json) return terminal.out(`${JSON.stringify(viewJson(view), null, 2)}\n`);
  await terminal.out(
    [
      `keyring version ${view.version}, ${view.digest}`,
      `root: ${view.rootThreshold} of ${view.rootKeyIds.length} must sign: ${view.rootKeyIds.join(" ")}`,
      `log: ${view.logSize} leaves`,
      `copies to be fetched again after: ${view.refreshAfter ?? "never"}`,
      "",
      renderTable(view.keys, [
        { head: "KEY", cell: ({ keyid }) => keyid },
        { head: "STATUS", cell: ({ status }) => status },
        { head: "FIRST", cell: ({ firstIndex }) => String(firstIndex), align: "right" },
        { head: "LAST", cell: lastOf, align: "right" },
        { head: "PRIVATE KEY", cell: ({ isHere }) => (isHere ? "here" : "gone") },
        { head: "WHY", cell: ({ revoked }) => revoked?.reason ?? "" },
      ]),
    ].join("\n"),
  );
}

function lastOf({ lastIndex, firstIndex }: EvidenceKeyView): string {
  if (lastIndex === null) return "open";
  return lastIndex < firstIndex ? "none" : String(lastIndex);
}

function viewJson(view: KeyringView): object {
  return {
    version: view.version,
    digest: view.digest,
    refresh_after: view.refreshAfter,
    root: { threshold: view.rootThreshold, key_ids: view.rootKeyIds, key_file: view.rootKeyFile },
    log_size: view.logSize,
    keys: view.keys.map((key) => ({
      key_id: key.keyid,
      alg: key.alg,
      status: key.status,
      first_index: key.firstIndex,
      last_index: key.lastIndex,
      revoked: key.revoked,
      has_private_key: key.isHere,
    })),
  };
}
