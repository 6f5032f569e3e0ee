import { Command } from "commander";
import type { Terminal } from "../terminal/terminal.ts";

export function openapiCommand(terminal: Terminal): Command {
  return new Command("openapi")
    .description("the OpenAPI 3.1 description of the interface, as every service serves it")
    .option("--yaml", "YAML instead of JSON")
    .action(async (options: { readonly yaml?: true }) => {
      // Written only when asked for: no other command waits for all schemas.
      const { openapiJson, openapiYaml } = await import("../../core/contract/openapi/openapi-document.ts");
      await terminal.exact(options.yaml ? openapiYaml() : openapiJson());
    });
}
