import { readFile, writeFile } from "node:fs/promises";
import { Command } from "commander";
import { JsonFault } from "../../core/encoding/strict-json.ts";
import { CommandFailure, exitCodes, typed } from "../exit-codes.ts";
import { dataDirOption, folderOf } from "../service/data-dir-option.ts";
import { withKeyring } from "../service/with-administration.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { submitSigned } from "./change-keyring.ts";

interface RootSignOptions {
  readonly rootKey: readonly string[];
}

export function evidenceKeysRootSignCommand(terminal: Terminal): Command {
  return new Command("root-sign")
    .description(
      "adds root signatures to a version of the keyring: takes two files, no service and no network",
    )
    .argument("<version>", "file that rotate or revoke wrote with --out; the signatures are added to it")
    .requiredOption("--root-key <file...>", "private root keys, PEM")
    .action((version: string, options: RootSignOptions) => rootSign(version, options, terminal));
}

async function rootSign(version: string, { rootKey }: RootSignOptions, terminal: Terminal): Promise<void> {
  const { signAsRoot } = await import("../../server/main.ts");
  let text: Uint8Array = await readFile(version);
  for (const file of rootKey) text = sign(() => signAsRoot(text, file), version);
  await writeFile(version, text);
  await terminal.out(
    `${version} is signed. Take it back and type: ${typed(`evidence-keys submit ${version}`)}\n`,
  );
}

function sign(act: () => Uint8Array, version: string): Uint8Array {
  try {
    return act();
  } catch (fault) {
    throw new CommandFailure(
      exitCodes.usage,
      fault instanceof Error ? fault.message : String(fault),
      `name the file that rotate or revoke wrote with --out, and a private root key; ${version} is unchanged`,
    );
  }
}

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
