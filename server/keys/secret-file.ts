import { randomBytes } from "node:crypto";
import {
  closeSync,
  fstatSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { codeOf } from "../platform/fault.ts";

/**
 * The content of a secret file, made by `make` at first use. Several processes may come first at once: one content wins
 * and all of them get it, and it is on the disk before anybody uses it. Throws when others than the owner may read it.
 */
export function readOrMakeSecret(path: string, make: () => string): string {
  const known = readSecret(path);
  if (known !== null) return known;
  placeOnce(path, make());
  const placed = readSecret(path);
  if (placed === null) throw new Error(`${path} was made and is gone again`);
  return placed;
}

/** Null when there is no such file. */
function readSecret(path: string): string | null {
  let file: number;
  try {
    file = openSync(path, "r");
  } catch (fault) {
    if (codeOf(fault) === "ENOENT") return null;
    throw fault;
  }
  try {
    refuseOthers(path, fstatSync(file).mode);
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}

const othersMayDoAnything = 0o077;

function refuseOthers(path: string, mode: number): void {
  // Windows has no such bits and reports them all.
  if (process.platform === "win32" || (mode & othersMayDoAnything) === 0) return;
  const bits = (mode & 0o777).toString(8);
  throw new Error(
    `${path} can be read by others (mode ${bits}): treat its content as known to them, or, if it never left this machine, run: chmod 600 ${path}`,
  );
}

/** A link either appears whole or not at all, and never replaces what is there. */
function placeOnce(path: string, content: string): void {
  const aside = `${path}.${process.pid}.${randomBytes(6).toString("hex")}`;
  writeFileSync(aside, content, { mode: 0o600, flag: "wx", flush: true });
  try {
    linkSync(aside, path);
    flushFolder(dirname(path));
  } catch (fault) {
    if (codeOf(fault) !== "EEXIST") throw fault;
  } finally {
    unlinkSync(aside);
  }
}

/** Without this a power cut may take away a key that has signed already. */
function flushFolder(path: string): void {
  if (process.platform === "win32") return;
  const folder = openSync(path, "r");
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
