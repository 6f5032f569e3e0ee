import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import { readOrMakeSecret } from "./secret-file.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "plumbline-secret-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

test("a secret is made once, for its owner alone, and nothing is left beside it", () => {
  const path = join(folder, "secret");
  expect(readOrMakeSecret(path, () => "first")).toBe("first");
  expect(readOrMakeSecret(path, () => "second")).toBe("first");
  expect([statSync(path).mode & 0o777, readdirSync(folder)]).toEqual([0o600, ["secret"]]);
});

test("of two that make it at once the first wins, and both have its content", () => {
  const path = join(folder, "secret");
  const made = readOrMakeSecret(path, () => {
    writeFileSync(path, "theirs", { mode: 0o600 });
    return "ours";
  });
  expect([made, readFileSync(path, "utf8")]).toEqual(["theirs", "theirs"]);
});

test("a secret that others may read is refused, with what to type", () => {
  const path = join(folder, "secret");
  readOrMakeSecret(path, () => "first");
  chmodSync(path, 0o640);
  expect(() => readOrMakeSecret(path, () => "second")).toThrow(/mode 640.*chmod 600/);
});

test("a folder that is not there is a fault, not a secret", () => {
  expect(() => readOrMakeSecret(join(folder, "none", "secret"), () => "first")).toThrow("ENOENT");
});
