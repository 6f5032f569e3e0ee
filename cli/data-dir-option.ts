import { Option } from "commander";

/** Names the data folder of the service a command works on. */
export function dataDirOption(): Option {
  return new Option(
    "--data-dir <folder>",
    "data folder of the service (default: $PLUMBLINE_DATA_DIR, or .plumbline)",
  );
}

/** The named folder, as opening it asks for one; nothing when none was named. */
export function folderOf({ dataDir }: { readonly dataDir?: string }): { dataDir?: string } {
  return dataDir === undefined ? {} : { dataDir };
}
