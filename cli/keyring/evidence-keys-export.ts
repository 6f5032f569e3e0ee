import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Command } from "commander";
import { dataDirOption, folderOf } from "../service/data-dir-option.ts";
import { withKeyring } from "../service/with-administration.ts";
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
