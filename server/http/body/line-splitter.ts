/** One line of NDJSON with anything on it. */
export type Line =
  | { readonly kind: "line"; readonly number: number; readonly bytes: Buffer }
  | { readonly kind: "too-long"; readonly number: number };

/**
 * Cuts a stream of bytes into lines (api.md 9.4): LF ends a line, a CR before it does not count, one byte order mark at
 * the start is ignored, blank lines are counted and skipped. Never holds more than one line of `limitBytes`.
 */
export class LineSplitter {
  readonly #limitBytes: number;
  #parts: Buffer[] = [];
  #heldBytes = 0;
  #isTooLong = false;
  #number = 1;

  constructor(limitBytes: number) {
    this.#limitBytes = limitBytes;
  }

  /** The lines this chunk completes. Their bytes may be parts of the chunk: use them before it is reused. */
  push(chunk: Buffer): Line[] {
    const lines: Line[] = [];
    let from = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, from)) {
      this.#hold(chunk.subarray(from, end));
      this.#finishLine(lines);
      from = end + 1;
    }
    if (from < chunk.length) this.#hold(chunk.subarray(from));
    return lines;
  }

  /** The last line, when it has no LF. */
  end(): Line[] {
    const lines: Line[] = [];
    this.#finishLine(lines);
    return lines;
  }

  /** The line being read, or the next one. */
  get number(): number {
    return this.#number;
  }

  #hold(part: Buffer): void {
    this.#heldBytes += part.length;
    // A CR that may turn out to end the line does not count against the limit.
    if (this.#heldBytes > this.#limitBytes + byteOrderMark.length + 1) {
      this.#isTooLong = true;
      this.#parts = [];
      return;
    }
    if (part.length > 0) this.#parts.push(part);
  }

  #finishLine(lines: Line[]): void {
    const number = this.#number;
    const [first = empty, ...more] = this.#parts;
    const bytes = trim(more.length === 0 ? first : Buffer.concat(this.#parts), number === 1);
    if (this.#isTooLong || bytes.length > this.#limitBytes) lines.push({ kind: "too-long", number });
    else if (!isBlank(bytes)) lines.push({ kind: "line", number, bytes });
    this.#parts = [];
    this.#heldBytes = 0;
    this.#isTooLong = false;
    this.#number += 1;
  }
}

const empty = Buffer.alloc(0);
const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

function trim(line: Buffer, isFirst: boolean): Buffer {
  const end = line.at(-1) === carriageReturn ? line.length - 1 : line.length;
  const hasMark = isFirst && line.subarray(0, byteOrderMark.length).equals(byteOrderMark);
  return line.subarray(hasMark ? byteOrderMark.length : 0, end);
}

function isBlank(line: Buffer): boolean {
  return line.every((byte) => byte === 0x20 || byte === 0x09 || byte === carriageReturn);
}
