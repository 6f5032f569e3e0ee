/// <reference types="vite/client" />
import { noblePrimitives } from "../../clients/typescript/verify/noble-primitives.ts";
import { utf8 } from "../../core/encoding/bytes.ts";
import { knownScorers } from "../../core/scorers/known-scorers.ts";
import { presentScoring } from "../../core/scorers/present-scoring.ts";
import { ScorerShelf, type ScorerSource } from "../../core/scorers/scorer-shelf.ts";
import { carriedFiles } from "./given-file.ts";
import { showReading } from "./show-verdict.ts";
import { startVerifier } from "./start-verifier.ts";

/** Every frozen scorer goes into the page as the text it is, about 180 kB each. */
const texts: Readonly<Record<string, string>> = import.meta.glob("../../core/scorers/*.mjs", {
  query: "?raw",
  import: "default",
  eager: true,
});

/**
 * The page's policy names its own script by hash and lets it run, besides, what it makes itself: a module of bytes whose
 * digest was compared just before. Nothing else in the page can make one.
 */
const source: ScorerSource = {
  read: async ({ file }) => {
    const text = texts[`../../core/scorers/${file}`];
    if (text === undefined) throw new Error(`this page does not carry ${file}`);
    return utf8(text);
  },
  load: async (bytes) => {
    const address = URL.createObjectURL(new Blob([bytes.slice()], { type: "text/javascript" }));
    try {
      const module: unknown = await import(/* @vite-ignore */ address);
      return module;
    } finally {
      URL.revokeObjectURL(address);
    }
  },
};

export const carriedScorers = new ScorerShelf({
  known: knownScorers,
  source,
  sha256: noblePrimitives.sha256,
  inDevelopment: presentScoring,
});

const place = document.querySelector<HTMLElement>("#verifier");
if (place === null) throw new Error("verify.html has no element with the id verifier");
// No verdict before the scorers are there; whoever waits for one sees that it is coming.
place.replaceChildren(showReading());
place.dataset["verdict"] = "reading";
await carriedScorers.openAll();
startVerifier(place, { carried: carriedFiles(document), rescore: carriedScorers.rescore });
