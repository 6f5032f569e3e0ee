import { expect, test } from "vitest";
import { columnsThatFit } from "./render-table.ts";
import type { Column } from "./render-table.ts";

const columns: readonly Column<string>[] = [
  { head: "NAME", cell: (name) => name },
  { head: "SECOND", cell: () => "12345678", leaveOut: 1 },
  { head: "FIRST", cell: () => "1234", leaveOut: 2 },
];

test.each([
  { width: 21, shown: ["NAME", "SECOND", "FIRST"] },
  { width: 20, shown: ["NAME", "SECOND"] },
  { width: 13, shown: ["NAME"] },
  { width: 1, shown: ["NAME"] },
])("a screen $width characters wide shows $shown", ({ width, shown }) => {
  const fitting = columnsThatFit(["ab"], columns, { isScreen: true, columns: width });
  expect(fitting.map(({ head }) => head)).toEqual(shown);
  expect(columnsThatFit(["ab"], columns, { isScreen: false, columns: width })).toBe(columns);
});
