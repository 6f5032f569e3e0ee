import { ownText } from "../../../app/own-text.ts";
import { nowhere, takeSlot, type Slot } from "./take-slot.ts";
import { NumberSource, sink } from "./text-numbers.ts";

/**
 * A frame's text written as numbers beside the text of an earlier frame of the same vehicle. What a vehicle sends differs
 * from frame to frame in its numbers and times alone; what stays is the pattern, and it is kept in one text of many.
 * Text and numbers give back the text byte for byte, or the frame is stored as it came.
 */

export class TextPattern {
  /** What stands before each slot, and after the last. */
  readonly #pieces: readonly string[];
  readonly #slots: readonly Slot[];

  /**
   * What stays of a text when numbers and times are taken out. `kin`: others by their number of slots. What is the same in
   * one of them is there once, and the rest is copied out of the text.
   */
  constructor(text: string, kin?: ReadonlyMap<number, TextPattern>) {
    const pieces: string[] = [];
    const slots: Slot[] = [];
    let from = 0;
    for (const found of text.matchAll(tokens)) {
      const placed = slotOf(found[0]);
      if (placed === null) continue;
      const at = found.index + placed.begins;
      pieces.push(text.slice(from, at));
      slots.push(placed.slot);
      from = at + placed.length;
    }
    pieces.push(text.slice(from));
    const like = kin?.get(slots.length) ?? null;
    const known = like === null ? [] : like.#pieces;
    const share = (piece: string, at: number) => (piece === known[at] ? known[at] : ownText(piece));
    this.#pieces = kin === undefined ? pieces : pieces.map(share);
    this.#slots = like !== null && areSame(slots, like.#slots) ? like.#slots : slots;
  }

  get slots(): number {
    return this.#slots.length;
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
    const rest = this.#pieces[this.#slots.length]!;
    return text.length === at + rest.length && text.startsWith(rest, at) ? sink.bytes() : null;
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

/**
 * The patterns of a fleet, one or a few a vehicle. They differ in the vehicle's name and little else: what is the same is there once,
 * so that it is in fast memory for every vehicle.
 */
export class TextPatterns {
  /** By the number of its slots the pattern that was made last. */
  readonly #latest = new Map<number, TextPattern>();

  of(text: string): TextPattern {
    const pattern = new TextPattern(text, this.#latest);
    if (this.#latest.size >= mostKinds) this.#latest.clear();
    this.#latest.set(pattern.slots, pattern);
    return pattern;
  }
}

const mostKinds = 64;

function areSame(slots: readonly Slot[], others: readonly Slot[]): boolean {
  return slots.every((slot, at) => {
    const other = others[at]!;
    return slot.kind === "time" && other.kind === "time"
      ? slot.offsetUs === other.offsetUs
      : slot.kind === other.kind;
  });
}

/** Strings, so that digits in them stay; and numbers outside of strings. */
const tokens = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/gs;
const timeToken = /^"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?)(Z|[+-]\d\d:\d\d)"$/;

/** `begins` and `length` are within the token. */
interface PlacedSlot {
  readonly slot: Slot;
  readonly begins: number;
  readonly length: number;
}

function slotOf(token: string): PlacedSlot | null {
  if (!token.startsWith('"')) return { slot: { kind: "number" }, begins: 0, length: token.length };
  const parts = timeToken.exec(token);
  if (parts === null) return null;
  const [, time = "", zone = ""] = parts;
  return { slot: { kind: "time", offsetUs: offsetUsOf(zone) }, begins: 1, length: time.length };
}

function offsetUsOf(zone: string): number {
  if (zone === "Z") return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(4, 6));
  return (zone.startsWith("-") ? -minutes : minutes) * 60_000_000;
}
