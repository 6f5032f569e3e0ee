import { openapiJson, openapiYaml } from "./openapi-document.ts";
import { problemList } from "./problem-list.ts";
import { type SchemaName, namedSchemas } from "../schemas/named-schemas.ts";
import { schemaDocument } from "../schemas/schema-documents.ts";

/**
 * Every document of the contract by its path, written when asked for: what the service serves (but for `problems.md`), and
 * what goes into packages and to a release, byte for byte.
 */
export const publishedFiles: ReadonlyMap<string, () => string> = new Map([
  ["openapi.json", openapiJson],
  ["openapi.yaml", openapiYaml],
  ["problems.md", problemList],
  ...(Object.keys(namedSchemas) as SchemaName[]).map(
    (name) => [`schemas/${name}.json`, () => schemaText(name)] as const,
  ),
]);

/** Those that stand in the repository, in `published/`: people review them there, and a tag keeps them. */
export const reviewedFiles: readonly string[] = ["openapi.yaml", "problems.md"];

function schemaText(name: SchemaName): string {
  return `${JSON.stringify(schemaDocument(name), null, 2)}\n`;
}
