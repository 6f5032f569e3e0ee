import { expect, test } from "vitest";
import { markTime, noMarks, pausesBetween, timeOf } from "./time-marks.ts";

test("a steady clock is kept exactly, from marks that never grow beyond a few hundred bytes", () => {
  let marks = noMarks;
  for (let seq = 1; seq <= 20_000; seq += 1) marks = markTime(marks, { seq, timestampUs: 1000 * seq }, null);
  expect(8 * marks.length).toBeLessThanOrEqual(400);
  const newest = { seq: 20_000, timeUs: 20_000_000 };
  for (const seq of [1, 77, 5000, 19_000, 19_991, 19_999, 20_000]) {
    expect(timeOf(marks, seq, newest)).toBeCloseTo(1000 * seq, 3);
  }
});

test("a night in the garage is kept to within a few per cent of the entry's age", () => {
  const timeAt = (seq: number) => (seq <= 15_000 ? seq : seq + 1_000_000);
  let marks = noMarks;
  for (let seq = 1; seq <= 20_000; seq += 1)
    marks = markTime(marks, { seq, timestampUs: timeAt(seq) }, seq === 1 ? null : timeAt(seq - 1));
  const newest = { seq: 20_000, timeUs: timeAt(20_000) };
  // Marks at an age of 5,000 lie within half their age of each other.
  expect(timeOf(marks, 12_000, newest)).toBeLessThan(20_000);
  expect(timeOf(marks, 18_000, newest)).toBeGreaterThan(1_000_000);
});

test("before the first mark it is the first mark's time", () => {
  const marks = markTime(noMarks, { seq: 9, timestampUs: 900 }, null);
  expect(timeOf(marks, 3, { seq: 12, timeUs: 1200 })).toBe(900);
});

test("the first frame has a mark, though the entry before it was none", () => {
  let marks = noMarks;
  for (let seq = 2; seq <= 30; seq += 1) marks = markTime(marks, { seq, timestampUs: 1000 * seq }, null);
  expect(timeOf(marks, 2, { seq: 30, timeUs: 30_000 })).toBe(2000);
  expect(timeOf(marks, 6, { seq: 30, timeUs: 30_000 })).toBeCloseTo(6000, 6);
});

test("both sides of a pause are kept exactly, whichever frame it comes before, and outlive their neighbours", () => {
  for (let last = 200; last < 210; last += 1) {
    const timeAt = (seq: number) => 60 * seq + (seq > last ? 1_000_000 : 0);
    let marks = noMarks;
    for (let seq = 1; seq <= 500; seq += 1) {
      marks = markTime(marks, { seq, timestampUs: timeAt(seq) }, seq === 1 ? null : timeAt(seq - 1));
    }
    const newest = { seq: 500, timeUs: timeAt(500) };
    expect(timeOf(marks, last, newest)).toBe(timeAt(last));
    expect(timeOf(marks, last + 1, newest)).toBe(timeAt(last + 1));
    expect(pausesBetween(marks, last - 3, last + 3)).toBe(true);
    expect(pausesBetween(marks, last - 9, last + 1)).toBe(false);
    expect(pausesBetween(marks, last + 1, last + 9)).toBe(false);
  }
});
