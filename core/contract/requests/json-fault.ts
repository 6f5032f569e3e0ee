import type { ProblemCode } from "../problems.ts";
import type { BodyFault } from "../refusal.ts";

/** Why a text is not JSON we accept, and where reading met it. */
export interface JsonFault extends BodyFault {
  /** Bytes of UTF-8 before the fault. */
  readonly byteOffset: number;
  /** From 1. */
  readonly line: number;
  /** In characters, from 1. */
  readonly column: number;
}

/** The fault at a place in the text. `what` is a sentence without its first capital and its full stop. */
export function faultAt(
  text: string,
  at: number,
  [code, pointer, what]: readonly [code: ProblemCode, pointer: string, what: string],
): JsonFault {
  const before = text.slice(0, at);
  const line = 1 + countOf("\n", before);
  const column = at - before.lastIndexOf("\n");
  const byteOffset = new TextEncoder().encode(before).length;
  const detail = `At line ${line}, column ${column} (byte ${byteOffset}): ${what}.`;
  return { code, pointer, detail, byteOffset, line, column };
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
