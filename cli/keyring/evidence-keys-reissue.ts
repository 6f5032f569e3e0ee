import { Command } from "commander";
import { dataDirOption, folderOf } from "../service/data-dir-option.ts";
import { withKeyring } from "../service/with-administration.ts";
import type { Terminal } from "../terminal/terminal.ts";

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
