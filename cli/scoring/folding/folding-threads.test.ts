import { Buffer } from "node:buffer";
import { expect, test } from "vitest";
import { vehicleIdIn } from "./folding-threads.ts";

test.each([
  ['{"vehicle_id":"van-1","timestamp":"x"}', "van-1"],
  ['{ "timestamp":"x" , "vehicle_id" \t: "van:1.a_b" }', "van:1.a_b"],
  // Named twice: which one is the frame's only a reader tells.
  ['{"metadata":{"vehicle_id":"other"},"vehicle_id":"van-1"}', "van-1"],
  ['{"vehicle_id":"van-1","metadata":{"note":"\\"vehicle_id\\":\\"other\\""}}', "van-1"],
  ['{"vehicle\\u005fid":"van-1","x":"\\"vehicle_id\\":\\"other\\""}', "van-1"],
  ['{"vehicle_id":"van\\u002d1"}', "van-1"],
])("of %s it is the frame's", (line, id) => {
  expect(vehicleIdIn(Buffer.from(line))).toBe(id);
});

test.each([
  "",
  "{",
  '{"vehicle_id"',
  '{"vehicle_id":',
  '{"vehicle_id":"van',
  '{"vehicle_id":7}',
  "[]",
  "null",
  "\\",
  '"\\u0041"',
])("what is no frame (%s) has some id, and no fault", (line) => {
  expect(typeof vehicleIdIn(Buffer.from(line))).toBe("string");
});
