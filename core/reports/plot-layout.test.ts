import { expect, test } from "vitest";

import { plotLayout } from "./plot-layout.ts";

const limit = 6;
const size = { width: 800, height: 250 };
const pointAt = (seq: number, statistic: number) => ({ seq, statistic, capturedAt: "" });
const points = [pointAt(1, 0), pointAt(50, 3), pointAt(101, 9)];
const layout = plotLayout({ points, limit, breachSeq: 101, changeSeq: 41, size });

test("the course runs from the left edge to the newest frame at the right one", () => {
  const { frame, line, newest } = layout;
  expect(line[0]![0]).toBe(frame.left);
  expect(line.at(-1)).toEqual([newest.x, newest.y]);
  expect(newest.x).toBe(frame.right);
});

test("higher values stand higher, and the limit inside the frame", () => {
  expect(layout.limit.y).toBeGreaterThanOrEqual(layout.frame.top);
  expect(layout.newest.y).toBeLessThan(layout.limit.y);
});

test("a change before the window has no mark", () => {
  expect(layout.marks.map(({ label }) => label)).toEqual(["change began", "breach"]);
  const early = plotLayout({ points: points.slice(1), limit, breachSeq: 101, changeSeq: 41, size });
  expect(early.marks.map(({ label }) => label)).toEqual(["breach"]);
});

test("of many points the highest of each group stays", () => {
  const many = Array.from({ length: 6_000 }, (_, at) => pointAt(at + 1, at === 3_001 ? 11 : 0));
  const { line, limit: drawn } = plotLayout({
    points: many,
    limit,
    breachSeq: 6_000,
    changeSeq: null,
    size,
  });
  expect(line).toHaveLength(600);
  expect(Math.min(...line.map(([, y]) => y))).toBeLessThan(drawn.y);
});

test("a course without points has no plot", () => {
  expect(() => plotLayout({ points: [], limit, breachSeq: 1, changeSeq: null, size })).toThrow(RangeError);
});

test("a breach that opened before the window has no mark, and one inside it has it where it opened", () => {
  const later = plotLayout({ points, limit, breachSeq: 51, changeSeq: 41, size });
  expect(later.marks.map(({ label }) => label)).toEqual(["change began", "breach"]);
  expect(later.marks[1]!.x).toBeLessThan(later.newest.x);
  const before = plotLayout({ points: points.slice(2), limit, breachSeq: 51, changeSeq: 41, size });
  expect(before.marks).toEqual([]);
});
