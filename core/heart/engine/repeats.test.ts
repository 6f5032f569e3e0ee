import { expect, test } from "vitest";

import { toMatrix } from "../../scoring/numeric/quaternion.ts";
import { freeMemory as frame } from "../open-heart.ts";
import { plainHeart } from "../plain/plain-heart.ts";
import * as repeats from "./repeats.ts";

const [zero, anyConstant, ontoAxes] = [0, 1, 2] as const;
type Sent = readonly (readonly number[])[];
const begin = () => new Uint8Array(plainHeart.memory.buffer, frame, 1000).fill(0);
/** One frame: of each sensor 1 where it wakes from a default, is stuck, says nothing; then whether the frame repeats, is a repeat. */
function follow(sent: Sent, rules: readonly number[]): readonly string[] {
  const rows = sent.map((own, s) => {
    const at = frame + repeats.FRAME_REPEATS_BYTES + repeats.REPEATS_BYTES * s;
    new Float64Array(plainHeart.memory.buffer, at + 1000).set(own);
    return { at, from: at + 1000, count: own.length, rule: rules[s]! };
  });
  const isNew = rows.map(({ at, from, count }) => (count > 0 ? repeats.isNew(at, from, count) : 0));
  const news = Math.max(...isNew);
  if (sent.flat().length > 0) repeats.followFrame(frame, news);
  const verdicts = rows.map(({ at, from, count, rule }) => {
    const woken = count > 0 ? repeats.followReading(at, from, count, rule, news) : 0;
    return [woken, repeats.isStuck(at, rule), repeats.saysNothing(at, rule)];
  });
  return [...verdicts, [repeats.isRepeating(frame), repeats.isRepeated(frame)]].map((row) => row.join(""));
}
const many = (sent: readonly number[], count: number) => Array.from({ length: count }, () => sent);
/** Each value twice: h = 20/41 of the values are repeats. */
const coarse = Array.from({ length: 40 }, (_, i) => [(i >> 1) % 2]);
const ten = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((value) => [value]);

test.each([
  ["a repeated zero is a default", zero, many([0], 30), "001"],
  ["from the thirtieth repeat on, as 2⁻³⁰ is under 10⁻⁹, it is stuck", zero, many([0], 31), "011"],
  ["the first other value wakes the sensor", zero, [...many([0], 2), [5]], "100"],
  ["another constant is a reference", zero, many([0.3], 99), "000"],
  ["but not of a sensor of which any constant is a default", anyConstant, many([0.3], 2), "001"],
  ["nine values that differ are no habit", zero, [...ten.slice(1), ...many([9], 99)], "000"],
  ["after ten, a repeat has the probability 1/11, over one in twenty", zero, [...ten, [9]], "000"],
  ["eight are not yet under one in a billion", zero, [...ten, ...many([9], 8)], "001"],
  ["nine are", zero, [...ten, ...many([9], 9)], "011"],
  ["in coarse steps four repeats are ordinary, as h⁴ = 0.057", zero, [...coarse, ...many([0], 5)], "000"],
  ["five are not", zero, [...coarse, ...many([0], 6)], "001"],
  ["nor are 28 stuck, as h²⁸ = 2·10⁻⁹", zero, [...coarse, ...many([0], 29)], "001"],
  ["29 are", zero, [...coarse, ...many([0], 30)], "011"],
  ["a rotation onto axes is one, rounded", ontoAxes, many([-4e-8, -1, 0, 1, -4e-8, 0, 0, 0, 1], 2), "001"],
  ["0.006° beside it is none", ontoAxes, many([1 - 5e-9, -1e-4, 0, 1e-4, 1 - 5e-9, 0, 0, 0, 1], 2), "000"],
  ["nor a right angle about (1, 1, 0)", ontoAxes, many(toMatrix([Math.SQRT1_2, 0.5, 0.5, 0]), 2), "000"],
])("beside a sensor that always varies: %s", (_, rule, values, verdict) => {
  begin();
  expect(values.map((sent, i) => follow([sent, [i]], [rule, anyConstant])[0]).at(-1)).toBe(verdict);
});

// After 20 frames that differ a run of r has the probability 1 : (20 + r over r); after one 1 : (1 + r), and in the long run 2⁻ʳ.
test.each([
  [20, [0, 1, 13, 14], ["00", "01", "01", "11"]],
  [1, [18, 20, 29, 30], ["00", "01", "01", "11"]],
])("after %d frames that differ, the repeats %o", (differing, runs, verdicts) => {
  begin();
  const frames = Array.from({ length: 60 }, (_, i) => follow([[Math.min(i + 1, differing)]], [zero])[1]);
  expect(runs.map((run) => frames[differing - 1 + run])).toEqual(verdicts);
});
