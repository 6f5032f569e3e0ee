import { toHex } from "../../core/encoding/bytes.ts";
import { noblePrimitives } from "../../clients/typescript/verify/noble-primitives.ts";
import { knownScorers } from "../../core/scorers/known-scorers.ts";
import { presentScoring } from "../../core/scorers/present-scoring.ts";
import { ScorerShelf, type ScorerSource } from "../../core/scorers/scorer-shelf.ts";

/**
 * The frozen scorers, from this service, each only when evidence names it. The shelf compares their digest with the one this
 * page pins before any of them runs. They come under their digest's address and never change, so that what was compared is
 * what is loaded.
 */
const source: ScorerSource = {
  read: async ({ sha256, file }) => {
    const answer = await fetch(addressOf(sha256));
    if (!answer.ok) throw new Error(`this service does not give out ${file} (${answer.status})`);
    return new Uint8Array(await answer.arrayBuffer());
  },
  load: async (bytes) => {
    const module: unknown = await import(/* @vite-ignore */ addressOf(toHex(noblePrimitives.sha256(bytes))));
    return module;
  },
};

function addressOf(sha256: string): string {
  return `/v1/evidence/scorers/${sha256}`;
}

export const serviceScorers = new ScorerShelf({
  known: knownScorers,
  source,
  sha256: noblePrimitives.sha256,
  inDevelopment: presentScoring,
});
