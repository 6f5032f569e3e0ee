import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

/** A file of the repository that people write: no data, no results, no generated or frozen code. */
export interface SourceFile {
  /** From the root, with slashes. */
  readonly path: string;
  readonly folder: string;
  readonly text: string;
  readonly lines: number;
  /** Tests, and what only tests import. */
  readonly isTest: boolean;
}

const written = /\.(?:ts|tsx|js|mjs|sql|css|py|go|sh)$/u;
const notWritten = /^(?:e2e\/generators\/calls\/|core\/scorers\/[^/]+\.mjs$)/u;
const testFile = /(?:\.(?:test|system|contract)\.tsx?|-for-tests\.tsx?)$/u;
const testFolder = /^(?:e2e|clients\/conformance)\//u;

/** What git tracks under the root, as it lies there now. */
export function readSourceFiles(root: string): readonly SourceFile[] {
  const listed = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8", maxBuffer: 1 << 26 });
  return listed
    .split("\0")
    .filter((path) => written.test(path) && !notWritten.test(path) && existsSync(join(root, path)))
    .map((path) => sourceFile(path, readFileSync(join(root, path), "utf8")));
}

export function sourceFile(path: string, text: string): SourceFile {
  return {
    path,
    folder: posix.dirname(path),
    text,
    lines: text.split("\n").length - 1,
    isTest: testFile.test(path) || testFolder.test(path),
  };
}

export function isTypeScript({ path }: SourceFile): boolean {
  return /\.tsx?$/u.test(path);
}
