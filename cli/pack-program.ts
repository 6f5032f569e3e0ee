import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { writePublishedFiles } from "../core/contract/openapi/publish.ts";
import { readSoftware } from "../server/software.ts";

/**
 * `npm run pack`: the program as one file to install anywhere, `dist/plumbline-VERSION.tgz`. The sources are compiled to
 * ES modules, because Node reads no TypeScript inside `node_modules`; what they depend on lies inside at the locked
 * versions, so that nothing else is fetched, nothing runs at installation, and everybody runs what was tested. Only the
 * Node it needs comes from the registry, as the package of the platform. See docs/decisions/0012.
 */
const root = join(import.meta.dirname, "..");
const target = join(root, "dist", "package");

/** Reports installations to others, at installation. The pages it comes with do not need it. */
const leftOut: readonly string[] = ["@scarf/scarf"];

/** Those the registry has this Node for; elsewhere the machine's own has to be recent enough. */
const platforms = ["linux-x64", "linux-arm64", "win-x64"];

/** Packages of packages have an entry of their own in the lockfile; the rest is for who develops, not for who runs. */
const unused = /node_modules|\.map$|\.d\.[cm]?ts$/;

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly engines: object;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: { readonly node: string };
}

rmSync(target, { recursive: true, force: true });
compile();
copyData();
const manifest = readManifest(root);
copyDependencies();
writeManifest(manifest);
const packed = execFileSync("npm", ["pack", "--silent", "--pack-destination", join(root, "dist")], {
  cwd: target,
  encoding: "utf8",
});
process.stdout.write(`${join("dist", packed.trim())}\n`);

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}

function compile(): void {
  execFileSync("tsc", ["--project", join(root, "tsconfig.pack.json")], { cwd: root, stdio: "inherit" });
  for (const file of filesIn(target)) {
    const path = join(target, file);
    const code = readFileSync(path, "utf8");
    // The compiler renames what is imported, not what a worker is started from.
    const renamed = code.replaceAll(/(new URL\("[^"]+)\.ts"/g, '$1.js"');
    if (renamed !== code) writeFileSync(path, renamed);
  }
}

/** What the program reads beside its code, where it looks for it. */
function copyData(): void {
  const files = ["core", "server"]
    .flatMap((folder) => filesIn(join(root, folder)).map((file) => join(folder, file)))
    .filter((file) => !/\.ts$|node_modules|package\.json$/.test(file));
  const others = ["docs/scoring-method.md", "LICENSE", "README.md", "CHANGELOG.md", "cli/plumbline.js"];
  for (const file of [...files, ...others, "console/dist"]) {
    mkdirSync(dirname(join(target, file)), { recursive: true });
    cpSync(join(root, file), join(target, file), { recursive: true });
  }
  writePublishedFiles(join(target, "core/contract/published"));
  // Evidence names the sources that made it; here they are compiled, and would digest to something else.
  writeFileSync(join(target, "build.json"), `${JSON.stringify(readSoftware())}\n`);
}

/** Every package of the lockfile that the program itself needs, as `npm ci` laid it out. */
function copyDependencies(): void {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
    readonly packages: Readonly<
      Record<string, { readonly dev?: true; readonly optional?: true; readonly link?: true }>
    >;
  };
  for (const [path, { dev, optional, link }] of Object.entries(lock.packages)) {
    const isNeeded = path.startsWith("node_modules/") && !dev && !optional && !link;
    if (!isNeeded || leftOut.some((name) => path.endsWith(`node_modules/${name}`))) continue;
    const isUsed = (source: string): boolean => !unused.test(source.slice(join(root, path).length));
    cpSync(join(root, path), join(target, path), { recursive: true, filter: isUsed });
    withoutLeftOut(join(target, path, "package.json"));
  }
}

function withoutLeftOut(file: string): void {
  const manifest = JSON.parse(readFileSync(file, "utf8")) as { dependencies?: Record<string, string> };
  const named = leftOut.filter((name) => manifest.dependencies?.[name] !== undefined);
  if (named.length === 0) return;
  for (const name of named) delete manifest.dependencies?.[name];
  writeFileSync(file, JSON.stringify(manifest, null, 2));
}

function writeManifest(manifest: Manifest): void {
  const { name, version, description, license, engines, dependencies, devDependencies } = manifest;
  const { node } = devDependencies;
  const written = {
    name,
    version,
    description,
    license,
    type: "module",
    bin: { plumbline: "cli/plumbline.js" },
    engines,
    dependencies,
    bundleDependencies: Object.keys(dependencies),
    optionalDependencies: Object.fromEntries(platforms.map((platform) => [`node-${platform}`, node])),
  };
  writeFileSync(join(target, "package.json"), `${JSON.stringify(written, null, 2)}\n`);
}

function filesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}
