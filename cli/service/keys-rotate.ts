import { Command, InvalidArgumentError, Option } from "commander";
import type { RotatedApiKey } from "../../clients/typescript/generated/contract.ts";
import { connect, withServiceOptions, type ServiceOptions } from "../connect.ts";
import { CommandFailure, exitCodes, typed } from "../exit-codes.ts";
import { paint } from "../terminal/paint.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { dataDirOption, dataDirArguments, folderOf } from "./data-dir-option.ts";
import { noSuchKey, publicIdIn } from "./named-key.ts";
import { withAdministration } from "./with-administration.ts";

interface RotateOptions extends ServiceOptions {
  readonly org?: string;
  readonly dataDir?: string;
  readonly overlap: number;
  readonly json?: true;
}

const longestOverlapH = 720;

export function keysRotateCommand(terminal: Terminal): Command {
  const command = new Command("rotate")
    .description("replaces a key with a new one and shows it once")
    .argument("<id>", "the old key's id, as the list shows it: the 10 characters after plumb_live_")
    .option("--overlap <hours>", "hours the old key stays valid", readHours, 24)
    .addOption(
      new Option("--org <organisation>", "only if it belongs to this organisation (default: any)").conflicts(
        "url",
      ),
    )
    .addOption(dataDirOption().conflicts("url"))
    .option("--json", 'only {"id", "key", …}');
  return withServiceOptions(command).action((id: string, options: RotateOptions) =>
    rotateKey(publicIdIn(id), options, terminal),
  );
}

async function rotateKey(publicId: string, options: RotateOptions, terminal: Terminal): Promise<void> {
  const rotated =
    options.url === undefined
      ? await rotateInFolder(publicId, options)
      : await rotateAtService(publicId, options, terminal);
  if (options.json) return terminal.out(`${JSON.stringify(rotated)}\n`);
  const { key, previous, organisation, name } = rotated;
  await terminal.out(
    [
      key,
      "",
      `  for ${organisation}, ${name}, replacing ${previous.id}, which stays valid until ${previous.expires_at ?? "it is revoked"}`,
      `  ${paint("This is the only time it is shown.", "bold", terminal)} Use it with: export NADIR_API_KEY=${key}`,
      "",
    ].join("\n"),
  );
}

async function rotateInFolder(publicId: string, options: RotateOptions): Promise<RotatedApiKey> {
  const { org: organisation, overlap } = options;
  const rotated = await withAdministration(
    { ...folderOf(options), mustExist: true },
    async (administration) => {
      const name = { publicId, ...(organisation !== undefined && { organisation }) };
      try {
        return await administration.rotateKey(name, { overlapUs: overlap * 3_600_000_000 });
      } catch (fault) {
        // A key that has ended, or was rotated before.
        if (!(fault instanceof RangeError)) throw fault;
        const list = typed(`keys list --org ${organisation ?? "ORG"}${dataDirArguments(options)}`);
        throw new CommandFailure(exitCodes.failed, fault.message, list);
      }
    },
  );
  if (rotated === null) throw noSuchKey(publicId, options);
  return rotated;
}

function rotateAtService(
  publicId: string,
  options: RotateOptions,
  { stop }: Terminal,
): Promise<RotatedApiKey> {
  return connect(options).keys.rotate(publicId, { overlap_s: options.overlap * 3_600 }, { signal: stop });
}

function readHours(text: string): number {
  const hours = /^[0-9]{1,3}$/u.test(text) ? Number(text) : Number.NaN;
  if (hours <= longestOverlapH) return hours;
  throw new InvalidArgumentError(`It must be a whole number of hours from 0 to ${longestOverlapH}.`);
}
