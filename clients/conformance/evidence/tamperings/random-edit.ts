import * as fc from "fast-check";

import { utf8 } from "../../../../core/encoding/bytes.ts";
import type { Edit } from "../examples/toy-evidence.ts";

/** What an attacker who tries everything may do to a document: one of its values, or a place of its text, anywhere. */

type Path = readonly (string | number)[];

const oddScalars = [null, true, false, 0, 1, -1, 1.5, 1e21, 1e-7, 5e-324, 1e300, 2 ** 53 - 1, 2 ** 53];
const oddWords = ["", "a", "\u0000", "\n", "a\n", "é", "\u{1f600}", "0".repeat(64), "NaN", "CAUTION"];
const oddTimes = ["2026-02-30T00:00:00.000Z", "2026-11-20T24:00:00.000Z", "1969-12-31T23:59:59.999Z"];
const oddContainers = [[], {}, [1], { a: 1 }];
const oddValues: readonly unknown[] = [...oddScalars, ...oddWords, ...oddTimes, ...oddContainers];
const oddTexts = [
  "",
  " ",
  "\n",
  "\r",
  "\t",
  "0",
  "9",
  "A",
  "-",
  "+",
  "=",
  ".",
  ",",
  '"',
  "{",
  "é",
  "\\u0041",
  "e5",
];

/** Edits one value of a document: takes it away, repeats it, bends it, or puts something odd in its place. */
export const anyEdit: fc.Arbitrary<Edit> = fc
  .record({
    place: fc.nat(),
    kind: fc.constantFrom("remove", "repeat", "add", "bend", "bend", "replace", "replace"),
    odd: fc.constantFrom(...oddValues),
    text: fc.record({ at: fc.nat(), put: fc.constantFrom(...oddTexts), takes: fc.nat(2) }),
    number: fc.constantFrom(1, -1, 0.5, 1e9),
  })
  .map((drawn) => (target: unknown) => {
    const places = placesIn(target);
    const path = places[drawn.place % places.length];
    if (path !== undefined) change(target, path, drawn);
  });

/** Puts something into a text, and takes out up to two characters there. */
export const anyRespelling: fc.Arbitrary<(text: string) => string> = fc
  .record({ at: fc.nat(), put: fc.constantFrom(...oddTexts), takes: fc.nat(2) })
  .map((drawn) => (text: string) => respell(text, drawn));

/** Changes one bit. */
export const anyFlip: fc.Arbitrary<(bytes: Uint8Array) => Uint8Array> = fc
  .record({ at: fc.nat(), bit: fc.nat(7) })
  .map(({ at, bit }) => (bytes: Uint8Array) => {
    const bent = Uint8Array.from(bytes);
    if (bent.length > 0) bent[at % bent.length]! ^= 1 << bit;
    return bent;
  });

/** The JSON of some bytes with one value edited, written without regard to any canonical form. */
export function rewritten(bytes: Uint8Array, edit: Edit): Uint8Array {
  const document: unknown = JSON.parse(Buffer.from(bytes).toString());
  edit(document);
  return utf8(JSON.stringify(document));
}

interface Drawn {
  readonly kind: "remove" | "repeat" | "add" | "bend" | "replace";
  readonly odd: unknown;
  readonly text: { readonly at: number; readonly put: string; readonly takes: number };
  readonly number: number;
}

function change(target: unknown, path: Path, drawn: Drawn): void {
  const parent = path.slice(0, -1).reduce((value, name) => (value as Record<string, unknown>)[name], target);
  const members = parent as Record<string | number, unknown>;
  const name = path.at(-1)!;
  switch (drawn.kind) {
    case "remove":
      if (Array.isArray(parent)) parent.splice(Number(name), 1);
      else Reflect.deleteProperty(members, name);
      return;
    case "repeat":
      if (Array.isArray(parent)) parent.push(structuredClone(members[name]));
      else members[`${name}2`] = members[name];
      return;
    case "add":
      if (!Array.isArray(parent)) members["added"] = drawn.odd;
      return;
    case "bend":
      members[name] = bent(members[name], drawn);
      return;
    case "replace":
      members[name] = structuredClone(drawn.odd);
  }
}

function bent(value: unknown, { text, number, odd }: Drawn): unknown {
  if (typeof value === "string") return respell(value, text);
  return typeof value === "number" ? value + number : odd;
}

function respell(text: string, { at, put, takes }: Drawn["text"]): string {
  const from = at % (text.length + 1);
  return text.slice(0, from) + put + text.slice(from + takes);
}

function placesIn(value: unknown, path: Path = []): readonly Path[] {
  const here = path.length === 0 ? [] : [path];
  if (typeof value !== "object" || value === null) return here;
  const inside = Object.entries(value).flatMap(([name, inner]) =>
    placesIn(inner, [...path, Array.isArray(value) ? Number(name) : name]),
  );
  return [...here, ...inside];
}
