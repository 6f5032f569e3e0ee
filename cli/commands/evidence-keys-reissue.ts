import { Command } from "commander";
import { withKeyring } from "../open-keyring.ts";
import type { Terminal } from "../terminal.ts";
import { folderOf } from "./keys-create.ts";

interface ReissueOptions {
  readonly dataDir?: string;
}

export function evidenceKeysReissueCommand(terminal: Terminal): Command {
  return new Command("reissue")
    .description("issues anew what revoked keys have signed and does not count any more")
    .option("--data-dir <folder>", "data folder of the service (default: $PLUMBLINE_DATA_DIR, or .plumbline)")
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
      ? "nothing was issued anew: no evidence of a revoked key has lost its validity, or all of it has successors\n"
      : `${issued} ${issued === 1 ? "bundle was" : "bundles were"} issued anew; evidence list shows them\n`,
  );
}
