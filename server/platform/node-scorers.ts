import { readFile } from "node:fs/promises";

import { presentScoring } from "../../core/scorers/present-scoring.ts";
import { knownScorers } from "../../core/scorers/known-scorers.ts";
import { ScorerShelf, type ScorerSource } from "../../core/scorers/scorer-shelf.ts";
import { sha256 } from "../app/sha256.ts";

/** The very bytes that were hashed become the module: a file could change between reading and importing it. */
const source: ScorerSource = {
  read: ({ file }) => readFile(new URL(`../../core/scorers/${file}`, import.meta.url)),
  load: (bytes) => import(`data:text/javascript;base64,${Buffer.from(bytes).toString("base64")}`),
};

/** The frozen scorers of this installation, for every door that runs under Node. */
export const nodeScorers = new ScorerShelf({
  known: knownScorers,
  source,
  sha256,
  inDevelopment: presentScoring,
});
