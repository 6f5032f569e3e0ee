import { writeFileSync } from "node:fs";

import openapiTS, { astToString } from "openapi-typescript";

import { problemCodes } from "../../core/contract/problems.ts";

/** `npm run generate`: the contract as types, by file of `generated/`. Part of `npm run contract:publish`. */
export async function generateContract(): Promise<Readonly<Record<string, string>>> {
  return { "contract.ts": await contractTypes(), "problem-codes.ts": problemCodeType() };
}

export const generatedFolder = new URL("generated/", import.meta.url);

async function contractTypes(): Promise<string> {
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

function problemCodeType(): string {
  const codes = Object.entries(problemCodes).map(
    ([code, { meaning }]) => `  /** ${meaning} */\n  | ${JSON.stringify(code)}`,
  );
  return `/** Written by generate-contract.ts; not to be changed by hand. Every \`code\` of a problem; a newer service may have others. */\nexport type ProblemCode =\n${codes.join("\n")};\n`;
}

if (import.meta.main) {
  for (const [name, text] of Object.entries(await generateContract())) {
    writeFileSync(new URL(name, generatedFolder), text);
  }
}
