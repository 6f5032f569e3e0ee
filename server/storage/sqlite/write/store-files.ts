import { statSync } from "node:fs";
import { dirname } from "node:path";

import type { DataFolder } from "../../data-folder.ts";

/** The writer's files are no longer the ones in the data folder: what it writes, the next start would not find. */
export class DisplacedFault extends Error {
  /** For whoever asks the service: what happened, without a path. */
  readonly what: string;

  constructor(what: string, advice: string) {
    super(`${what} ${advice}`);
    this.name = "DisplacedFault";
    this.what = what;
  }
}

interface KnownFile {
  /** As a sentence begins. */
  readonly name: string;
  readonly path: string;
  readonly device: bigint;
  readonly inode: bigint;
  /** Never shrinks while the writer has it; left out where it may. */
  size?: bigint;
}

/**
 * The files a writer has open, as they were when it opened them. An open file goes on taking writes after it was
 * deleted, renamed or replaced, and every one of them is lost with the process: only the folder's entry shows it. Looked
 * up by path alone: closing a second descriptor of a database would drop the locks SQLite holds on it.
 */
export class StoreFiles {
  readonly #folder: KnownFile;
  readonly #database: KnownFile;
  readonly #others: readonly KnownFile[];

  /** Called once the database is open and its log was begun. */
  constructor({ database, writerLock }: DataFolder) {
    this.#folder = knownFile("The data folder", dirname(database));
    const { file, size } = foundFile("The database file", database);
    this.#database = { ...file, size };
    this.#others = [
      knownFile("The database's write-ahead log", `${database}-wal`),
      knownFile("The index of the database's write-ahead log", `${database}-shm`),
      knownFile("The writer's lock file", writerLock),
    ];
  }

  /** Throws `DisplacedFault` when a file is not the one that was opened. */
  assertInPlace(): void {
    for (const file of [this.#database, ...this.#others]) {
      const fault = this.#faultOf(file);
      if (fault !== null) throw fault;
    }
  }

  isInPlace(): boolean {
    return [this.#database, ...this.#others].every((file) => this.#faultOf(file) === null);
  }

  /** Whether the database itself is in its folder, whatever became of the files beside it. */
  isDatabaseInPlace(): boolean {
    return this.#faultOf(this.#database) === null;
  }

  #faultOf(file: KnownFile): DisplacedFault | null {
    const found = statOf(file.path);
    if (found !== undefined && found.ino === file.inode && found.dev === file.device) {
      if (file.size === undefined) return null;
      if (found.size >= file.size) {
        file.size = found.size;
        return null;
      }
      return new DisplacedFault(
        `${file.name} was cut short or overwritten while the service had it open.`,
        this.#advice(file),
      );
    }
    return new DisplacedFault(this.#whatHappened(file, found === undefined), this.#advice(file));
  }

  #whatHappened(file: KnownFile, isGone: boolean): string {
    const folder = statOf(this.#folder.path);
    if (folder === undefined) return "The data folder was renamed or deleted while the service had it open.";
    if (folder.ino !== this.#folder.inode || folder.dev !== this.#folder.device) {
      return "The data folder was replaced, or something was mounted over it, while the service had it open.";
    }
    return isGone
      ? `${file.name} was deleted or moved while the service had it open.`
      : `${file.name} was replaced by another file while the service had it open.`;
  }

  #advice({ path }: KnownFile): string {
    return (
      `It was ${path}. Nothing is acknowledged from now on; what was acknowledged before can still be read through ` +
      `this process ${process.pid}, whose open files hold it (on Linux: ls -l /proc/${process.pid}/fd; copy the ` +
      "database and its -wal together), so save what you need before you stop it. Then put the newest database of " +
      "this folder back and start the service again. What was refused can be sent again: a frame counts once."
    );
  }
}

function knownFile(name: string, path: string): KnownFile {
  return foundFile(name, path).file;
}

function foundFile(name: string, path: string): { readonly file: KnownFile; readonly size: bigint } {
  const found = statOf(path);
  if (found === undefined) throw new Error(`${path} is missing right after it was opened`);
  return { file: { name, path, device: found.dev, inode: found.ino }, size: found.size };
}

/** Undefined for what is not there; a folder that cannot be looked into holds nothing for us either. */
function statOf(path: string) {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
