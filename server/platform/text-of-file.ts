import { readFileSync } from "node:fs";

import { codeOf } from "./fault.ts";

/** Null when there is no such file. */
export function textOfFile(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (fault) {
    if (codeOf(fault) === "ENOENT") return null;
    throw fault;
  }
}
