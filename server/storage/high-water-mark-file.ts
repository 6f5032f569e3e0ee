import { closeSync, fsyncSync, openSync, renameSync, writeSync } from "node:fs";

import { fromBase64, toBase64 } from "../../core/encoding/base64.ts";
import { equalBytes } from "../../core/encoding/bytes.ts";
import { type HighWaterMark, type LogHead, LogGuardFault } from "../app/ports/high-water-mark.ts";
import { textOfFile } from "../platform/text-of-file.ts";

const line = /^(0|[1-9][0-9]{0,15}) ([A-Za-z0-9+/]{43}=)\n$/;

/**
 * The high-water mark as a file of one line, `size root`, replaced whole at each step. Better on another disk than the
 * database: what is restored with it does not guard it.
 */
export class HighWaterMarkFile implements HighWaterMark {
  readonly #path: string;
  #head: LogHead;
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

  admit(head: LogHead): void {
    if (head.size !== this.#head.size || !equalBytes(head.root, this.#head.root)) {
      throw new LogGuardFault(
        `the log in the database ends at ${head.size}, but ${this.#head.size} was signed last; signing on would fork it`,
      );
    }
    if (this.#isBehind) this.#write();
  }

  raise(head: LogHead): void {
    this.#head = head;
    try {
      this.#write();
    } catch {
      // The head is durable in the database. An older mark forbids too little, never too much; `admit` tries again.
      this.#isBehind = true;
    }
  }

  #write(): void {
    try {
      write(this.#path, this.#head);
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
