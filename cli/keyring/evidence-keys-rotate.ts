import { Command } from "commander";
import { dataDirOption, folderOf } from "../service/data-dir-option.ts";
import type { KeyringAdministration, KeyringView } from "../../server/main.ts";
import {
  activeKeyOf,
  changeKeyring,
  nextStepText,
  outOption,
  rootKeyOption,
  type SigningOptions,
} from "./change-keyring.ts";
import { withKeyring } from "../service/with-administration.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface RotateOptions extends SigningOptions {
  readonly dataDir?: string;
}

export function evidenceKeysRotateCommand(terminal: Terminal): Command {
  return new Command("rotate")
    .description("lets a new key sign evidence, and ends the old one where it signed its last")
    .addOption(dataDirOption())
    .addOption(rootKeyOption())
    .addOption(outOption())
    .addHelpText(
      "after",
      "\nTwo versions of the keyring: the first names the new key, the second says where the old one ended, whose private key\n" +
        "is then destroyed. A rotation that was interrupted is ended by the same command.",
    )
    .action((options: RotateOptions) => rotate(options, terminal));
}

async function rotate(options: RotateOptions, terminal: Terminal): Promise<void> {
  await withKeyring(folderOf(options), async (keyring) => {
    if (!isRotating(keyring.view())) {
      const written = await step(keyring, options, terminal);
      if (written) return;
    }
    await step(keyring, options, terminal);
  });
}

/** True when the version was written out, to be signed elsewhere. */
async function step(
  keyring: KeyringAdministration,
  options: RotateOptions,
  terminal: Terminal,
): Promise<boolean> {
  const isEnding = isRotating(keyring.view());
  const written = await changeKeyring(keyring, { kind: "rotate" }, options);
  if (written !== null) {
    const then = isEnding
      ? ""
      : "Afterwards type the same command again, for the version that ends the old key.\n";
    await terminal.out(`${nextStepText(written)}${then}`);
    return true;
  }
  const { version, keys } = keyring.view();
  await terminal.out(
    isEnding
      ? `version ${version} is logged: the old key has ended, its private key is destroyed\n`
      : `version ${version} is logged: ${activeKeyOf(keys).keyid} signs from now on\n`,
  );
  return false;
}

function isRotating({ keys }: KeyringView): boolean {
  return keys.some(({ status }) => status === "retiring");
}
