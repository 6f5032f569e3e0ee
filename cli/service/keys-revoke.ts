import { Command } from "commander";
import { dataDirOption, dataDirArguments, folderOf } from "./data-dir-option.ts";
import { CommandFailure, exitCodes, typed } from "../exit-codes.ts";
import { withAdministration } from "./with-administration.ts";
import type { Terminal } from "../terminal/terminal.ts";

interface RevokeOptions {
  readonly org?: string;
  readonly dataDir?: string;
  readonly json?: true;
}

export function keysRevokeCommand(terminal: Terminal): Command {
  return new Command("revoke")
    .description("ends a key within one second, for good")
    .argument("<id>", "the id, as the list shows it: the 10 characters after plumb_live_")
    .option("--org <organisation>", "only if it is this organisation's (default: whosever it is)")
    .addOption(dataDirOption())
    .option("--json", "as JSON")
    .action((id: string, options: RevokeOptions) => revokeKey(id, options, terminal));
}

async function revokeKey(id: string, options: RevokeOptions, terminal: Terminal): Promise<void> {
  // People paste the whole key; its middle is the id.
  const publicId = /^plumb_(?:live|test)_([0-9A-Za-z]{10})_/u.exec(id)?.[1] ?? id;
  const isRevoked = await withAdministration({ ...folderOf(options), mustExist: true }, (administration) =>
    administration.revokeKey({
      publicId,
      ...(options.org !== undefined && { organisation: options.org }),
    }),
  );
  if (!isRevoked) {
    throw new CommandFailure(
      exitCodes.failed,
      `${options.org ?? "this data folder"} has no key with the id ${publicId.slice(0, 40)}`,
      typed(`keys list --org ${options.org ?? "ORG"}${dataDirArguments(options)}`),
    );
  }
  await terminal.out(
    options.json ? `${JSON.stringify({ id: publicId, revoked: true })}\n` : `${publicId} is revoked\n`,
  );
}
