import { Command, InvalidArgumentError } from "commander";
import { isPlainText } from "../../core/contract/plain-text.ts";
import type { KeyringView } from "../../server/main.ts";
import { CommandFailure, exitCodes, typed } from "../exit-codes.ts";
import { dataDirOption, folderOf } from "../service/data-dir-option.ts";
import { withKeyring } from "../service/with-administration.ts";
import type { Terminal } from "../terminal/terminal.ts";
import {
  activeKeyOf,
  changeKeyring,
  keyWhere,
  nextStepText,
  outOption,
  rootKeyOption,
  type SigningOptions,
} from "./change-keyring.ts";

interface ReissueOptions {
  readonly dataDir?: string;
}

export function evidenceKeysReissueCommand(terminal: Terminal): Command {
  return new Command("reissue")
    .description("reissues evidence signed by revoked keys that is no longer valid")
    .addOption(dataDirOption())
    .addHelpText(
      "after",
      "\nNo bundle changes: each gets a successor with an id of its own, whose `supersedes` names it.",
    )
    .action((options: ReissueOptions) => reissue(options, terminal));
}

async function reissue(options: ReissueOptions, terminal: Terminal): Promise<void> {
  const issued = await withKeyring(folderOf(options), (keyring) => keyring.reissue());
  await terminal.out(
    issued === 0
      ? "nothing was reissued: no evidence of a revoked key has lost its validity, or all of it has successors\n"
      : `${issued} ${issued === 1 ? "bundle was" : "bundles were"} reissued; evidence list shows them\n`,
  );
}

interface RevokeOptions extends SigningOptions {
  readonly reason: string;
  readonly compromisedSince?: number;
  readonly dataDir?: string;
}

export function evidenceKeysRevokeCommand(terminal: Terminal): Command {
  return new Command("revoke")
    .description(
      "ends a key at once; where it was the one that signs, a new key takes over in the same moment",
    )
    .argument("<key-id>", "its id, or as much of its beginning as names it alone")
    .requiredOption("--reason <words>", "why, for everybody to read", readReason)
    .option(
      "--compromised-since <index>",
      "first leaf of the log that may be somebody else's: from there on nothing it signed counts",
      readIndex,
    )
    .addOption(dataDirOption())
    .addOption(rootKeyOption())
    .addOption(outOption())
    .action((id: string, options: RevokeOptions) => revoke(id, options, terminal));
}

async function revoke(id: string, options: RevokeOptions, terminal: Terminal): Promise<void> {
  await withKeyring(folderOf(options), async (keyring) => {
    const keyId = keyNamed(id, keyring.view());
    const { reason, compromisedSince: compromisedSinceIndex = null } = options;
    const change = { kind: "revoke", keyId, reason, compromisedSinceIndex } as const;
    const written = await changeKeyring(keyring, change, options);
    if (written !== null) return terminal.out(nextStepText(written));
    const { version, keys } = keyring.view();
    const { lastIndex, firstIndex } = keyWhere(keys, ({ keyid }) => keyid === keyId);
    const counts =
      lastIndex !== null && lastIndex < firstIndex
        ? "nothing it signed counts"
        : `it counts up to leaf ${lastIndex}`;
    await terminal.out(
      `version ${version} is logged: ${keyId} is revoked, ${counts}\n${activeKeyOf(keys).keyid} signs from now on\n` +
        "Publish the new trust-keyring.json: anyone with an older keyring still trusts the key.\n",
    );
  });
}

function keyNamed(id: string, { keys }: KeyringView): string {
  const beginning = id.startsWith("sha256:") ? id : `sha256:${id}`;
  const [found, ...others] = keys.filter(({ keyid }) => keyid.startsWith(beginning));
  if (found !== undefined && others.length === 0) return found.keyid;
  const why = found === undefined ? "no evidence key" : "more than one evidence key";
  throw new CommandFailure(
    exitCodes.usage,
    `${why} has an id that begins like that`,
    typed("evidence-keys list"),
  );
}

const maxReasonCharacters = 200;

function readReason(text: string): string {
  if (text.length <= maxReasonCharacters && isPlainText(text)) return text;
  throw new InvalidArgumentError(`Say it in at most ${maxReasonCharacters} printable characters.`);
}

function readIndex(text: string): number {
  if (/^(0|[1-9][0-9]{0,14})$/u.test(text)) return Number(text);
  throw new InvalidArgumentError("It is the number of a leaf, from 0 on.");
}
