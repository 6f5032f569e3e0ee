import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, unlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Where things are in a data folder. */
export interface DataFolder {
  readonly database: string;
  /** Held by the one process that writes frames. */
  readonly writerLock: string;
  /** Secret mixed into the hashes of API keys; without it a stolen database opens nothing. */
  readonly pepper: string;
}

/** The paths of a data folder, which is made when it is missing, for its owner alone. */
export function openDataFolder(path: string): DataFolder {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return {
    database: join(path, "plumbline.db"),
    writerLock: join(path, "writer.lock"),
    pepper: join(path, "api-key-pepper"),
  };
}

const pepperBytes = 32;

/** The folder's pepper, made at first use. Losing the file makes every API key of the folder invalid. */
export function readPepper({ pepper: path }: DataFolder): Uint8Array {
  const known = readIfThere(path);
  if (known !== null) return known;
  // Written aside and linked into place: whoever is first wins, and nobody ever reads half a secret.
  const aside = `${path}.${process.pid}.${randomBytes(6).toString("hex")}`;
  writeFileSync(aside, randomBytes(pepperBytes), { mode: 0o600, flush: true });
  try {
    linkSync(aside, path);
  } catch (fault) {
    if (codeOf(fault) !== "EEXIST") throw fault;
  } finally {
    unlinkSync(aside);
  }
  return readFileSync(path);
}

function readIfThere(path: string): Uint8Array | null {
  try {
    const pepper = readFileSync(path);
    if (pepper.length === pepperBytes) return pepper;
    throw new Error(
      `${path} holds ${pepper.length} bytes instead of ${pepperBytes}; restore it from a backup.`,
    );
  } catch (fault) {
    if (codeOf(fault) === "ENOENT") return null;
    throw fault;
  }
}

function codeOf(fault: unknown): unknown {
  return (fault as { readonly code?: unknown }).code;
}
