import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

import { textOfFile } from "./text-of-file.ts";

const folder = mkdtempSync(join(tmpdir(), "plumbline-text-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a file is its text, none is null, and what is no file is a fault", () => {
  const path = join(folder, "note");
  expect(textOfFile(path)).toBeNull();
  writeFileSync(path, "Grüße\n");
  expect(textOfFile(path)).toBe("Grüße\n");
  expect(() => textOfFile(folder)).toThrow(/EISDIR/);
});
