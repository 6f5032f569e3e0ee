/**
 * The state of the house in numbers: `npm run bench:house`, or of another checkout with `-- --root FOLDER` (its own
 * node_modules are not needed). Prints a table; `--json` prints what it was made of.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";

import { markdownTable } from "../markdown-table.ts";
import { againstArrow } from "./arrow.ts";
import { countDuplicates, stretchTokens } from "./duplicates.ts";
import { importCycles, importsAmong } from "./import-graph.ts";
import { lintFindings, type Finding } from "./lint-findings.ts";
import { isTypeScript, readSourceFiles, type SourceFile } from "./source-files.ts";

const { values } = parseArgs({
  options: { root: { type: "string", default: "." }, json: { type: "boolean", default: false } },
});
const root = resolve(values.root);
const files = readSourceFiles(root);
const findings = lintFindings(root);
const fullFolder = 25;
const smallFile = 25;
const arithmetic = ["core/scoring/", "core/chart-design/", "core/encoding/", "bench/detection/"];

const measured = {
  files: countFiles(),
  folders: countFolders(),
  imports: countImports(),
  assertions: countAssertions(),
  shape: { complexity: split("complexity"), depth: split("max-depth") },
  tested: { core: shareTested("core/"), "server/app": shareTested("server/app/") },
  duplicates: countDuplicates(files.filter((file) => isTypeScript(file) && !file.isTest)),
};
process.stdout.write(values.json ? `${JSON.stringify(measured, null, 2)}\n` : `${tableOf(measured)}\n`);

function countFiles() {
  const typed = files.filter((file) => isTypeScript(file));
  const sources = typed.filter(({ isTest }) => !isTest);
  const linesOf = (some: readonly SourceFile[]) => some.reduce((sum, { lines }) => sum + lines, 0);
  return {
    count: files.length,
    sources: sources.length,
    sourceLines: linesOf(sources),
    testLines: linesOf(typed) - linesOf(sources),
    small: sources.filter(({ lines }) => lines < smallFile).length,
  };
}

/** Everything people write counts, tests too; subfolders count for themselves. */
function countFolders() {
  const sizes = [...Map.groupBy(files, ({ folder }) => folder)].map(([folder, { length }]) => ({
    folder,
    files: length,
  }));
  sizes.sort((a, b) => b.files - a.files);
  return {
    count: sizes.length,
    full: sizes.filter((one) => one.files > fullFolder),
    filesInFull: sizes.filter((one) => one.files > fullFolder).reduce((sum, one) => sum + one.files, 0),
    largest: sizes.slice(0, 5),
  };
}

function countImports() {
  const imports = importsAmong(files.filter((file) => isTypeScript(file)));
  const cycles = importCycles(imports);
  const tests = new Set(files.filter(({ isTest }) => isTest).map(({ path }) => path));
  const against = againstArrow(imports.filter(({ from }) => !tests.has(from)));
  return { cycles: cycles.map((cycle) => cycle.toSorted()), against };
}

/**
 * `as` without `as const`, and `!`, in source files. How numeric loops are told from the rest: `x[i]!`, an assertion that
 * follows an index, counts apart where the file is in core/scoring, core/chart-design, core/encoding or bench/detection,
 * which compute over arrays. Every other `!`, and every `as`, counts wherever it stands.
 */
function countAssertions() {
  const sources = new Map(
    files.filter((file) => isTypeScript(file) && !file.isTest).map((file) => [file.path, file]),
  );
  const counts = { as: 0, bang: 0, arithmetic: 0 };
  for (const { rule, path, offset, length } of findings) {
    const file = sources.get(path);
    if (file === undefined) continue;
    const text = Buffer.from(file.text)
      .subarray(offset, offset + length)
      .toString();
    if (rule === "consistent-type-assertions" && !/\bas const$/u.test(text)) counts.as++;
    if (rule !== "no-non-null-assertion") continue;
    if (isArithmetic(path) && text.endsWith("]!")) counts.arithmetic++;
    else counts.bang++;
  }
  return counts;
}

function isArithmetic(path: string): boolean {
  return arithmetic.some((folder) => path.startsWith(folder));
}

function split(rule: string): { readonly sources: number; readonly tests: number } {
  const isTest = new Map(files.map((file) => [file.path, file.isTest]));
  const found = findings.filter((finding: Finding) => finding.rule === rule && isTest.has(finding.path));
  const tests = found.filter(({ path }) => isTest.get(path)).length;
  return { sources: found.length - tests, tests };
}

/** Files with a `.test.ts` or `.system.ts` beside them, of those that do something: types alone need no test. */
function shareTested(part: string) {
  const paths = new Set(files.map(({ path }) => path));
  const sources = files.filter((file) => file.path.startsWith(part) && isTypeScript(file) && !file.isTest);
  const beside = ({ path }: SourceFile) =>
    [".test.ts", ".system.ts"].some((ending) => paths.has(path.replace(/\.tsx?$/u, ending)));
  const doing = sources.filter(({ text }) => /\bfunction\b|=>\s*[^;]|\bclass\b/u.test(text));
  return {
    sources: sources.length,
    tested: sources.filter(beside).length,
    doing: doing.length,
    doingTested: doing.filter(beside).length,
  };
}

function tableOf({
  files: counted,
  folders,
  imports,
  assertions,
  shape,
  tested,
  duplicates,
}: typeof measured) {
  const perThousand = (count: number) => ((count / counted.sourceLines) * 1000).toFixed(1);
  const share = ({ doing, doingTested, sources, tested: all }: ReturnType<typeof shareTested>) =>
    `${((doingTested / doing) * 100).toFixed(0)} % (${doingTested} of ${doing}; types too: ${all} of ${sources})`;
  const [largest] = imports.cycles;
  const rows = [
    ["files people write, folders", `${counted.count}, ${folders.count}`],
    [
      "source files, lines; lines of tests",
      `${counted.sources}, ${counted.sourceLines}; ${counted.testLines}`,
    ],
    [`folders over ${fullFolder} files (files in them)`, `${folders.full.length} (${folders.filesInFull})`],
    ["largest folders", folders.largest.map((one) => `${one.folder} ${one.files}`).join(", ")],
    [`source files under ${smallFile} lines`, String(counted.small)],
    ["import cycles with types (largest)", `${imports.cycles.length} (${largest?.length ?? 0} files)`],
    ["imports against the arrow", String(imports.against.length)],
    ["`as` without `as const`, per 1,000 lines", `${assertions.as} (${perThousand(assertions.as)})`],
    ["`!`, per 1,000 lines", `${assertions.bang} (${perThousand(assertions.bang)})`],
    ["`x[i]!` in the arithmetic", String(assertions.arithmetic)],
    ["complexity over 10 (tests)", `${shape.complexity.sources} (${shape.complexity.tests})`],
    ["depth over 3 (tests)", `${shape.depth.sources} (${shape.depth.tests})`],
    ["core files with a test beside", share(tested.core)],
    ["server/app files with a test beside", share(tested["server/app"])],
    [
      `source lines in stretches of ${stretchTokens} tokens that occur twice`,
      `${duplicates.lines} in ${duplicates.files} files (${((duplicates.lines / counted.sourceLines) * 100).toFixed(1)} %)`,
    ],
  ];
  const full = folders.full.map((one) => [one.folder, String(one.files)]);
  return [
    ...markdownTable(["what", "count"], rows),
    "",
    ...(full.length > 0 ? [...markdownTable([`folder over ${fullFolder}`, "files"], full), ""] : []),
    ...imports.against.map(({ from, to }) => `against the arrow: ${from} → ${to}`),
    ...imports.cycles.map((cycle) => `cycle: ${cycle.join(" · ")}`),
  ].join("\n");
}
