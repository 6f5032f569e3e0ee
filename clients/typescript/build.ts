import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";

import { rolldown, type Plugin } from "rolldown";

import { knownScorerOf } from "../../core/scorers/known-scorers.ts";
import { scoringVersion } from "../../core/scoring/settings/settings.ts";

/**
 * `npm run build`: the package as it is published, `dist/`. Modules and types of this folder alone; of core and of the
 * libraries goes in what is used, so that the package depends on nothing. See docs/decisions/0027.
 */
const here = import.meta.dirname;
const dist = join(here, "dist");
const entries = ["index", "spool", "verify"];

rmSync(dist, { recursive: true, force: true });
await buildModules();
buildTypes();
writeLicences();

async function buildModules(): Promise<void> {
  const bundle = await rolldown({
    input: Object.fromEntries(entries.map((name) => [name, join(here, `${name}.ts`)])),
    platform: "neutral",
    external: /^node:/u,
    resolve: { mainFields: ["module", "main"], conditionNames: ["import", "default"] },
    plugins: [carriedScorers()],
  });
  await bundle.write({
    dir: dist,
    format: "esm",
    sourcemap: true,
    minify: false,
    entryFileNames: "[name].js",
    chunkFileNames: ({ name }) => `${name.replace(/^_scorer_/u, "scorer-")}-[hash].js`,
  });
  await bundle.close();
}

/** Puts the frozen scorers into the package as texts, each a module that is loaded when evidence names it. */
function carriedScorers(): Plugin {
  const scorers = resolve(here, "../../core/scorers");
  const prefix = "\0scorer:";
  const isFrozen = knownScorerOf(scoringVersion) !== undefined;
  return {
    name: "carried-scorers",
    resolveId: (id) => (id.startsWith("scorer:") ? `\0${id}` : null),
    load(id) {
      if (id === join(here, "verify/scorer-texts.ts")) return scorerTexts(scorers);
      if (id === join(here, "verify/scoring-in-development.ts") && isFrozen) {
        return { code: "export const scoringInDevelopment = null;", moduleType: "js" };
      }
      if (!id.startsWith(prefix)) return null;
      const text = readFileSync(join(scorers, id.slice(prefix.length)), "utf8");
      return { code: `export const text = ${JSON.stringify(text)};`, moduleType: "js" };
    },
  };
}

function scorerTexts(scorers: string): { readonly code: string; readonly moduleType: "js" } {
  const cases = globSync("*.mjs", { cwd: scorers })
    .toSorted()
    .map((name) => `  ${JSON.stringify(name)}: () => import(${JSON.stringify(`scorer:${name}`)}),`);
  const code = [
    "const texts = {",
    ...cases,
    "};",
    "export async function scorerText(file) {",
    "  const load = texts[file];",
    "  if (load === undefined) throw new Error(`this package does not carry ${file}`);",
    "  return (await load()).text;",
    "}",
  ];
  return { code: code.join("\n"), moduleType: "js" };
}

/** The declarations that the entries reach. One that leaves this folder would name types that nobody gets. */
function buildTypes(): void {
  const made = join(dist, "declarations");
  execFileSync("tsc", ["--project", join(here, "tsconfig.build.json")], { stdio: "inherit" });
  const root = join(made, relative(resolve(here, "../.."), here));
  const wanted = entries.map((name) => join(root, `${name}.d.ts`));
  for (const file of wanted) {
    if (relative(root, file).startsWith(".."))
      throw new Error(`a published type is in ${relative(made, file)}`);
    const target = join(dist, relative(root, file));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, asPublished(readFileSync(file, "utf8")));
    for (const next of importsOf(file)) if (!wanted.includes(next)) wanted.push(next);
  }
  rmSync(made, { recursive: true });
}

function importsOf(file: string): readonly string[] {
  const specifiers = readFileSync(file, "utf8").matchAll(/from "(\.[^"]+)\.ts"/gu);
  return Array.from(specifiers, ([, path]) => `${resolve(dirname(file), path!)}.d.ts`);
}

/** The compiler leaves the endings of types as they are written. */
function asPublished(declarations: string): string {
  return declarations.replaceAll(/((?:from|import\() ?"\.[^"]+)\.ts"/gu, '$1.js"');
}

/** Of what is inside and was written by others; their licences ask for it. */
function writeLicences(): void {
  const sources = globSync("*.js.map", { cwd: dist }).flatMap((name) => {
    const map = JSON.parse(readFileSync(join(dist, name), "utf8")) as { readonly sources: readonly string[] };
    return map.sources.map((source) => resolve(dist, source));
  });
  const packages = new Set(sources.flatMap((source) => packageOf(source)));
  const texts = [...packages].toSorted().map((folder) => {
    const [licence] = globSync("{LICEN[CS]E,licen[cs]e}*", { cwd: folder });
    if (licence === undefined) throw new Error(`${folder} has no licence`);
    const name = folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
    return `${name}\n\n${readFileSync(join(folder, licence), "utf8").trim()}\n`;
  });
  writeFileSync(join(dist, "licences-of-others.txt"), texts.join(`\n${"-".repeat(72)}\n\n`));
}

function packageOf(source: string): readonly string[] {
  const [, folder] = /^(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)\//u.exec(source) ?? [];
  return folder === undefined || basename(folder) === "" ? [] : [folder];
}
