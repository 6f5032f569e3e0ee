import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

import { openDataFolder, readPepper } from "./data-folder.ts";

let parent: string;
beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), "plumbline-folder-"));
});
afterEach(() => rmSync(parent, { recursive: true }));

test("a new data folder and its pepper are for their owner alone", () => {
  const folder = openDataFolder(join(parent, "data"));
  readPepper(folder);
  expect(statSync(join(parent, "data")).mode & 0o777).toBe(0o700);
  expect(statSync(folder.pepper).mode & 0o777).toBe(0o600);
});

test("the pepper is made once and stays", () => {
  const folder = openDataFolder(join(parent, "data"));
  const first = readPepper(folder);
  expect(first.length).toBe(32);
  expect(readPepper(openDataFolder(join(parent, "data")))).toEqual(first);
  expect(readPepper(openDataFolder(join(parent, "other")))).not.toEqual(first);
  expect(readdirSync(join(parent, "data"))).toEqual(["api-key-pepper"]);
});

test("a damaged pepper is told, not replaced", () => {
  const folder = openDataFolder(join(parent, "data"));
  writeFileSync(folder.pepper, "short");
  expect(() => readPepper(folder)).toThrow(/holds 5 bytes instead of 32/);
});
