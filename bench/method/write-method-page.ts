/**
 * Writes what docs/scoring-method.md states in numbers: its limits, its table of settings, its worked example, and its
 * pictures (docs/method). After any change of a setting or of the scoring: `npm run docs:method`.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { methodPage } from "./method-page.ts";
import { methodPictures } from "./method-pictures.ts";
import { exampleNumbers, radarReadings } from "./radar-example.ts";
import { workByHand } from "./work-by-hand.ts";

const docs = join(import.meta.dirname, "../../docs");
const file = join(docs, "scoring-method.md");
const worked = workByHand(radarReadings, exampleNumbers());

writeFileSync(file, methodPage(readFileSync(file, "utf8"), worked));
mkdirSync(join(docs, "method"), { recursive: true });
for (const [name, drawing] of Object.entries(methodPictures(worked))) {
  writeFileSync(join(docs, "method", name), drawing);
}
