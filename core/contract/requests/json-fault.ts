import type { ProblemCode } from "../problems.ts";
import type { BodyFault } from "../refusal.ts";

/** Why a text is not JSON we accept, and where reading met it. */
export interface JsonFault extends BodyFault {
  /** The detail without its place, its first capital and its full stop. */
  readonly what: string;
  /** Bytes of UTF-8 before the fault. */
  readonly byteOffset: number;
  /** From 1. */
  readonly line: number;
  /** In characters, from 1. */
  readonly column: number;
}

/** Code, pointer, and a sentence without its first capital and its full stop. */
type Said = readonly [code: ProblemCode, pointer: string, what: string];

/** The fault at a place in the text. */
export function faultAt(text: string, at: number, said: Said): JsonFault {
  return new PlacesOfFaults(text).faultAt(at, said);
}

/** Places in one text, each after the one before, so that many of them cost no more than its length. */
export class PlacesOfFaults {
  readonly #text: string;
  #at = 0;
  #line = 1;
  #lineStart = 0;
  #byteOffset = 0;

  constructor(text: string) {
    this.#text = text;
  }

  faultAt(at: number, [code, pointer, what]: Said): JsonFault {
    const passed = this.#text.slice(this.#at, at);
    this.#line += countOf("\n", passed);
    const lastEnd = passed.lastIndexOf("\n");
    if (lastEnd >= 0) this.#lineStart = this.#at + lastEnd + 1;
    this.#byteOffset += new TextEncoder().encode(passed).length;
    this.#at = at;
    const [line, column, byteOffset] = [this.#line, at - this.#lineStart + 1, this.#byteOffset];
    const detail = `At line ${line}, column ${column} (byte ${byteOffset}): ${what}.`;
    return { code, pointer, detail, what, byteOffset, line, column };
  }
}

/** The same fault where the text is one line of a body: whoever says so names the line. */
export function withinLine(fault: JsonFault): BodyFault {
  const { code, pointer, what, column, byteOffset } = fault;
  return { code, pointer, detail: `At column ${column} of the line (byte ${byteOffset}): ${what}.` };
}

function countOf(character: string, text: string): number {
  let count = 0;
  for (let at = text.indexOf(character); at >= 0; at = text.indexOf(character, at + 1)) count += 1;
  return count;
}

/** A JSON pointer (RFC 6901). Names beyond 60 characters are shortened: answers repeat little of the input. */
export function pointerTo(names: readonly (string | number)[]): string {
  return names
    .map((name) => `/${shortened(String(name)).replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
}

function shortened(text: string): string {
  return text.length <= 60 ? text : `${text.slice(0, 59).toWellFormed()}…`;
}

/** A piece of input as details show it: quoted, on one line, short. */
export function shown(text: string): string {
  return JSON.stringify(shortened(text));
}
