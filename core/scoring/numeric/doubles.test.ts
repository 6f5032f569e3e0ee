import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { zeros } from "./doubles.ts";

test.each([0, 1, 45, 127, 128, 500])("%i zeros are so many zeros", (length) => {
  const list = zeros(length);
  expect(list).toHaveLength(length);
  expect(list.every((value) => Object.is(value, 0))).toBe(true);
});

// In a process of its own: what other files of tests made of lists has taught the engine nothing there.
test("zeros are bare doubles to the engine from the start: else the first fraction written makes a list anew", () => {
  const asked = `
    import { zeros } from "./doubles.ts";
    const lengths = Array.from({ length: 200 }, (_, at) => at);
    const notBare = (make) => lengths.filter((length) => !%HasDoubleElements(make(length)));
    console.log(JSON.stringify({
      wholes: %HasDoubleElements([1, 2]),
      zeros: notBare(zeros),
    }));`;
  const said = execFileSync(
    process.execPath,
    ["--allow-natives-syntax", "--input-type=module", "--eval", asked],
    { cwd: import.meta.dirname, encoding: "utf8" },
  );
  expect(JSON.parse(said)).toEqual({ wholes: false, zeros: [] });
});

test("what is written to one list is in no other", () => {
  const first = zeros(5);
  first.fill(7);
  expect(zeros(5)).toEqual([0, 0, 0, 0, 0]);
});
