import { Readable } from "node:stream";
import { expect, test } from "vitest";
import { readFrames } from "./read-frames.ts";

const frame = (second: number) =>
  `{"vehicle_id":"v","timestamp":"2026-01-05T08:00:0${second}Z","sensors":{"radar_range_bias_m":0}}`;

test("lines are counted from 1 with blank ones, frames from 0 without them", async () => {
  const entries = await read([`${frame(0)}\r\n\n  \n{"vehicle_id":7}\n${frame(1)}`]);
  expect(entries.map(({ kind }) => kind)).toEqual(["frame", "rejected", "frame"]);
  expect(entries[1]).toMatchObject({ rejected: { index: 1, line: 4, pointer: "/vehicle_id" } });
});

test("chunks may end anywhere, and a byte order mark at the start does not count", async () => {
  const bytes = Buffer.from(`\uFEFF${frame(0)}\n${frame(1)}\n`);
  const chunks = Array.from(bytes, (byte) => Buffer.from([byte]));
  expect((await read(chunks)).map(({ kind }) => kind)).toEqual(["frame", "frame"]);
});

test.each([
  ["broken UTF-8", Buffer.from([0x7b, 0xff, 0x7d]), "utf8_invalid"],
  ["an endless line", Buffer.alloc(1 << 20, 0x20).fill(0x61), "line_too_long"],
  ["a repeated member", Buffer.from('{"vehicle_id":"a","vehicle_id":"b"}'), "duplicate_member"],
])("%s is that line's fault alone", async (_, line, code) => {
  const entries = await read([Buffer.concat([line, Buffer.from(`\n${frame(1)}\n`)])]);
  expect(entries).toMatchObject([{ kind: "rejected", rejected: { code, line: 1 } }, { kind: "frame" }]);
});

test("a capture time years ahead is fine where no service is asked", async () => {
  expect(await read([frame(0).replace("2026", "2126")])).toMatchObject([{ kind: "frame" }]);
});

async function read(chunks: readonly (string | Buffer)[]) {
  const entries = [];
  for await (const entry of readFrames(Readable.from(chunks))) entries.push(entry);
  return entries;
}
