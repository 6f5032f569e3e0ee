import { expect, test } from "vitest";
import { labelFingerprint } from "./alertmanager-message.ts";

test.each([
  [{}, 14_695_981_039_346_656_037n],
  [{ name: "garland, briggs", fear: "love is not enough" }, 5_799_056_148_416_392_346n],
])("the vectors of prometheus/common: %o", (labels, expected) => {
  expect(BigInt(`0x${labelFingerprint(labels)}`)).toBe(expected);
});
