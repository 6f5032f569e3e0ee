import { expect, test } from "vitest";

import { utf8 } from "../../encoding/bytes.ts";
import { carryInPage } from "./carry-in-page.ts";

const page = "<main><!--carried evidence--></main>";

test("each file stands in a block of its own, as base64", () => {
  const files = [
    { name: "bundle.json", bytes: utf8("{}") },
    { name: "frames.ndjson", bytes: new Uint8Array() },
  ];
  expect(carryInPage(page, files)).toBe(
    '<main><script type="application/octet-stream" data-carried="bundle.json">e30=</script>\n' +
      '<script type="application/octet-stream" data-carried="frames.ndjson"></script></main>',
  );
});

test("a page without its mark, or with two, is not the verifier's", () => {
  expect(() => carryInPage("<main></main>", [])).toThrow(TypeError);
  expect(() => carryInPage(page + page, [])).toThrow(TypeError);
});
