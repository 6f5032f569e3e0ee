import { mkdirSync, writeFileSync } from "node:fs";

import { keptFiles, writtenFiles } from "./evidence/evidence-vectors.ts";
import { foldJournals } from "./scoring/fold-journals.ts";
import { writeFolded } from "./scoring/write-folded.ts";

/**
 * `npm run vectors`: what is kept of the evidence vectors, where it is kept; and in `written/` beside this file, which is
 * not kept, what follows from the scoring at work: evidence of it, every tampered case, and whole journals folded. The
 * tests of other languages run it before they begin.
 */
const here = (path: string) => new URL(path, import.meta.url);
for (const folder of ["written/evidence/", "written/scoring/"]) mkdirSync(here(folder), { recursive: true });
if (!process.argv.includes("--written")) writeAll("evidence/", keptFiles());
writeAll("written/evidence/", writtenFiles());
for (const [name, journal] of Object.entries(foldJournals)) {
  writeFolded(journal, here(`written/scoring/${name}.ndjson`), { digestEvery: 1 });
}

function writeAll(folder: string, files: Readonly<Record<string, Uint8Array>>): void {
  for (const [name, bytes] of Object.entries(files)) writeFileSync(here(folder + name), bytes);
}
