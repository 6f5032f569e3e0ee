import { resolve } from "node:path";
import { Option } from "commander";

/** Names the data folder of the service a command works on. */
export function dataDirOption(): Option {
  return new Option(
    "--data-dir <folder>",
    "data folder of the service (default: $PLUMBLINE_DATA_DIR, or .plumbline)",
  );
}

/** The option again, for a command to be pasted anywhere: nothing when no folder was named. */
export function dataDirArguments({ dataDir }: { readonly dataDir?: string }): string {
  return dataDir === undefined ? "" : ` --data-dir ${pasted(resolve(dataDir))}`;
}

/** A word that a shell gives back as it is. */
export function pasted(word: string): string {
  return /^[\w./:@%+=-]+$/u.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** The named folder, as opening it asks for one; nothing when none was named. */
export function folderOf({ dataDir }: { readonly dataDir?: string }): { dataDir?: string } {
  return dataDir === undefined ? {} : { dataDir };
}
