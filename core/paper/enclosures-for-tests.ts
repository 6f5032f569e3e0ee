import { readFileSync } from "node:fs";

import type { Enclosures } from "./archive-files.ts";

/** The real texts, and a page that stands for the built verifier. */
export function readEnclosuresForTests(): Enclosures {
  const text = (name: string) => readFileSync(new URL(`./enclosures/${name}`, import.meta.url), "utf8");
  return {
    readme: text("README.txt"),
    certification: text("certification-fre-902.txt"),
    verifyScript: text("VERIFY.sh"),
    verifierPage: "<!doctype html><title>verifier</title><!--carried evidence-->",
    scoringMethod: new TextEncoder().encode("some other method"),
  };
}
