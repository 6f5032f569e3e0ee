import { readFile } from "node:fs/promises";
import { Command } from "commander";
import type { Terminal } from "../terminal/terminal.ts";

export function openapiCommand(terminal: Terminal): Command {
  return new Command("openapi")
    .description("the OpenAPI 3.1 description of the interface, as every service serves it")
    .option("--yaml", "YAML instead of JSON")
    .action(async (options: { readonly yaml?: true }) => {
      const name = options.yaml ? "openapi.yaml" : "openapi.json";
      const file = new URL(`../../core/contract/published/${name}`, import.meta.url);
      await terminal.exact(await readFile(file, "utf8"));
    });
}
