import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

export interface TrackedFile {
  /** From the root, with slashes. */
  readonly path: string;
  readonly folder: string;
  readonly bytes: Buffer;
}

/** What git tracks under the root, as it lies there now. */
export function readTrackedFiles(root: string): readonly TrackedFile[] {
  const listed = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8", maxBuffer: 1 << 26 });
  return listed
    .split("\0")
    .filter((path) => path !== "" && existsSync(join(root, path)))
    .map((path) => trackedFile(path, readFileSync(join(root, path))));
}

export function trackedFile(path: string, content: string | Buffer): TrackedFile {
  return { path, folder: posix.dirname(path), bytes: Buffer.from(content) };
}

/** Tests, and what only tests import. */
export function isTest({ path }: TrackedFile): boolean {
  return (
    /(?:\.(?:test|system|release|contract)\.tsx?|-for-tests\.tsx?)$/u.test(path) ||
    /^(?:e2e|clients\/conformance)\//u.test(path)
  );
}
