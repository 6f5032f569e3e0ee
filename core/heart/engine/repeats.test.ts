import { expect, test } from "vitest";

import { uniform } from "../../scenario/counter-random.ts";
import { projectRotation } from "../../scoring/frame/project-rotation.ts";
import { measure } from "../../scoring/frame/measurement.ts";
import * as old from "../../scoring/frame/stuck-sensor.ts";
import { limitedSensors as sensors } from "../../scoring/model/sensors.ts";
import type { Repeats } from "../../scoring/model/state.ts";
import { expDeg, toMatrix } from "../../scoring/numeric/quaternion.ts";
import { defaultSettings } from "../../scoring/settings/settings.ts";
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
const ten = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((value) => [value]);

// These cases stand by themselves; the comparison at the end goes when core/scoring does.
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

/** What a sensor sends: nothing, a default, a constant, values in coarse steps, any. */
function sentAs(way: number, sensor: number, drawn: number): readonly number[] {
  if (way === 0) return [];
  const value = [0, 0, 0.3, Math.round(3 * drawn) / 10][way] ?? drawn;
  return sensor === 0 ? toMatrix(expDeg([value, value, 0])) : [value];
}
/** The next frame of sensors that each send in one way for a while; at times the whole one before is sent again. */
function frameAfter(before: Sent, ways: number[], i: number): Sent {
  const draw = (stream: number) => uniform(1, stream, i);
  if (i % 600 < 3 || draw(1) < 0.03) ways[i % 3] = Math.floor(6 * draw(2));
  if (i % 240 >= 180 && draw(3) < (i % 480 < 240 ? 0.97 : 0.4)) return before;
  return ways.map((way, s) => sentAs(way, s, draw(4 + s)));
}
const none = measure({ timestampUs: 0 }, 1, defaultSettings);
const all = { ...none, camera: [1, 0, 0, 0], radar: 1, lidar: 1 } as const;

test("random vehicles of 600 frames are judged as core/scoring does", () => {
  const [seen, ways] = [new Set<string>(), [0, 0, 0]];
  let [sent, state]: [Sent, Repeats] = [[], old.noRepeats()];
  for (let i = 0; i < 24_000; i += 1) {
    if (i % 600 === 0) begin();
    if (i % 600 === 0) state = old.noRepeats();
    sent = frameAfter(sent, ways, i);
    const camera = sent[0]!.length > 0 ? projectRotation(sent[0]!) : null;
    const [radar, lidar] = [sent[1]![0] ?? null, sent[2]![0] ?? null];
    const woken = old.followRepeats(state, { ...all, camera, radar, lidar });
    const left = old.withoutStuckSensors(all, state);
    const scored = sensors.map((one) => [woken.includes(one), old.isStuck(state, one), left[one] === null]);
    scored.push([old.isRepeating(state), old.isRepeated(state)]);
    const verdicts = follow(sent, [ontoAxes, zero, anyConstant]);
    expect(verdicts).toEqual(scored.map((row) => row.map(Number).join("")));
    for (const verdict of verdicts) seen.add(verdict);
  }
  expect([...seen]).toEqual(expect.arrayContaining(["100", "001", "011", "01", "11"]));
});
