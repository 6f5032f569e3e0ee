import { expect, test } from "vitest";

import { utf8 } from "../../core/encoding/bytes.ts";
import { ownJson } from "./own-json.ts";

test("text and bytes are read alike", () => {
  const written = { name: "Çelik", list: [1, null] };
  expect(ownJson(JSON.stringify(written))).toEqual(written);
  expect(ownJson(utf8(JSON.stringify(written)))).toEqual(written);
});

test("what the disk has damaged is a fault, not a value", () => {
  expect(() => ownJson(utf8('{"name":'))).toThrow(SyntaxError);
});
