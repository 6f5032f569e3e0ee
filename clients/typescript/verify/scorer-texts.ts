import { readFile } from "node:fs/promises";

/** A frozen scorer as the text it is. The published package has these texts inside, in this module's place (build.ts). */
export function scorerText(file: string): Promise<string> {
  return readFile(new URL(`../../../core/scorers/${file}`, import.meta.url), "utf8");
}
