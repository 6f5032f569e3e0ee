import { readFileSync } from "node:fs";

/** The samples of the README, in order: what users paste is what the tests run. */
export function readmeSamples(): readonly string[] {
  const text = readFileSync(new URL("README.md", import.meta.url), "utf8");
  return Array.from(text.matchAll(/^```ts\n(.*?)^```$/gmsu), ([, sample]) => sample!);
}
