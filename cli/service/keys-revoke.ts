import { Command, Option } from "commander";
import { connect, withServiceOptions, type ServiceOptions } from "../connect.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { dataDirOption, folderOf } from "./data-dir-option.ts";
import { noSuchKey, publicIdIn } from "./named-key.ts";
import { withAdministration } from "./with-administration.ts";

interface RevokeOptions extends ServiceOptions {
  readonly org?: string;
  readonly dataDir?: string;
  readonly reason?: string;
  readonly force?: true;
  readonly cascade?: true;
  readonly json?: true;
}

export function keysRevokeCommand(terminal: Terminal): Command {
  const command = new Command("revoke")
    .description("ends a key within one second, for good")
    .argument("<id>", "the id, as the list shows it: the 10 characters after plumb_live_")
    .addOption(
      new Option("--org <organisation>", "only if it belongs to this organisation (default: any)").conflicts(
        "url",
      ),
    )
    .addOption(dataDirOption().conflicts("url"))
    .option("--reason <text>", "with --url: why, for the audit log")
    .option("--force", "with --url: also the last key that can manage keys")
    .option("--cascade", "with --url: also every key that it made, that those made, and so on")
    .option("--json", "as JSON");
  return withServiceOptions(command).action((id: string, options: RevokeOptions) =>
    revokeKey(publicIdIn(id), options, terminal),
  );
}

async function revokeKey(publicId: string, options: RevokeOptions, terminal: Terminal): Promise<void> {
  const also = options.url === undefined ? [] : await revokeAtService(publicId, options, terminal);
  if (options.url === undefined) await revokeInFolder(publicId, options);
  const said = [publicId, ...also].map((id) => `${id} is revoked\n`).join("");
  await terminal.out(
    options.json ? `${JSON.stringify({ id: publicId, revoked: true, also_revoked: also })}\n` : said,
  );
}

async function revokeInFolder(publicId: string, options: RevokeOptions): Promise<void> {
  const { org: organisation } = options;
  const isRevoked = await withAdministration({ ...folderOf(options), mustExist: true }, (administration) =>
    administration.revokeKey({ publicId, ...(organisation !== undefined && { organisation }) }),
  );
  if (!isRevoked) throw noSuchKey(publicId, options);
}

/** The ids of the keys that ended with it. */
async function revokeAtService(
  publicId: string,
  options: RevokeOptions,
  { stop }: Terminal,
): Promise<readonly string[]> {
  const { reason, force = false, cascade = false } = options;
  const request = { force, cascade, ...(reason !== undefined && { reason }) };
  const revoked = await connect(options).keys.revoke(publicId, request, { signal: stop });
  return revoked.also_revoked ?? [];
}
