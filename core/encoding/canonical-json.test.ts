import { Buffer } from "node:buffer";

import { expect, test } from "vitest";

import { utf8 } from "./bytes.ts";
import { canonicalText, parseCanonical, parseRelaxed } from "./canonical-json.ts";
import { JsonFault } from "./strict-json.ts";

/** RFC 8785 Appendix B: the bits of a binary64 and how they are written. */
test.each([
  ["0000000000000000", "0"],
  ["8000000000000000", "0"],
  ["0000000000000001", "5e-324"],
  ["8000000000000001", "-5e-324"],
  ["7fefffffffffffff", "1.7976931348623157e+308"],
  ["ffefffffffffffff", "-1.7976931348623157e+308"],
  ["4340000000000000", "9007199254740992"],
  ["c340000000000000", "-9007199254740992"],
  ["4430000000000000", "295147905179352830000"],
  ["44b52d02c7e14af5", "9.999999999999997e+22"],
  ["44b52d02c7e14af6", "1e+23"],
  ["44b52d02c7e14af7", "1.0000000000000001e+23"],
  ["444b1ae4d6e2ef4e", "999999999999999700000"],
  ["444b1ae4d6e2ef4f", "999999999999999900000"],
  ["444b1ae4d6e2ef50", "1e+21"],
  ["3eb0c6f7a0b5ed8c", "9.999999999999997e-7"],
  ["3eb0c6f7a0b5ed8d", "0.000001"],
  ["41b3de4355555553", "333333333.3333332"],
  ["41b3de4355555554", "333333333.33333325"],
  ["41b3de4355555555", "333333333.3333333"],
  ["41b3de4355555556", "333333333.3333334"],
  ["41b3de4355555557", "333333333.33333343"],
  ["becbf647612f3696", "-0.0000033333333333333333"],
  ["43143ff3c1cb0959", "1424953923781206.2"],
])("the number with bits %s is written %s", (bits, written) => {
  expect(canonicalText(Buffer.from(bits, "hex").readDoubleBE())).toBe(written);
});

test("the example of RFC 8785 3.2.2 is written as it stands there", () => {
  const document = String.raw`{
    "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
    "literals": [null, true, false]
  }`;
  expect(canonicalText(parseRelaxed(utf8(document)))).toBe(
    String.raw`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\u000f\nA'B\"\\\\\"/"}`,
  );
});

test("members are ordered by UTF-16 code units, as in RFC 8785 3.2.3", () => {
  const names = ["\u20ac", "\r", "\ufb33", "1", "\u{1f600}", "\u0080", "\u00f6"];
  const text = canonicalText(Object.fromEntries(names.map((name) => [name, 0])));
  expect(Object.keys(JSON.parse(text) as object)).toEqual([
    "1",
    "\r",
    "\u0080",
    "\u00f6",
    "\u20ac",
    "\u{1f600}",
    "\ufb33",
  ]);
});

test.each([[Number.NaN], [Number.POSITIVE_INFINITY], ["\ud800"], [undefined], [{ a: [Number.NaN] }]])(
  "%o cannot be written",
  (value) => {
    expect(() => canonicalText(value)).toThrow();
  },
);

test.each([
  ["a space", '{"a": 1}'],
  ["a line feed at the end", '{"a":1}\n'],
  ["another order of members", '{"b":1,"a":2}'],
  ["an escape that is not needed", '"\\u0041"'],
  ["an upper-case escape", '"\\u001F"'],
  ["an escaped slash", '"a\\/b"'],
  ["1.0 for 1", "1.0"],
  ["1e2 for 100", "1e2"],
  ["minus zero", "-0"],
  ["an integer beyond 2^53", "9007199254740993"],
  ["a digit too many", "0.10000000000000000555"],
  ["a byte order mark", "\ufeff{}"],
])("%s is not canonical", (_, text) => {
  expect(() => parseCanonical(utf8(text))).toThrow(JsonFault);
});

test.each([
  ["a cut-off character", [0x22, 0xe2, 0x82, 0x22]],
  ["an overlong slash", [0x22, 0xc0, 0xaf, 0x22]],
  ["a surrogate", [0x22, 0xed, 0xa0, 0x80, 0x22]],
  ["UTF-16", [0xff, 0xfe, 0x31, 0x00]],
])("%s is not UTF-8", (_, bytes) => {
  expect(() => parseCanonical(Uint8Array.from(bytes))).toThrow("not UTF-8");
});
