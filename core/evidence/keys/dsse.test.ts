import { expect, test } from "vitest";

import { textOf, utf8 } from "../../encoding/bytes.ts";
import { preAuthenticationEncoding } from "./dsse.ts";

test("the example of the DSSE protocol is encoded as it stands there", () => {
  const encoded = preAuthenticationEncoding("http://example.com/HelloWorld", utf8("hello world"));
  expect(textOf(encoded)).toBe("DSSEv1 29 http://example.com/HelloWorld 11 hello world");
});

test("lengths count bytes, so that no two pairs encode alike", () => {
  expect(textOf(preAuthenticationEncoding("é", utf8("€ 1 x")))).toBe("DSSEv1 2 é 7 € 1 x");
});
