import { writeFileSync } from "node:fs";

import openapiTS, { astToString } from "openapi-typescript";

/** `npm run generate`: the contract's types, from the published document. Part of `npm run contract:publish`. */
export const contractFile = new URL("generated/contract.ts", import.meta.url);

export async function generateContract(): Promise<string> {
  const document = new URL("../../core/contract/published/openapi.json", import.meta.url);
  const types = await openapiTS(document, {
    immutable: true,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    // What has a default may be left out of a request.
    defaultNonNullable: false,
    silent: true,
  });
  return `/** Written by generate-contract.ts from the published OpenAPI document; not to be changed by hand. */\n\n${astToString(types)}`;
}

if (import.meta.main) writeFileSync(contractFile, await generateContract());
