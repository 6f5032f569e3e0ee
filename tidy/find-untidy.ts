import { generatedFiles } from "./generated-files.ts";
import { againstArrow } from "./import-arrow.ts";
import { importsAmong } from "./import-graph.ts";
import { isTest, type TrackedFile } from "./tracked-files.ts";

export const mostBytes = 256 * 1024;
/** Larger data was written by a program: a person cannot review it. */
export const mostDataBytes = 64 * 1024;
export const mostSourcesInAFolder = 30;

const kinds = new Set(
  "css go html ipynb js json md mjs mod ndjson png py sh sql sum svg toml ts tsx txt typed wasm webp yaml zip".split(
    " ",
  ),
);
/** Files without an ending of a kind, by name. */
const names = new Set([".gitattributes", ".gitignore", ".npmrc", "LICENSE", "requirements.in", "run"]);
const source = /\.(?:css|go|html|mjs|py|sh|sql|ts|tsx)$/u;
const data = /\.(?:json|ndjson|yaml)$/u;
const marker =
  /^(?:#|\/\/|\/\*)[^\n]*\b(?:written|generated) by\b[^\n]*\b(?:do not edit|not to be changed by hand)/iu;

/** What is wrong in the tree, a sentence each. */
export function findUntidy(files: readonly TrackedFile[]): readonly string[] {
  return [
    ...files.flatMap(faultsOf),
    ...Array.from(
      Map.groupBy(
        files.filter(({ path }) => source.test(path)),
        ({ folder }) => folder,
      ),
    )
      .filter(([, { length }]) => length > mostSourcesInAFolder)
      .map(
        ([folder, { length }]) => `${folder}: ${length} source files; ${mostSourcesInAFolder} is the most`,
      ),
    ...againstArrow(importsAmong(files.filter((file) => !isTest(file)))).map(
      ({ from, to }) => `${from}: imports ${to}, against the arrow of ARCHITECTURE.md`,
    ),
  ];
}

/**
 * Sources that name a kind of sensor themselves, outside comments: each has to be found and changed when a kind is added.
 * The table, and what the engine replaces, are not counted.
 */
export function namingSensors(files: readonly TrackedFile[]): readonly string[] {
  return files
    .filter((file) => code.test(file.path) && !notCounted.test(file.path) && !isTest(file))
    .filter(
      ({ path, bytes }) =>
        !isGenerated(path) && sensorKind.test(withoutComments(path, bytes.toString("utf8"))),
    )
    .map(({ path }) => path);
}

const code = /^(?:core|server|console|cli|clients)\/.*\.(?:py|sql|ts|tsx)$/u;
const notCounted =
  /^(?:core\/(?:heart|scoring|sensors)|clients\/python\/(?:tests|src\/plumbline\/scoring))\//u;
/** Not the end of "invalid", and not the eye that a picture is seen by. */
const sensorKind = /(?<!perspective)camera|radar|(?<!inva)lidar/iu;

function withoutComments(path: string, text: string): string {
  if (path.endsWith(".py")) return text.replaceAll(/^\s*#.*$/gmu, "");
  if (path.endsWith(".sql")) return text.replaceAll(/--.*$/gmu, "");
  return text.replaceAll(/\/\*.*?\*\/|^\s*\/\/[^\n]*/gmsu, "");
}

function faultsOf({ path, bytes }: TrackedFile): readonly string[] {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const ending = name.slice(name.lastIndexOf(".") + 1);
  const faults: string[] = [];
  if (!names.has(name) && !kinds.has(ending)) faults.push(`${path}: a kind of file that is not on the list`);
  if (isGenerated(path)) return faults;
  if (bytes.length > mostBytes) faults.push(`${path}: ${bytes.length} bytes; ${mostBytes} is the most`);
  else if (data.test(path) && bytes.length > mostDataBytes)
    faults.push(`${path}: ${bytes.length} bytes of data, not on the list of generated files`);
  if (source.test(path) && marker.test(bytes.toString("utf8", 0, 1_000)))
    faults.push(`${path}: says that a program wrote it, not on the list of generated files`);
  return faults;
}

function isGenerated(path: string): boolean {
  return generatedFiles.some((one) =>
    one.path.endsWith("/") ? path.startsWith(one.path) : path === one.path,
  );
}
