import { openapiJson, openapiYaml } from "./openapi-document.ts";
import { problemList } from "./problem-list.ts";
import { type SchemaName, namedSchemas } from "../schemas/named-schemas.ts";
import { schemaDocument } from "../schemas/schema-documents.ts";

/** Every file of `published/` by its path there: what is committed, and, but for the pages, served, byte for byte. */
export function publishedFiles(): ReadonlyMap<string, string> {
  const files = new Map([
    ["openapi.json", openapiJson()],
    ["openapi.yaml", openapiYaml()],
    ["problems.md", problemList()],
  ]);
  for (const name of Object.keys(namedSchemas) as SchemaName[]) {
    files.set(`schemas/${name}.json`, `${JSON.stringify(schemaDocument(name), null, 2)}\n`);
  }
  return files;
}
