import { knownScorers } from "../../../../core/scorers/known-scorers.ts";

/** The scoring that was frozen last: the one at work, or the one before it. */
export const newestScorer = knownScorers.at(-1)!;

/** A file of the evidence that was kept when a scoring was frozen: `scored.bundle.json`, `trust.json`. */
export function keptFile(name: string, version = newestScorer.version): URL {
  return new URL(`../scoring-${version}/${name}`, import.meta.url);
}
