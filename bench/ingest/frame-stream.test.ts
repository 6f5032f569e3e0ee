import { expect, test } from "vitest";

import { incoming } from "../service/bench-ledger.ts";
import { fastStream, slowStream } from "./frame-stream.ts";
import { bodyOf, requestsOf, loadForms } from "./load-forms.ts";

test("a stream goes on where it was left, and the same plan gives the same texts", () => {
  const once = slowStream(3).take(9);
  const stream = slowStream(3);
  expect([...stream.take(4), ...stream.take(5)]).toEqual(once);
  expect(new Set(once).size).toBe(9);
});

test("every frame has every sensor and passes the contract, and the fleets share no vehicle", () => {
  const vehiclesOf = (texts: readonly string[]) => {
    const frames = texts.map((text) => incoming(JSON.parse(text)));
    for (const { reading } of frames) expect(Object.keys(reading)).toHaveLength(5);
    return new Set(frames.map(({ vehicleId }) => vehicleId));
  };
  const slow = vehiclesOf(slowStream(3).take(6));
  const fast = vehiclesOf(fastStream(2).take(80));
  expect([slow.size, fast.size]).toEqual([3, 2]);
  expect([...slow].filter((name) => fast.has(name))).toEqual([]);
});

test("at 20 Hz a second of one vehicle comes in one piece", () => {
  const names = fastStream(2)
    .take(60)
    .map((text) => JSON.parse(text).vehicle_id);
  expect(names.map((name, at) => name === names[at - 1]).filter((same) => !same)).toHaveLength(3);
});

test("requests hold every frame once, in the form that was asked for", () => {
  const frames = slowStream(5).take(45);
  const form = { ...loadForms[1]!, framesPerRequest: 20 };
  const door = { port: 1, path: () => "/there", headers: ["Authorization: Bearer key"] };
  const bodies = requestsOf(frames, form, door).map((request) => request.toString().split("\r\n\r\n"));
  expect(bodies.flatMap(([, body]) => JSON.parse(body!))).toEqual(frames.map((frame) => JSON.parse(frame)));
  for (const [head, body] of bodies) {
    expect(head).toContain("POST /there HTTP/1.1");
    expect(head).toContain(`Content-Length: ${Buffer.byteLength(body!)}`);
  }
  expect(bodyOf(frames.slice(0, 2), "ndjson")).toBe(`${frames[0]}\n${frames[1]}\n`);
});
