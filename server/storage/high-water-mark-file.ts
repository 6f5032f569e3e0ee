import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readFileSync,
  renameSync,
  writeSync,
} from "node:fs";

import { fromBase64, toBase64 } from "../../core/encoding/base64.ts";
import { concatBytes, equalBytes } from "../../core/encoding/bytes.ts";
import { leafHash } from "../../core/evidence/log/merkle.ts";
import {
  type GrownLog,
  type HighWaterMark,
  type LogHead,
  LogGuardFault,
} from "../app/ports/high-water-mark.ts";
import { sha256 } from "../app/sha256.ts";
import { codeOf } from "../platform/fault.ts";
import { textOfFile } from "../platform/text-of-file.ts";

const line = /^(0|[1-9][0-9]{0,15}) ([A-Za-z0-9+/]{43}=)\n$/;
const hashBytes = 32;

/** Beside the mark: the hash of every leaf up to it, 32 bytes each, so that a restored log can go on after what was seen. */
export function leafHashesFile(markFile: string): string {
  return `${markFile}-leaves`;
}

/**
 * The high-water mark as a file of one line, `size root`, replaced whole at each step, and the hashes of the leaves in a
 * file that grows before it. Better on another disk than the database: what is restored with it does not guard it.
 */
export class HighWaterMarkFile implements HighWaterMark {
  readonly #path: string;
  #head: LogHead;
  /** Hashes of the newest leaves that the file may not have yet. */
  #unwritten: Uint8Array[] = [];
  /** True while the file is behind what was signed. */
  #isBehind = false;

  private constructor(path: string, head: LogHead) {
    this.#path = path;
    this.#head = head;
  }

  /** Null when there is no such file. Throws for a file that is no mark. */
  static open(path: string): HighWaterMarkFile | null {
    const text = textOfFile(path);
    if (text === null) return null;
    const [, digits, encoded] = line.exec(text) ?? [];
    const root = fromBase64(encoded ?? "-");
    if (root === null) {
      throw new LogGuardFault(
        `${path} is not a mark of how far the log was signed; restore it from a backup.`,
      );
    }
    return new HighWaterMarkFile(path, { size: Number(digits), root });
  }

  static begin(path: string, head: LogHead): HighWaterMarkFile {
    write(path, head);
    return new HighWaterMarkFile(path, head);
  }

  get head(): LogHead {
    return this.#head;
  }

  /** The hashes of all leaves up to the mark; null where the file beside it does not have them. */
  leafHashes(): Uint8Array | null {
    try {
      const hashes = new Uint8Array(readFileSync(leafHashesFile(this.#path)));
      const due = this.#head.size * hashBytes;
      return hashes.length < due ? null : hashes.subarray(0, due);
    } catch (fault) {
      if (codeOf(fault) === "ENOENT") return null;
      throw fault;
    }
  }

  /** Writes the hashes of the leaves where they are missing: the file was lost, or the mark is older than it. */
  keepLeafHashes(all: () => Uint8Array): void {
    if (this.leafHashes() === null) writeHashes(leafHashesFile(this.#path), 0, all());
  }

  admit(head: LogHead): void {
    if (head.size !== this.#head.size || !equalBytes(head.root, this.#head.root)) {
      throw new LogGuardFault(
        `the log in the database ends at ${head.size}, but ${this.#head.size} was signed last; signing on would fork it`,
      );
    }
    if (this.#isBehind) this.#write();
  }

  raise({ size, root, leaves }: GrownLog): void {
    this.#head = { size, root };
    this.#unwritten.push(...leaves.map(({ entry }) => leafHash(entry, sha256)));
    try {
      this.#write();
    } catch {
      // The head is durable in the database. An older mark forbids too little, never too much; `admit` tries again.
      this.#isBehind = true;
    }
  }

  /** The hashes first: they are all there, whatever mark is found. */
  #write(): void {
    try {
      const from = this.#head.size - this.#unwritten.length;
      writeHashes(leafHashesFile(this.#path), from, concatBytes(...this.#unwritten));
      write(this.#path, this.#head);
      this.#unwritten = [];
      this.#isBehind = false;
    } catch (fault) {
      if (!(fault instanceof Error)) throw fault;
      const isFull = "code" in fault && fault.code === "ENOSPC";
      const reason = `${this.#path} cannot be written: ${fault.message}`;
      throw new LogGuardFault(reason, isFull ? "full" : "broken");
    }
  }
}

/** Whoever reads finds the old line or the new one. A power cut may bring the old one back, which only forbids less. */
function write(path: string, { size, root }: LogHead): void {
  const aside = `${path}.new`;
  const file = openSync(aside, "w", 0o600);
  try {
    writeSync(file, `${size} ${toBase64(root)}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(aside, path);
}

/** From the leaf `from` on; nothing where earlier ones are missing, which the next start makes up for. */
function writeHashes(path: string, from: number, hashes: Uint8Array): void {
  const file = openSync(path, "a+", 0o600);
  try {
    if (fstatSync(file).size < from * hashBytes) return;
    // What a process that ended in between wrote, and no mark came to.
    ftruncateSync(file, from * hashBytes);
    writeSync(file, hashes);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
