import { mkdir, open, readdir, readFile, rm, stat, truncate, type FileHandle } from "node:fs/promises";
import { join } from "node:path";

import type { Spool, SpooledGroup } from "../ingest/spool.ts";
import { lockFolder } from "./folder-lock.ts";

export interface FileSpoolOptions {
  /**
   * Default true: `write` resolves when the frame is on the disk, and survives a loss of power. False: it survives the end of
   * the process only, and costs no wait.
   */
  readonly fsync?: boolean;
}

/**
 * Lines in files of a folder, one file a group. What a killed process left there is sent by the next one that opens the
 * folder; what it may have sent already counts once.
 */
export class FileSpool implements Spool {
  readonly durable = true;
  bytes: number;
  lines: number;
  readonly #folder: string;
  readonly #fsync: boolean;
  readonly #unlock: () => Promise<void>;
  readonly #sealed: Segment[];
  readonly #run = crypto.randomUUID();
  #number: number;
  #open: OpenSegment | null = null;
  #waiting: Waiting[] = [];
  /** Disk work, one step after another. */
  #work: Promise<unknown> = Promise.resolve();

  private constructor(folder: string, found: readonly Segment[], given: Given) {
    this.#folder = folder;
    this.#sealed = [...found];
    this.#fsync = given.fsync;
    this.#unlock = given.unlock;
    this.bytes = found.reduce((bytes, segment) => bytes + segment.bytes, 0);
    this.lines = found.reduce((lines, segment) => lines + segment.lines, 0);
    this.#number = Math.max(0, ...found.map(({ name }) => Number.parseInt(name, 10)));
  }

  /** Makes the folder where there is none. One process at a time has it. */
  static async open(folder: string, { fsync = true }: FileSpoolOptions = {}): Promise<FileSpool> {
    // What vehicles measure is nobody else's.
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const unlock = await lockFolder(folder);
    try {
      return new FileSpool(folder, await segmentsIn(folder), { fsync, unlock });
    } catch (error) {
      await unlock();
      throw error;
    }
  }

  append(line: Uint8Array): Promise<void> {
    this.bytes += line.length;
    this.lines += 1;
    return new Promise((resolve, reject) => {
      const isFirst = this.#waiting.push({ line, resolve, reject }) === 1;
      // Whatever comes while the disk is busy goes with the next write, and waits for it only once.
      if (isFirst) void this.#next(() => this.#writeWaiting());
    });
  }

  seal(): Promise<void> {
    return this.#next(async () => {
      const segment = this.#open;
      if (segment === null) return;
      this.#open = null;
      await segment.file.close();
      if (segment.lines > 0) this.#sealed.push(segment);
      else await rm(join(this.#folder, segment.name), { force: true });
    });
  }

  async oldest(): Promise<SpooledGroup | null> {
    const [segment] = this.#sealed;
    if (segment === undefined) return null;
    const { name, lines, bytes } = segment;
    const content = await contentOf(join(this.#folder, name));
    if (content !== null) return { name, lines, content: content.subarray(0, bytes) };
    // Somebody tidied up: what is gone cannot be sent.
    this.#forget(segment);
    return this.oldest();
  }

  async remove({ name }: SpooledGroup): Promise<void> {
    const segment = this.#sealed.find((each) => each.name === name);
    if (segment === undefined) return;
    await rm(join(this.#folder, name), { force: true });
    this.#forget(segment);
  }

  async close(): Promise<void> {
    await this.seal();
    await this.#unlock();
  }

  #forget(segment: Segment): void {
    this.#sealed.splice(this.#sealed.indexOf(segment), 1);
    this.bytes -= segment.bytes;
    this.lines -= segment.lines;
  }

  async #writeWaiting(): Promise<void> {
    const batch = this.#waiting;
    this.#waiting = [];
    const bytes = Buffer.concat(batch.map(({ line }) => line));
    try {
      await this.#write(bytes, batch.length);
      for (const { resolve } of batch) resolve();
    } catch (error) {
      this.bytes -= bytes.length;
      this.lines -= batch.length;
      for (const { reject } of batch) reject(error);
    }
  }

  async #write(bytes: Uint8Array, lines: number): Promise<void> {
    this.#open ??= await this.#begin();
    const segment = this.#open;
    try {
      await segment.file.appendFile(bytes);
      if (this.#fsync) await segment.file.datasync();
    } catch (error) {
      // Half a line would spoil the one behind it. If even this fails, the length below says how far the file counts.
      await segment.file.truncate(segment.bytes).catch(() => {});
      throw error;
    }
    segment.bytes += bytes.length;
    segment.lines += lines;
  }

  async #begin(): Promise<OpenSegment> {
    this.#number += 1;
    const name = `${String(this.#number).padStart(12, "0")}-${this.#run}${ending}`;
    const file = await open(join(this.#folder, name), "ax", 0o600);
    if (this.#fsync) await syncFolder(this.#folder);
    return { name, bytes: 0, lines: 0, file };
  }

  #next<T>(step: () => Promise<T>): Promise<T> {
    const done = this.#work.then(step);
    this.#work = done.catch(() => {});
    return done;
  }
}

interface Segment {
  readonly name: string;
  bytes: number;
  lines: number;
}

interface OpenSegment extends Segment {
  readonly file: FileHandle;
}

interface Waiting {
  readonly line: Uint8Array;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

interface Given {
  readonly fsync: boolean;
  readonly unlock: () => Promise<void>;
}

const ending = ".ndjson";
const lineEnd = 0x0a;

/** What an earlier process left, oldest first. */
async function segmentsIn(folder: string): Promise<readonly Segment[]> {
  const names = (await readdir(folder)).filter((name) => /^\d{12}-.*\.ndjson$/u.test(name)).sort();
  const segments: Segment[] = [];
  for (const name of names) {
    const segment = await repaired(join(folder, name), name);
    if (segment !== null) segments.push(segment);
  }
  return segments;
}

/** A line that a kill cut off was never acknowledged to whoever wrote it. */
async function repaired(path: string, name: string): Promise<Segment | null> {
  const content = await readFile(path);
  const bytes = content.lastIndexOf(lineEnd) + 1;
  if (bytes === 0) {
    await rm(path);
    return null;
  }
  if (bytes < (await stat(path)).size) await truncate(path, bytes);
  let lines = 0;
  for (const byte of content.subarray(0, bytes)) lines += byte === lineEnd ? 1 : 0;
  return { name, bytes, lines };
}

async function contentOf(path: string): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(await readFile(path));
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  }
}

/** A file's name is durable only with its folder. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
