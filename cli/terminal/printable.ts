import { unseenCharacter } from "../../core/contract/plain-text.ts";
import type { Terminal } from "./terminal.ts";

const everyUnseen = new RegExp(`(?![\\n\\t])(?:${unseenCharacter.source}|\\p{Cs})`, "gu");

/**
 * Text from anywhere as it may be shown: whatever a terminal would obey, hide or turn round stands there as JSON writes
 * it (`\\u001b`), so that JSON stays the JSON it was. Line ends and tabs stay; see `printableLine`.
 */
export function printable(text: string): string {
  return text.replaceAll(everyUnseen, escaped);
}

/** The same for what is to be one cell or one sentence: it cannot begin a line that looks like one of ours. */
export function printableLine(text: string): string {
  return printable(text).replaceAll(/[\n\t]/gu, escaped);
}

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
}

/** Whatever is written through it is printable; only our own colours are let through. */
export function guarded(terminal: Terminal): Terminal {
  return {
    ...terminal,
    out: (text) => terminal.out(shown(text)),
    err: (text) => terminal.err(shown(text)),
    exact: (text) => (terminal.isScreen ? terminal.out(printable(text)) : terminal.exact(text)),
  };
}

/** Foreign text cannot know the mark, which is drawn anew by every process. */
const colourMark = crypto.randomUUID();
const ownColour = new RegExp(`${colourMark}(\\[[0-9]+m)`, "gu");

/** The beginning of a colour, or its end, as `guarded` lets it through. */
export function colourStep(code: number): string {
  return `${colourMark}[${code}m`;
}

function shown(text: string): string {
  return printable(text).replaceAll(ownColour, "\u001b$1");
}
