import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { openapiJson } from "../../core/contract/openapi/openapi-document.ts";
import { problemCodes } from "../../core/contract/problems.ts";

/**
 * `npm run generate`: the contract as types, into `generated/`, which git does not track. It runs before whatever reads
 * types (`npm run types`, `lint`, `unused`, `pack`), and does nothing where they are those of today's contract.
 */
export async function writeContractTypes(folder: string): Promise<"written" | "up to date"> {
  const document = openapiJson();
  const from = madeFrom(document);
  if (fileNames.every((name) => beginsWith(join(folder, name), from))) return "up to date";
  const texts = { "contract.ts": await contractTypes(document), "problem-codes.ts": problemCodeType() };
  mkdirSync(folder, { recursive: true });
  for (const name of fileNames) {
    // Whoever reads meanwhile, or writes the same beside this process, finds whole files.
    const beside = join(folder, `${name}.${process.pid}.tmp`);
    writeFileSync(beside, from + texts[name]);
    renameSync(beside, join(folder, name));
  }
  return "written";
}

const fileNames = ["contract.ts", "problem-codes.ts"] as const;

/** The first line of each file: a digest of all that it depends on, this file and the pinned generator among it. */
function madeFrom(document: string): string {
  const digest = createHash("sha256");
  for (const text of [
    document,
    JSON.stringify(problemCodes),
    readFileSync(import.meta.filename),
    readFileSync(join(import.meta.dirname, "package.json")),
  ])
    digest.update(text);
  return `// Written by generate-contract.ts; not to be changed by hand. ${digest.digest("hex")}\n`;
}

function beginsWith(file: string, line: string): boolean {
  return existsSync(file) && readFileSync(file, "utf8").startsWith(line);
}

async function contractTypes(document: string): Promise<string> {
  // Loaded when needed: it brings a compiler.
  const { default: openapiTS, astToString } = await import("openapi-typescript");
  const types = await openapiTS(document, {
    immutable: true,
    rootTypes: true,
    rootTypesNoSchemaPrefix: true,
    // What has a default may be left out of a request.
    defaultNonNullable: false,
    silent: true,
  });
  return `\n${astToString(types)}`;
}

function problemCodeType(): string {
  const codes = Object.entries(problemCodes).map(
    ([code, { meaning }]) => `  /** ${meaning} */\n  | ${JSON.stringify(code)}`,
  );
  return `\n/** Every \`code\` of a problem; a newer service may have others. */\nexport type ProblemCode =\n${codes.join("\n")};\n`;
}

if (import.meta.main) await writeContractTypes(join(import.meta.dirname, "generated"));
