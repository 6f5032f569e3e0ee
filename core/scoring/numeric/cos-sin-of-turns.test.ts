import { expect, test } from "vitest";
import { cosSinOfTurns } from "./cos-sin-of-turns.ts";

test("any number of turns has the cosine and sine of its angle", () => {
  for (let step = -4000; step <= 4000; step += 1) {
    const turns = step / 1777;
    const [cos, sin] = cosSinOfTurns(turns);
    expect(Math.abs(cos - Math.cos(2 * Math.PI * turns))).toBeLessThan(3e-15);
    expect(Math.abs(sin - Math.sin(2 * Math.PI * turns))).toBeLessThan(3e-15);
    expect(Math.abs(cos * cos + sin * sin - 1)).toBeLessThan(7e-16);
  }
});

test.each([
  [0, 1, 0],
  [0.25, 0, 1],
  [0.5, -1, 0],
  [0.75, 0, -1],
  [1, 1, 0],
  [-0.25, 0, -1],
  [1e15, 1, 0],
])("%d turns are exact", (turns, cos, sin) => {
  const [x, y] = cosSinOfTurns(turns);
  expect(x + 0).toBe(cos);
  expect(y + 0).toBe(sin);
});

test("tabulated values: an eighth and a twelfth of a turn", () => {
  expect(cosSinOfTurns(1 / 8)[0]).toBeCloseTo(Math.SQRT1_2, 15);
  expect(cosSinOfTurns(1 / 12)[0]).toBeCloseTo(Math.sqrt(3) / 2, 15);
  expect(cosSinOfTurns(1 / 12)[1]).toBeCloseTo(0.5, 15);
});
