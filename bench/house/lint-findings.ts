import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** One finding of oxlint. */
export interface Finding {
  readonly rule: string;
  readonly path: string;
  /** Where it begins in the file, in bytes. */
  readonly offset: number;
  readonly length: number;
}

const rules = {
  complexity: ["error", { max: 10 }],
  "max-depth": ["error", { max: 3 }],
  "typescript/no-non-null-assertion": "error",
  "typescript/consistent-type-assertions": ["error", { assertionStyle: "never" }],
};

/** What oxlint finds under the root by the house's rules, whatever the root's own configuration says. */
export function lintFindings(root: string): readonly Finding[] {
  const folder = mkdtempSync(join(tmpdir(), "measure-house-"));
  try {
    const config = join(folder, "oxlintrc.json");
    writeFileSync(
      config,
      JSON.stringify({ plugins: ["typescript"], categories: { correctness: "off" }, rules }),
    );
    const words = ["--config", config, "--disable-nested-config", "--format", "json", "."];
    return read(run(words, root));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** It ends with a status other than 0 when it finds something, which is what it is asked to do. */
function run(words: readonly string[], root: string): string {
  const program = join(import.meta.dirname, "../../node_modules/.bin/oxlint");
  try {
    return execFileSync(program, words, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 });
  } catch (fault) {
    if (
      fault instanceof Error &&
      "stdout" in fault &&
      typeof fault.stdout === "string" &&
      fault.stdout !== ""
    )
      return fault.stdout;
    throw fault;
  }
}

interface Diagnostic {
  readonly code: string;
  readonly filename: string;
  readonly labels: readonly { readonly span: { readonly offset: number; readonly length: number } }[];
}

function read(text: string): readonly Finding[] {
  const { diagnostics }: { readonly diagnostics: readonly Diagnostic[] } = JSON.parse(text);
  return diagnostics.flatMap(({ code, filename, labels: [label] }) =>
    label === undefined
      ? []
      : [{ rule: code.replace(/^.*\((.*)\)$/u, "$1"), path: filename.replace(/^\.\//u, ""), ...label.span }],
  );
}
