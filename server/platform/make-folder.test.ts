import { existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";

import { makeFolder } from "./make-folder.ts";

const scratch = mkdtempSync(join(tmpdir(), "plumbline-folder-"));
afterAll(() => rmSync(scratch, { recursive: true }));

test("a folder is made with those above it, for its owner alone, and stays when it is there", () => {
  const folder = join(scratch, "a", "b", "c");
  makeFolder(folder);
  makeFolder(folder);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test("a file in the way is named", () => {
  const file = join(scratch, "file");
  writeFileSync(file, "");
  expect(() => makeFolder(file)).toThrow(`${file} is a file`);
  expect(() => makeFolder(join(file, "below"))).toThrow("a part of its path is a file");
});

test.skipIf(!existsSync("/proc/self"))(
  "a place that takes no folders is refused, and not tried for ever",
  () => {
    expect(() => makeFolder("/proc/nope/deeper")).toThrow("/proc/nope/deeper cannot be made");
  },
);
