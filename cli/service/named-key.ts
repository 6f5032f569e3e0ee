import { CommandFailure, exitCodes, typed } from "../exit-codes.ts";
import { dataDirArguments } from "./data-dir-option.ts";

/** People paste the whole key; its middle is the id. */
export function publicIdIn(text: string): string {
  return /^plumb_(?:live|test)_([0-9A-Za-z]{10})_/u.exec(text)?.[1] ?? text;
}

/** A key that a data folder does not have. */
export function noSuchKey(
  publicId: string,
  options: { readonly org?: string; readonly dataDir?: string },
): CommandFailure {
  return new CommandFailure(
    exitCodes.failed,
    `${options.org ?? "this data folder"} has no key with the id ${publicId.slice(0, 40)}`,
    typed(`keys list --org ${options.org ?? "ORG"}${dataDirArguments(options)}`),
  );
}
