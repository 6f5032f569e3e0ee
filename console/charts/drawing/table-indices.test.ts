import { expect, test } from "vitest";
import { tableIndices } from "./table-indices.ts";

test("a short series is shown whole", () => {
  expect(tableIndices(3)).toEqual([0, 1, 2]);
});

test("a long one is thinned evenly to 200 rows, the first and the latest among them", () => {
  const indices = tableIndices(1999);
  expect(indices).toHaveLength(200);
  expect([indices[0], indices.at(-1)]).toEqual([0, 1998]);
  expect(new Set(indices).size).toBe(200);
});
