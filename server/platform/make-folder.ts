import { mkdirSync, statSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { codeOf } from "./fault.ts";

/**
 * Makes a folder and those above it that are missing, for its owner alone. Throws, in words, when that cannot be:
 * Node's own `recursive` never returns where the system answers "no such file" to a folder whose parent exists, as
 * /proc does.
 */
export function makeFolder(path: string): void {
  const folder = resolve(path);
  try {
    makeMissing(folder);
  } catch (fault) {
    throw new Error(
      `The folder ${folder} cannot be made${reasons[String(codeOf(fault))] ?? `: ${String(fault)}`}.`,
      {
        cause: fault,
      },
    );
  }
  if (!statSync(folder).isDirectory()) throw new Error(`${folder} is a file; a folder is needed there.`);
}

const reasons: Readonly<Record<string, string>> = {
  EACCES: ": this user may not write there",
  EPERM: ": this user may not write there",
  EROFS: ": the file system is read-only",
  ENOSPC: ": the disk is full",
  ENOTDIR: ": a part of its path is a file",
  ENOENT: ": its file system does not take new folders there",
};

function makeMissing(folder: string): void {
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (fault) {
    const code = codeOf(fault);
    if (code === "EEXIST") return;
    const above = dirname(folder);
    if (code !== "ENOENT" || above === folder) throw fault;
    makeMissing(above);
    mkdirSync(folder, { mode: 0o700 });
  }
}
