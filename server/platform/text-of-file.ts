import { readFileSync } from "node:fs";

/** Null when there is no such file. */
export function textOfFile(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch (fault) {
    if ((fault as { readonly code?: unknown }).code === "ENOENT") return null;
    throw fault;
  }
}
