import type { SQLOutputValue } from "node:sqlite";

import { TextPattern } from "./text-pattern.ts";

/** Patterns kept at hand; a vehicle has one for each set of sensors that reports at once. */
const patternsKept = 1_000;

/** The texts of frames out of their rows. The pattern of a text that others lean on is made once for many of them. */
export class FrameTexts {
  readonly #patterns = new Map<string, TextPattern>();

  /** The text as received; empty, which no text is, where the row or the one it leans on is damaged. */
  read(text: SQLOutputValue | undefined, model: SQLOutputValue | undefined, timestampUs: number): string {
    if (typeof text === "string") return text;
    if (!(text instanceof Uint8Array) || typeof model !== "string") return "";
    try {
      return this.#patternOf(model).textWith(text, timestampUs);
    } catch (fault) {
      if (fault instanceof RangeError) return "";
      throw fault;
    }
  }

  #patternOf(model: string): TextPattern {
    const known = this.#patterns.get(model);
    if (known !== undefined) return known;
    if (this.#patterns.size >= patternsKept) this.#patterns.clear();
    const pattern = new TextPattern(model);
    this.#patterns.set(model, pattern);
    return pattern;
  }
}
