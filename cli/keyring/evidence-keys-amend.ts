import { readFile } from "node:fs/promises";
import { Command, InvalidArgumentError } from "commander";
import type { KeyringChange } from "../../server/main.ts";
import {
  changeKeyring,
  nextStepText,
  outOption,
  rootKeyOption,
  type SigningOptions,
} from "./change-keyring.ts";
import { dataDirOption, folderOf } from "../service/data-dir-option.ts";
import { CommandFailure, exitCodes, typed } from "../exit-codes.ts";
import { withKeyring } from "../service/with-administration.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface AmendOptions extends SigningOptions {
  readonly root?: readonly string[];
  readonly threshold?: number;
  readonly policy?: string;
  readonly tsaRoot?: readonly string[];
  readonly renew?: true;
  readonly dataDir?: string;
}

export function evidenceKeysAmendCommand(terminal: Terminal): Command {
  return new Command("amend")
    .description(
      "a version with other root keys, or with another word on witnesses and time-stamp authorities",
    )
    .option("--root <file...>", "all public root keys from now on, PEM; old and new ones must sign")
    .option("--threshold <count>", "so many of them must sign (default: all)", readCount)
    .option("--policy <file>", "the log's policy with its witnesses (c2sp.org/tlog-policy)")
    .option("--tsa-root <file...>", "all certificates of time-stamp authorities, PEM")
    .option("--renew", "say the same again, with a later date after which copies must be fetched again")
    .addOption(dataDirOption())
    .addOption(rootKeyOption())
    .addOption(outOption())
    .action((options: AmendOptions) => amend(options, terminal));
}

async function amend(options: AmendOptions, terminal: Terminal): Promise<void> {
  const change = await changeOf(options);
  await withKeyring(folderOf(options), async (keyring) => {
    const written = await changeKeyring(keyring, change, options);
    await terminal.out(
      written === null ? `version ${keyring.view().version} is logged\n` : nextStepText(written),
    );
  });
}

async function changeOf({ root, threshold, policy, tsaRoot, renew }: AmendOptions): Promise<KeyringChange> {
  const thirdParties = policy !== undefined || tsaRoot !== undefined;
  if ([root !== undefined, thirdParties, renew === true].filter(Boolean).length !== 1) {
    throw new CommandFailure(
      exitCodes.usage,
      "one version changes either the roots or what is said of third parties, or renews the date",
      typed("evidence-keys amend --help"),
    );
  }
  if (renew === true) return { kind: "renew" };
  if (root !== undefined) {
    const publicKeys = await readAll(root);
    return { kind: "replace-roots", publicKeys, threshold: threshold ?? publicKeys.length };
  }
  return {
    kind: "amend",
    ...(policy !== undefined && { policy: await readFile(policy, "utf8") }),
    ...(tsaRoot !== undefined && { timeStampRoots: await readAll(tsaRoot) }),
  };
}

async function readAll(files: readonly string[]): Promise<readonly string[]> {
  return Promise.all(files.map((file) => readFile(file, "utf8")));
}

function readCount(text: string): number {
  if (/^([1-9]|1[0-6])$/u.test(text)) return Number(text);
  throw new InvalidArgumentError("It is a number from 1 to 16.");
}
