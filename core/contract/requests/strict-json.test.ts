import * as fc from "fast-check";
import { expect, test } from "vitest";

import { parseStrictJson, parseStrictJsonBatch } from "./strict-json.ts";

test("whatever JSON.parse reads, the strict reader reads alike or refuses by name; what JSON.parse refuses, it refuses", () => {
  fc.assert(
    fc.property(nearlyJson, (text) => {
      const strict = parseStrictJson(text);
      const loose = looselyParsed(text);
      if (strict.kind === "json") {
        expect(loose.isJson).toBe(true);
        expect(strict.value).toEqual(withoutMinusZero(loose.value));
      } else if (strict.fault.code === "json_syntax" || strict.fault.code === "json_empty") {
        expect(loose.isJson).toBe(false);
      }
      if (!loose.isJson) expect(strict.kind).toBe("fault");
    }),
    { numRuns: 1_000, seed: 20260301 },
  );
});

test("numbers are read to the last bit as the language reads them", () => {
  const spellings = fc
    .tuple(
      fc.constantFrom("", "-"),
      fc.oneof(fc.nat().map(String), fc.bigInt({ min: 0n, max: 10n ** 20n }).map(String)),
      fc.oneof(fc.constant(""), fc.stringMatching(/^\.[0-9]{1,17}$/)),
      fc.oneof({ weight: 3, arbitrary: fc.constant("") }, fc.stringMatching(/^[eE][+-]?[0-9]{1,2}$/)),
    )
    .map((parts) => parts.join(""))
    .filter((spelling) => spelling.length <= 40);
  fc.assert(
    fc.property(spellings, (spelling) => {
      const read = parseStrictJson(spelling);
      const wanted = Number(spelling);
      expect(read).toEqual({ kind: "json", value: wanted === 0 ? 0 : wanted });
    }),
    { numRuns: 1_000, seed: 7 },
  );
});

const refused: readonly (readonly [text: string, code: string, pointer: string])[] = [
  ["", "json_empty", ""],
  [" \n\t", "json_empty", ""],
  ["\uFEFF{}", "json_syntax", ""],
  ["{", "json_syntax", ""],
  ['{"a":1,}', "json_syntax", ""],
  ["[1,]", "json_syntax", "/1"],
  ["[1 2]", "json_syntax", ""],
  ['{"a" 1}', "json_syntax", ""],
  ["{'a':1}", "json_syntax", ""],
  ["{a:1}", "json_syntax", ""],
  ["01", "json_syntax", ""],
  ["-", "json_syntax", ""],
  ["+1", "json_syntax", ""],
  [".5", "json_syntax", ""],
  ["5.", "json_syntax", ""],
  ["1e", "json_syntax", ""],
  ["0x10", "json_syntax", ""],
  ["NaN", "json_syntax", ""],
  ['{"a":Infinity}', "json_syntax", "/a"],
  ["nul", "json_syntax", ""],
  ["True", "json_syntax", ""],
  ["{} {}", "json_syntax", ""],
  ["// no\n{}", "json_syntax", ""],
  ['"a\tb"', "json_syntax", ""],
  ['"a\\x"', "json_syntax", ""],
  ['"\\u12g4"', "json_syntax", ""],
  ['"open', "json_syntax", ""],
  ['{"sensors":{"lidar_confidence":1e400}}', "number_not_finite", "/sensors/lidar_confidence"],
  ["-1e999", "number_not_finite", ""],
  [`{"a":[0,0.${"1".repeat(39)}]}`, "number_too_long", "/a/1"],
  ['{"a":1,"a":1}', "duplicate_member", "/a"],
  ['{"a":1,"\\u0061":1}', "duplicate_member", "/a"],
  ['{"x":[{"~/":1,"~/":2}]}', "duplicate_member", "/x/0/~0~1"],
  ['{"m":{"__proto__":{"admin":true}}}', "forbidden_member", "/m/__proto__"],
  ['{"\\u005f_proto__":1}', "forbidden_member", "/__proto__"],
  ['{"v":"\\ud800"}', "lone_surrogate", "/v"],
  ['{"v":"\\udc00\\ud800"}', "lone_surrogate", "/v"],
  ["[".repeat(33) + "]".repeat(33), "too_deep", "/0".repeat(32)],
  [`{${Array.from({ length: 65 }, (_, at) => `"m${at}":0`).join(",")}}`, "too_many_members", "/m64"],
];
test.each(refused)("%j is refused as %s at %j", (text, code, pointer) => {
  const read = parseStrictJson(text);
  expect(read).toMatchObject({ kind: "fault", fault: { code, pointer } });
});

test("the limits themselves are taken", () => {
  const deepest = "[".repeat(32) + "]".repeat(32);
  const widest = `{${Array.from({ length: 64 }, (_, at) => `"m${at}":0`).join(",")}}`;
  const longest = `0.${"1".repeat(38)}`;
  for (const text of [deepest, widest, longest]) expect(parseStrictJson(text).kind).toBe("json");
});

test("a fault names line, column and byte", () => {
  const read = parseStrictJson('{\n  "größe": 1,\n  "größe": 2\n}');
  expect(read).toMatchObject({ kind: "fault", fault: { line: 3, column: 3, byteOffset: 20 } });
});

test("minus zero is zero, and a member named like an inherited one is an ordinary member", () => {
  const read = parseStrictJson('{"a":-0,"b":-0.0e5,"constructor":1,"toString":2}');
  expect(read.kind === "json" && Object.is((read.value as { a: number }).a, 0)).toBe(true);
  expect(read).toEqual({ kind: "json", value: { a: 0, b: 0, constructor: 1, toString: 2 } });
});

test("a million brackets are refused without running out of stack", () => {
  expect(parseStrictJson("[".repeat(1_000_000))).toMatchObject({ kind: "fault" });
  expect(parseStrictJson('{"a":'.repeat(200_000))).toMatchObject({ kind: "fault" });
});

test("elements of a batch come with their exact source text", () => {
  const read = parseStrictJsonBatch('{"frames": [ {"a": 1.50} ,\n{"b":[1, 2]}]}', 10);
  const raws = read.kind === "json" ? read.elements?.map((element) => element.raw) : null;
  expect(raws).toEqual(['{"a": 1.50}', '{"b":[1, 2]}']);
});

test("what is wrong inside one element is that element's fault alone, placed in the body", () => {
  const read = parseStrictJsonBatch('[{"a":1},\n\n{"a":1,"a":2},{"a":3}]', 10);
  expect(read).toMatchObject({
    kind: "json",
    elements: [
      { kind: "json", value: { a: 1 } },
      {
        kind: "fault",
        fault: { code: "duplicate_member", pointer: "/a", line: 3, column: 8, byteOffset: 18 },
      },
      { kind: "json", value: { a: 3 } },
    ],
  });
});

test("each of several faulty elements has its own place in the body", () => {
  const read = parseStrictJsonBatch('[{"ä":1,"ä":2},\n{"a":1,\n "a":2}, {"b":1,"b":1}]', 10);
  const elements = read.kind === "json" ? (read.elements ?? []) : [];
  const details = elements.map((element) => (element.kind === "fault" ? element.fault.detail : ""));
  expect(details).toEqual([
    'At line 1, column 9 (byte 9): the member "ä" is there twice; keep one of them.',
    'At line 3, column 2 (byte 27): the member "a" is there twice; keep one of them.',
    'At line 3, column 17 (byte 42): the member "b" is there twice; keep one of them.',
  ]);
});

test.each([
  ["\ufeff{}", "expected a value, found a byte order mark; save the file without it"],
  ["[1,\u00a02]", "expected a value, found the character U+00A0"],
  ["[1,\u200b2]", "expected a value, found the character U+200B"],
  ["[1,]", 'expected a value, found "]"'],
])("what cannot be seen in %j is named", (text, what) => {
  expect(parseStrictJson(text)).toMatchObject({ kind: "fault", fault: { what } });
});

test("a batch whose syntax breaks anywhere is broken as a whole", () => {
  expect(parseStrictJsonBatch('[{"a":1},{"a":]', 10)).toMatchObject({
    kind: "fault",
    fault: { code: "json_syntax", pointer: "/1/a" },
  });
});

test("a member named twice beside the frames is the batch's fault", () => {
  expect(parseStrictJsonBatch('{"frames":[1],"frames":[2]}', 10)).toMatchObject({
    kind: "fault",
    fault: { code: "duplicate_member", pointer: "/frames" },
  });
});

test("an array deeper inside is no batch", () => {
  const read = parseStrictJsonBatch('{"metadata":{"frames":[1]}}', 10);
  expect(read).toEqual({ kind: "json", value: { metadata: { frames: [1] } }, elements: null });
});

test("reading stops at the first element too many", () => {
  expect(parseStrictJsonBatch("[1,2,3]", 3).kind).toBe("json");
  expect(parseStrictJsonBatch("[1,2,3,4, this is never read", 3)).toEqual({ kind: "too-many", limit: 3 });
});

// Work that grew with the square of the elements would take longer than a test may.
test("a body full of faulty elements is read to its end", () => {
  const elements = 100_000;
  const text = `[${Array.from({ length: elements }, () => '{"a":1,"a":1}').join(",")}]`;
  expect(parseStrictJsonBatch(text, elements)).toMatchObject({
    kind: "json",
    elements: { length: elements },
  });
});

/** JSON texts, and JSON texts with a few characters changed, taken out or put in. */
const nearlyJson = fc
  .tuple(
    fc.oneof(fc.json({ maxDepth: 4, noUnicodeString: false }), fc.json({ maxDepth: 4 }).map(withSpaces)),
    fc.array(
      fc.tuple(
        fc.nat(400),
        fc.constantFrom(0, 1, 2),
        fc.constantFrom(...Array.from('{}[]",:-+.eE0123\\u\n\t \u0001é😀')),
        fc.nat(3),
      ),
      {
        maxLength: 2,
      },
    ),
    fc.boolean(),
  )
  .map(([text, edits, isKept]) => (isKept ? text : edits.reduce(edited, text)));

function withSpaces(text: string): string {
  return JSON.stringify(JSON.parse(text), null, 2);
}

function edited(text: string, [place, kind, character]: [number, number, string, number]): string {
  const at = text.length === 0 ? 0 : place % (text.length + 1);
  const after = kind === 0 ? at : at + 1;
  return text.slice(0, at) + (kind === 2 ? "" : character) + text.slice(after);
}

function looselyParsed(text: string): { isJson: boolean; value: unknown } {
  try {
    return { isJson: true, value: JSON.parse(text) as unknown };
  } catch {
    return { isJson: false, value: undefined };
  }
}

function withoutMinusZero(value: unknown): unknown {
  if (typeof value === "number") return value === 0 ? 0 : value;
  if (Array.isArray(value)) return value.map(withoutMinusZero);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutMinusZero(member)]));
}
