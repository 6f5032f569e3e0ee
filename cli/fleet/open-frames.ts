import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { basename } from "node:path";
import { pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";

import { CommandFailure, exitCodes } from "../exit-codes.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Frames on their way in: lines of NDJSON, decoded. */
export interface OpenFrames {
  readonly source: Readable;
  /** Length of what `source` gives; 0 where nobody knows it before its end. */
  readonly bytes: number;
}

/**
 * Opens a file of frames, or standard input for `-`. What it is, its first bytes say and not its name: gzip is decoded.
 * Throws a `CommandFailure` for a table.
 */
export async function openFrames(file: string, { stdin }: Pick<Terminal, "stdin">): Promise<OpenFrames> {
  const isInput = file === "-";
  const size = isInput ? 0 : (await stat(file)).size;
  const opened = isInput ? stdin : createReadStream(file, { highWaterMark: 1 << 20 });
  const whole = await peek(opened);
  const isGzip = whole.head[0] === 0x1f && whole.head[1] === 0x8b;
  const { source, head } = isGzip ? await peek(gunzipped(whole.source, file)) : whole;
  if (isTable(head, file)) {
    source.destroy();
    throw noFrames(isInput ? "the input" : file);
  }
  return { source, bytes: isGzip ? 0 : size };
}

interface Peeked {
  /** All of it, the head included. */
  readonly source: Readable;
  readonly head: Buffer;
}

async function peek(source: Readable): Promise<Peeked> {
  const chunks = source[Symbol.asyncIterator]();
  const first = await chunks.next();
  const head = first.done === true ? Buffer.alloc(0) : bytesOf(first.value);
  async function* all() {
    try {
      if (head.length > 0) yield head;
      for (let next = await chunks.next(); next.done !== true; next = await chunks.next()) {
        yield bytesOf(next.value);
      }
    } finally {
      source.destroy();
    }
  }
  return { source: Readable.from(all(), { objectMode: false }), head };
}

function bytesOf(chunk: unknown): Buffer {
  return typeof chunk === "string" ? Buffer.from(chunk) : (chunk as Buffer);
}

/** Several members behind one another are one text. */
function gunzipped(source: Readable, file: string): Readable {
  const decoded = createGunzip();
  pipeline(source, decoded, () => undefined);
  async function* lines() {
    try {
      yield* decoded;
    } catch (fault) {
      throw damaged(fault, file);
    }
  }
  return Readable.from(lines(), { objectMode: false });
}

function damaged(fault: unknown, file: string): unknown {
  const code = (fault as { readonly code?: unknown } | null)?.code;
  if (typeof code !== "string" || !code.startsWith("Z_")) return fault;
  const name = file === "-" ? "the input" : file;
  return new CommandFailure(
    exitCodes.failed,
    `${name} is damaged: its gzip data ${code === "Z_BUF_ERROR" ? "end too early" : "cannot be decoded"}`,
    "copy it again, and run the same command: frames count once",
  );
}

/** By its name, or because its first line is a row of column names. */
function isTable(head: Buffer, file: string): boolean {
  const [line = ""] = head
    .toString("utf8", 0, headBytes)
    .replace(/^\uFEFF/u, "")
    .split(/\r?\n/u);
  if (line.trimStart().startsWith("{")) return false;
  if (/\.(?:csv|tsv)(?:\.gz)?$/iu.test(basename(file))) return true;
  const columns = line.split(/[,;\t]/u);
  return columns.length > 1 && columns.every((name) => columnName.test(name));
}

const headBytes = 4_096;
const columnName = /^\s*"?[A-Za-z_][\w .()[\]/%-]*"?\s*$/u;

function noFrames(name: string): CommandFailure {
  return new CommandFailure(
    exitCodes.usage,
    `${name} is a table (CSV), and ingest reads NDJSON: one frame a line, as JSON`,
    "build frames of its columns first: frames_from_dataframe of the Python client does",
  );
}
