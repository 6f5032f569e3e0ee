import { readFile } from "node:fs/promises";
import { Command } from "commander";
import { JsonFault } from "../../core/encoding/strict-json.ts";
import { submitSigned } from "./change-keyring.ts";
import { dataDirOption, folderOf } from "../service/data-dir-option.ts";
import { CommandFailure, exitCodes, typed } from "../exit-codes.ts";
import { withKeyring } from "../service/with-administration.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface SubmitOptions {
  readonly dataDir?: string;
}

export function evidenceKeysSubmitCommand(terminal: Terminal): Command {
  return new Command("submit")
    .description("has a signed version of the keyring logged; it takes effect with its place in the log")
    .argument("<version>", "file with the root signatures")
    .addOption(dataDirOption())
    .action((version: string, options: SubmitOptions) => submit(version, options, terminal));
}

async function submit(file: string, options: SubmitOptions, terminal: Terminal): Promise<void> {
  const text = await readFile(file);
  const { version } = await withKeyring(folderOf(options), async (keyring) => {
    try {
      await submitSigned(keyring, text);
    } catch (fault) {
      if (!(fault instanceof JsonFault)) throw fault;
      throw new CommandFailure(
        exitCodes.usage,
        `${file} is no version of a keyring: ${fault.message}`,
        typed("evidence-keys rotate --out FILE"),
      );
    }
    return keyring.view();
  });
  await terminal.out(`version ${version} is logged\n`);
}
