import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { doublesOf, filled, zeros } from "./doubles.ts";

test.each([0, 1, 45, 127, 128, 500])("%i zeros are so many zeros", (length) => {
  const list = zeros(length);
  expect(list).toHaveLength(length);
  expect(list.every((value) => Object.is(value, 0))).toBe(true);
});

// In a process of its own: files of tests share one, and where any of them once gave `filled` a list of other things (of a
// structured clone, which is one), the engine makes such a list of every list that is filled from then on.
test("zeros and copies are bare doubles to the engine from the start: else the first fraction written makes a list anew", () => {
  const asked = `
    import { doublesOf, filled, zeros } from "./doubles.ts";
    const lengths = Array.from({ length: 200 }, (_, at) => at);
    const notBare = (make) => lengths.filter((length) => !%HasDoubleElements(make(length)));
    console.log(JSON.stringify({
      wholes: %HasDoubleElements([1, 2]),
      zeros: notBare(zeros),
      filled: notBare((length) => filled(zeros(length), 7)),
      copied: notBare((length) => doublesOf(Array.from({ length }, () => 7))),
    }));`;
  const said = execFileSync(
    process.execPath,
    ["--allow-natives-syntax", "--input-type=module", "--eval", asked],
    { cwd: import.meta.dirname, encoding: "utf8" },
  );
  expect(JSON.parse(said)).toEqual({ wholes: false, zeros: [], filled: [], copied: [] });
});

test("a part of a list is filled, or all of it", () => {
  expect(filled(zeros(4), 2, 1, 3)).toEqual([0, 2, 2, 0]);
  const list = zeros(2);
  expect(filled(list, -0.5)).toBe(list);
  expect(list).toEqual([-0.5, -0.5]);
});

test("what is written to one list is in no other", () => {
  const first = zeros(5);
  first.fill(7);
  expect(zeros(5)).toEqual([0, 0, 0, 0, 0]);
});

test("a copy has the same values, down to a zero's sign, and is the caller's own", () => {
  const values = [1, -0, 0.25, -1e300, Number.POSITIVE_INFINITY];
  const copy = doublesOf(values);
  expect(copy).toEqual(values);
  copy[0] = 2;
  expect(values[0]).toBe(1);
});
