import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

interface Lockfile {
  readonly packages: Readonly<
    Record<string, { readonly hasInstallScript?: true; readonly resolved?: string }>
  >;
}

function read(path: string): string {
  return readFileSync(new URL(`../${path}`, import.meta.url), "utf8");
}

const numbers = ["no", "one", "two", "three", "four", "five"];

test("SECURITY.md names every package of the lockfile that has an install script, and their number", () => {
  const { packages } = JSON.parse(read("package-lock.json")) as Lockfile;
  const scripted = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript === true)
    .map(([path]) => path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length));
  const { allowScripts } = JSON.parse(read("package.json")) as { allowScripts: Record<string, boolean> };
  expect(Object.keys(allowScripts).sort()).toEqual([...scripted].sort());

  const said = read("SECURITY.md");
  const line = said.split("\n").find((one) => one.includes("install script"))!;
  expect(line).toMatch(
    new RegExp(`${numbers[scripted.length]} packages? of the lockfile ha(s|ve) an install script`),
  );
  for (const name of scripted) expect(line).toContain(`\`${name}\``);
});

test("the lockfile has no addresses of registries", () => {
  const { packages } = JSON.parse(read("package-lock.json")) as Lockfile;
  expect(Object.values(packages).filter(({ resolved }) => resolved?.includes("//") === true)).toEqual([]);
});
