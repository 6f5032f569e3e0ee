import { readFileSync, writeFileSync } from "node:fs";

import { withExample } from "./worked-example.ts";

const page = new URL("../../docs/scoring-method.md", import.meta.url);
writeFileSync(page, withExample(readFileSync(page, "utf8")));
