import { lengthOf } from "../../core/contract/plain-text.ts";

/**
 * Lines of at most `columns` characters, broken between words. A word longer than that has a line of its own: a name
 * that was broken could not be copied.
 */
export function wrapText(text: string, columns: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    const joined = `${last} ${word}`;
    if (last !== undefined && lengthOf(joined) <= columns) lines[lines.length - 1] = joined;
    else lines.push(word);
  }
  return lines;
}
