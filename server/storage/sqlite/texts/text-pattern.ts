import { nowhere, takeSlot, type Slot } from "./take-slot.ts";
import { NumberSource, sink } from "./text-numbers.ts";

/**
 * A frame's text told as numbers beside the text of an earlier frame of the same vehicle. What a vehicle sends differs
 * from frame to frame in its numbers and times alone; what stays is the pattern, and it is kept in one text of many.
 * Text and numbers give back the text byte for byte, or the frame is stored as it came.
 */

export class TextPattern {
  /** What stands before each slot, and after the last. */
  readonly #pieces: readonly string[];
  readonly #slots: readonly PlacedSlot[];

  /** What stays of a text when numbers and times are taken out. */
  constructor(text: string) {
    const pieces: string[] = [];
    const slots: PlacedSlot[] = [];
    let from = 0;
    for (const found of text.matchAll(tokens)) {
      const slot = slotOf(found[0]);
      if (slot === null) continue;
      const at = found.index + slot.begins;
      pieces.push(text.slice(from, at));
      slots.push(slot);
      from = at + slot.length;
    }
    pieces.push(text.slice(from));
    this.#pieces = pieces;
    this.#slots = slots;
  }

  /** The numbers that make `text` out of this pattern; null for a text of another pattern. */
  numbersIn(text: string, timestampUs: number): Uint8Array<ArrayBuffer> | null {
    sink.begin(timestampUs);
    let at = 0;
    for (let number = 0; number < this.#slots.length; number += 1) {
      const piece = this.#pieces[number]!;
      if (!text.startsWith(piece, at)) return null;
      at = takeSlot(text, at + piece.length, this.#slots[number]!);
      if (at === nowhere) return null;
    }
    return text.slice(at) === this.#pieces.at(-1) ? sink.bytes() : null;
  }

  /** The text these numbers make. Throws RangeError on numbers that are not of this pattern. */
  textWith(numbers: Uint8Array, timestampUs: number): string {
    const source = new NumberSource(numbers);
    let text = this.#pieces[0] ?? "";
    for (const [number, slot] of this.#slots.entries()) {
      text += slot.kind === "number" ? source.number() : source.time(timestampUs, slot.offsetUs);
      text += this.#pieces[number + 1];
    }
    if (!source.isAtEnd)
      throw new RangeError("a stored frame's numbers are more than its pattern has places");
    return text;
  }
}

/** A place in a pattern. `begins` and `length` are within its token. */
type PlacedSlot = Slot & { readonly begins: number; readonly length: number };

/** Strings, so that digits in them stay; and numbers outside of strings. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/gs;
const timeToken = /^"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?)(Z|[+-]\d\d:\d\d)"$/;

function slotOf(token: string): PlacedSlot | null {
  if (!token.startsWith('"')) return { kind: "number", begins: 0, length: token.length };
  const parts = timeToken.exec(token);
  if (parts === null) return null;
  const [, time = "", zone = ""] = parts;
  return { kind: "time", begins: 1, length: time.length, offsetUs: offsetUsOf(zone) };
}

function offsetUsOf(zone: string): number {
  if (zone === "Z") return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4, 6));
  return (zone.startsWith("-") ? -minutes : minutes) * 60_000_000;
}
