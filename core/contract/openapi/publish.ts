// oxlint-disable-next-line no-restricted-imports -- a script of the build; nothing that runs imports it
import { mkdirSync, rmSync, writeFileSync } from "node:fs";

import { publishedFiles } from "./published-files.ts";

/** Writes `published/` anew: `npx node core/contract/openapi/publish.ts`. */
const folder = new URL("../published/", import.meta.url);
rmSync(folder, { recursive: true, force: true });
mkdirSync(new URL("schemas/", folder), { recursive: true });
for (const [path, text] of publishedFiles()) writeFileSync(new URL(path, folder), text);
