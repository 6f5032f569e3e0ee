import { assert, boolean, jsonValue, property } from "fast-check";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";

import { TextPattern, TextPatterns } from "./text-pattern.ts";

const atUs = Date.UTC(2026, 2, 1, 8) * 1000;

function frameText(radar: string, time = "2026-03-01T08:00:00.000Z"): string {
  return `{"vehicle_id":"van-1","timestamp":"${time}","sensors":{"radar_range_bias_m":${radar}}}`;
}

function thereAndBack(model: string, text: string, timestampUs = atUs): string | null {
  const pattern = new TextPattern(model);
  const numbers = pattern.numbersIn(text, timestampUs);
  return numbers === null ? null : pattern.textWith(numbers, timestampUs);
}

test.each([
  "0",
  "-0",
  "0.0",
  "-0.50",
  "7",
  "0.1593",
  "-0.6435035",
  "99999999999999",
  "123456789012345",
  "-9.9999999999999",
  "-9.99999999999999",
  "123456789012345678",
  "1.2345678901234",
  "0.30000000000000004",
  "0.1000000000000000055511151231257827",
  "1e5",
  "1E-07",
  "-2.5e+300",
  "5e-324",
  "-1e-7",
  "12345678901234.5",
])("the number %s comes back letter for letter", (number) => {
  expect(thereAndBack(frameText("1"), frameText(number))).toBe(frameText(number));
});

test.each([
  "2026-03-01T08:00:00Z",
  "2026-03-01T08:00:00.5Z",
  "2026-03-01T08:00:00.000000Z",
  "2026-03-01T07:59:59.999999Z",
  "2026-03-01T08:00:00.123456789Z",
  "2026-03-01T08:00:00.000000001Z",
  "1970-01-01T00:00:00Z",
  "0000-02-29T23:59:59.999999999Z",
  "0001-01-01T00:00:00Z",
  "1850-01-01T00:00:00.123457Z",
  "1899-05-31T00:53:20.000001Z",
  "2152-12-01T15:06:40.5Z",
  "2152-12-01T15:06:41.1234567Z",
  "9999-12-31T23:59:59Z",
  "9999-12-31T23:59:59.999Z",
])("the time %s comes back letter for letter", (time) => {
  expect(thereAndBack(frameText("1"), frameText("2", time))).toBe(frameText("2", time));
});

test("a zone is part of the pattern", () => {
  const local = frameText("1", "2026-03-01T13:30:00.25+05:30");
  expect(thereAndBack(local, frameText("2", "2026-03-01T13:30:07+05:30"))).toBe(
    frameText("2", "2026-03-01T13:30:07+05:30"),
  );
  expect(thereAndBack(local, frameText("2"))).toBeNull();
});

test.each([
  ["another vehicle", frameText("1").replace("van-1", "van-2")],
  ["a space more", frameText("1").replace(":", ": ")],
  ["another sensor", frameText("1").replace("radar", "lidar")],
  ["something after it", `${frameText("1")} `],
  ["less", frameText("1").slice(0, -1)],
  ["no number where one was", frameText("null")],
  ["a day that is not there", frameText("1", "2026-02-30T08:00:00Z")],
  ["ten digits of a second", frameText("1", "2026-03-01T08:00:00.1234567890Z")],
  ["a point and no digits after it", frameText("1", "2026-03-01T08:00:00.Z")],
  ["a leap second", frameText("1", "2026-03-01T08:00:60Z")],
  ["an hour that is not there", frameText("1", "2026-03-01T24:00:00Z")],
  ["one digit of a second", frameText("1", "2026-03-01T08:00:7Z")],
])("a text with %s has another pattern", (_, text) => {
  expect(thereAndBack(frameText("1"), text)).toBeNull();
});

test("digits and quotes inside strings are no numbers", () => {
  const text = String.raw`{"vehicle_id":"van \"7\" \\","metadata":{"trip":"12 \u0041"},"n":[1,2]}`;
  expect(thereAndBack(text, text.replace("[1,2]", "[30,-4.5]"))).toBe(text.replace("[1,2]", "[30,-4.5]"));
  expect(thereAndBack(text, text.replace("12", "13"))).toBeNull();
});

test("whatever JSON a vehicle sends, its text comes back or is left alone", () => {
  const json = jsonValue({ maxDepth: 3 });
  assert(
    property(json, json, boolean(), (one, other, isSpaced) => {
      const write = (value: unknown) => JSON.stringify(value, null, isSpaced ? 2 : 0);
      expect(thereAndBack(write(one), write(one))).toBe(write(one));
      expect([null, write(other)]).toContain(thereAndBack(write(one), write(other)));
    }),
  );
});

test("a frame a second takes less than a quarter of its text", () => {
  const text = (at: number) =>
    JSON.stringify({
      vehicle_id: "sim-0108",
      timestamp: new Date(atUs / 1000 + at * 1000).toISOString(),
      sensors: {
        camera_rotation_matrix: Array.from({ length: 9 }, (_, n) => Number(Math.sin(n + at).toFixed(7))),
      },
    });
  const numbers = new TextPattern(text(0)).numbersIn(text(1), atUs + 1_000_000);
  expect(numbers?.length).toBeLessThan(text(1).length / 4);
});

test("numbers that were damaged make another text or none, and never go on for ever", () => {
  const pattern = new TextPattern(frameText("1"));
  const numbers = pattern.numbersIn(frameText("0.25"), atUs) ?? new Uint8Array();
  expect(() => pattern.textWith(numbers.slice(0, -1), atUs)).toThrow(RangeError);
  expect(() => pattern.textWith(Buffer.concat([numbers, numbers]), atUs)).toThrow(RangeError);
  expect(() => pattern.textWith(new Uint8Array(20).fill(255), atUs)).toThrow(RangeError);
});

test("patterns that share what is the same in them each give back their own text", () => {
  const texts = [
    '{"vehicle_id":"van-1","timestamp":"2026-03-01T08:00:00Z","n":1}',
    '{"vehicle_id":"van-2","timestamp":"2026-03-01T08:00:00Z","n":1}',
    '{"vehicle_id":"van-2","timestamp":"2026-03-01T08:00:00+02:00","n":1}',
    '{"vehicle_id":"van-2","n":1,"timestamp":"2026-03-01T08:00:00+02:00"}',
    '{"vehicle_id":"van-2","n":1,"m":1}',
    '{"vehicle_id":"van-\ud800","n":1,"m":1}',
    '{"vehicle_id":"van-1","n":1}',
    "1",
    "",
  ];
  const patterns = new TextPatterns();
  const made = texts.map((text) => patterns.of(text));
  for (const [at, pattern] of made.entries()) {
    for (const [other, text] of texts.entries()) {
      const numbers = pattern.numbersIn(text, atUs);
      if (other === at) expect(pattern.textWith(numbers!, atUs)).toBe(text);
      else expect(numbers).toEqual(new TextPattern(texts[at]!).numbersIn(text, atUs));
    }
  }
});

test("a pattern that is kept keeps nothing of a text that its own was cut out of", () => {
  const collect = garbageCollector();
  const patterns = new TextPatterns();
  const kept: TextPattern[] = [];
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let request = 0; request < 100; request += 1) {
    const one = `{"vehicle_id":"vehicle-${request}","a_rather_long_name":1,"another_rather_long_name":2}`;
    // Written and read as bytes, as a request is: one piece of memory.
    const text = Buffer.from(one + " ".repeat(1_000_000)).toString();
    kept.push(patterns.of(text.slice(0, one.length)));
  }
  collect();
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(5_000_000);
  expect(kept).toHaveLength(100);
});

function garbageCollector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}
