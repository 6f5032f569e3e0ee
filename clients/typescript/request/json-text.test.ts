import { expect, test } from "vitest";

import { answering } from "../answering-for-tests.ts";
import { InvalidArgumentError } from "../errors.ts";
import { Plumbline } from "../plumbline.ts";
import { jsonText } from "./json-text.ts";

const frame = {
  vehicle_id: "veh-0042",
  timestamp: "2026-01-05T08:00:00Z",
  sensors: { radar_range_bias_m: Number.NaN },
};
const refusal =
  "sensors.radar_range_bias_m of veh-0042 is NaN, and JSON knows no such number: leave it out where nothing was measured.";

test.each([
  ["a frame", frame, refusal],
  ["the second of a batch", { frames: [{ vehicle_id: "veh-1" }, frame] }, `frames[1].${refusal}`],
  [
    "an infinity without a vehicle",
    { a: [1, -Infinity] },
    "a[1] is -Infinity, and JSON knows no such number: leave it out where nothing was measured.",
  ],
])("%s with what is no number is refused by its name", (_what, value, message) => {
  expect(() => jsonText(value)).toThrow(new InvalidArgumentError(message));
});

test("null and what writes itself stay as they are", () => {
  expect(jsonText({ a: null, at: new Date(0) })).toBe('{"a":null,"at":"1970-01-01T00:00:00.000Z"}');
});

test("what has no form in JSON is refused with the reason", () => {
  expect(() => jsonText({ a: 1n })).toThrow(InvalidArgumentError);
});

test("no way of sending a frame lets NaN become null", async () => {
  const { fetch, seen } = answering();
  const { telemetry, score } = new Plumbline({ fetch });
  const writer = telemetry.writer();
  const ways = [
    async () => telemetry.ingest(frame),
    async () => telemetry.ingestBatch([frame]),
    async () => telemetry.ingestStream([frame]),
    async () => score.residual(frame),
    async () => writer.write(frame),
  ];
  for (const send of ways) await expect(send()).rejects.toThrow(InvalidArgumentError);
  await writer.close();
  expect(seen).toEqual([]);
});
