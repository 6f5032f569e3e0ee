import { expect, test } from "vitest";

import { bundle, issued } from "../../clients/conformance/evidence/examples/toy-evidence.ts";
import { textOf, utf8 } from "../encoding/bytes.ts";
import { openBundle, ReportFault } from "./evidence-files.ts";

test("a bundle opens, also when it was laid out anew", () => {
  expect(openBundle(issued.bytes)).toEqual(bundle);
  const laidOut = JSON.stringify(JSON.parse(textOf(issued.bytes)!), null, 2);
  expect(openBundle(utf8(laidOut))).toEqual(bundle);
});

test("what is no bundle is a fault of the report", () => {
  for (const text of ["", "{", "{}", '{"a":1,"a":2}'])
    expect(() => openBundle(utf8(text))).toThrow(ReportFault);
});
