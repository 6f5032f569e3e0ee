import { utf8 } from "../../../core/encoding/bytes.ts";
import { knownScorers } from "../../../core/scorers/known-scorers.ts";
import { ScorerShelf, type ScorerSource } from "../../../core/scorers/scorer-shelf.ts";
import { noblePrimitives } from "./noble-primitives.ts";
import { scoringInDevelopment } from "./scoring-in-development.ts";
import { scorerText } from "./scorer-texts.ts";

/** The very bytes whose digest was compared become the module. */
const source: ScorerSource = {
  read: async ({ file }) => utf8(await scorerText(file)),
  load: (bytes) => import(/* @vite-ignore */ /* webpackIgnore: true */ moduleAddress(bytes)),
};

function moduleAddress(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return `data:text/javascript;base64,${btoa(text)}`;
}

/** The scorers that evidence names, each loaded when a bundle asks for it. */
export const frozenScorers = new ScorerShelf({
  known: knownScorers,
  source,
  sha256: noblePrimitives.sha256,
  inDevelopment: scoringInDevelopment,
});
