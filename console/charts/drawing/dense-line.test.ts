import { expect, test } from "vitest";

import { columnSpans } from "./dense-line.ts";

/** Ten columns over times 0 to 100. */
function spansOf(times: readonly number[], values: readonly (number | null)[]) {
  return columnSpans(times, values, [0, times.length - 1], (time) => Math.min(9, Math.floor(time / 10)));
}

test("a column spans the least and the greatest of its values, and where the line comes from", () => {
  const times = Array.from({ length: 100 }, (_, at) => at);
  const values = times.map((at) => (at === 37 ? 9 : at === 33 ? -4 : at === 29 ? 50 : 0));
  const spans = spansOf(times, values);
  expect(spans).toHaveLength(10);
  expect(spans.slice(1, 5)).toEqual([
    [1, 0, 0],
    [2, 0, 50],
    [3, -4, 50],
    [4, 0, 0],
  ]);
});

test.each([1, 7, 320, 999])("no value of 5000 is lost in %d columns, and none is made up", (columns) => {
  const times = Array.from({ length: 5000 }, (_, at) => at * 0.7 + 0.3 * Math.sin(at));
  const values = times.map((_, at) => (at % 97 === 0 ? null : Math.sin(at * at)));
  const [least, most] = [times[0]!, times.at(-1)!];
  const columnOf = (time: number) =>
    Math.min(columns - 1, Math.floor(((time - least) / (most - least)) * columns));
  const spans = columnSpans(times, values, [0, times.length - 1], columnOf);
  const known = new Set<number | null>(values);
  for (const [, low, high] of spans) expect(known.has(low) && known.has(high)).toBe(true);
  for (const [at, time] of times.entries()) {
    const value = values[at] ?? null;
    if (value === null) continue;
    const [, low, high] = spans.find(([found]) => found === columnOf(time))!;
    expect(low <= value && value <= high).toBe(true);
  }
});

test("the right edge and what is beyond it are in the last column, what is before the left edge before the first", () => {
  expect(spansOf([-5, 5, 95, 100, 105], [1, 2, 3, 4, 5])).toEqual([
    [-1, 1, 1],
    [0, 1, 2],
    [9, 3, 5],
  ]);
});

test("neighbours meet, a gap stays a gap, and columns without a measurement are left out", () => {
  expect(spansOf([5, 15, 25, 35, 45], [0, 10, null, 20, null])).toEqual([
    [0, 0, 0],
    [1, 0, 10],
    [3, 20, 20],
  ]);
  expect(spansOf([], [])).toEqual([]);
});
