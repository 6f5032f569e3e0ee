import { expect, test } from "vitest";

import { readLine } from "./read-line.ts";

const context = { nowUs: Date.UTC(2026, 2, 2) * 1_000, sha256Hex: () => "0".repeat(64) };
const frame =
  '{"vehicle_id":"veh-1","timestamp":"2026-03-01T00:00:00Z","sensors":{"radar_range_bias_m":0.01}}';

test("a line that is a frame is named by its place among the frames and by its number", () => {
  const line = { kind: "line", number: 5, bytes: Buffer.from(frame) } as const;
  expect(readLine(line, 3, context)).toMatchObject({
    kind: "frame",
    frame: { vehicleId: "veh-1", raw: frame },
    place: { index: 3, line: 5 },
  });
});

test.each([
  ["line_too_long", { kind: "too-long", number: 2 }],
  ["json_syntax", { kind: "line", number: 2, bytes: Buffer.from("{") }],
  ["utf8_invalid", { kind: "line", number: 2, bytes: Buffer.from([0x22, 0xff, 0x22]) }],
] as const)("%s is the fault of one line alone", (code, line) => {
  expect(readLine(line, 0, context)).toMatchObject({
    kind: "rejected",
    rejected: { index: 0, line: 2, code },
  });
});

test.each([
  [
    "a member twice",
    '{"a":1,"a":2}',
    'At column 8 of the line (byte 7): the member "a" is there twice; keep one of them.',
  ],
  ["no UTF-8", Buffer.from([0x22, 0xff]), "At column 2 of the line (byte 1): the bytes are not UTF-8."],
])("%s is placed within the line, which the entry itself names", (_what, bytes, detail) => {
  const line = { kind: "line", number: 3, bytes: Buffer.from(bytes) } as const;
  expect(readLine(line, 1, context)).toMatchObject({ rejected: { line: 3, detail } });
});
