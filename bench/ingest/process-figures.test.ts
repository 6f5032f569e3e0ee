import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

import { figuresOf, folderBytes, residentBytesOf } from "./process-figures.ts";

const tells = process.platform === "linux";

test.runIf(tells)("the work of a child that has ended counts with its parent's", () => {
  const before = figuresOf([process.pid])!.cpuUs;
  execFileSync(process.execPath, ["-e", "while (process.cpuUsage().user < 100_000);"]);
  expect(figuresOf([process.pid])!.cpuUs - before).toBeGreaterThanOrEqual(95_000);
});

test.runIf(tells)("a running process has memory", () => {
  expect(residentBytesOf([process.pid])).toBeGreaterThan(2 ** 20);
});

test("a folder weighs what its files do, at any depth", () => {
  const folder = mkdtempSync(join(tmpdir(), "plumbline-weight-"));
  mkdirSync(join(folder, "deep"));
  writeFileSync(join(folder, "one"), "12345");
  writeFileSync(join(folder, "deep", "two"), "123");
  expect(folderBytes(folder)).toBe(8);
  rmSync(folder, { recursive: true });
});
