import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { publishedFiles, reviewedFiles } from "./published-files.ts";

/**
 * `npm run contract:publish` writes the two documents that stand in the repository anew; `npm run contract:publish -- FOLDER`
 * writes all of them into that folder, for a release.
 */
export function writePublishedFiles(
  folder: string,
  names: readonly string[] = [...publishedFiles.keys()],
): void {
  for (const name of names) {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, publishedFiles.get(name)!());
  }
}

if (import.meta.main) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) writePublishedFiles(join(import.meta.dirname, "../published"), reviewedFiles);
  else writePublishedFiles(folder);
}
