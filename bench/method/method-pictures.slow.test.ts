import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { methodPictures } from "./method-pictures.ts";
import { exampleNumbers, radarReadings } from "./radar-example.ts";
import { workByHand } from "./work-by-hand.ts";

const docs = join(import.meta.dirname, "../../docs");

test("the pictures of the page are drawn from the worked example: else run `npm run docs:method`", () => {
  const page = readFileSync(join(docs, "scoring-method.md"), "utf8");
  for (const [name, drawing] of Object.entries(methodPictures(workByHand(radarReadings, exampleNumbers())))) {
    expect(page).toContain(`(method/${name})`);
    expect(existsSync(join(docs, "method", name))).toBe(true);
    expect(readFileSync(join(docs, "method", name), "utf8")).toBe(drawing);
  }
});
