import { expect, test } from "vitest";

import { watchRows } from "./generic-detector.ts";
import { RandomStream } from "./simulated/random-stream.ts";

/** Three channels of unit noise with the given lag-1 correlation; from `onset` on the second is shifted. */
function rowsWith({ phi, onset, shift }: { phi: number; onset: number; shift: number }): number[][] {
  const random = new RandomStream(21);
  const state = [random.normal(), random.normal(), random.normal()];
  return Array.from({ length: 1_200 }, (_, row) =>
    state.map((value, channel) => {
      const next = phi * value + Math.sqrt(1 - phi * phi) * random.normal();
      state[channel] = next;
      return next + (channel === 1 && row >= onset ? shift : 0);
    }),
  );
}

test("a step is told once, soon, and dated to where it began", () => {
  const { alarms, blockRows } = watchRows(rowsWith({ phi: 0, onset: 700, shift: 2 }), 200);
  expect(blockRows).toBe(1);
  expect(alarms).toHaveLength(1);
  expect(alarms[0]!.row).toBeGreaterThanOrEqual(700);
  expect(alarms[0]!.row).toBeLessThan(715);
  // The age of a change is known to about a quarter.
  expect(Math.abs(alarms[0]!.changeRow - 700)).toBeLessThanOrEqual(4);
});

test("rows that resemble their neighbours are averaged, and then call nothing by themselves", () => {
  const { alarms, blockRows } = watchRows(rowsWith({ phi: 0.9, onset: 5_000, shift: 0 }), 400);
  expect(blockRows).toBeGreaterThan(4);
  expect(alarms).toEqual([]);
});

test("the units of a channel make no difference", () => {
  const rows = rowsWith({ phi: 0, onset: 700, shift: 2 });
  const inMillimetres = rows.map(([x, y, z]) => [x!, 1_000 * y!, z!]);
  expect(watchRows(inMillimetres, 200).alarms.map(({ row }) => row)).toEqual(
    watchRows(rows, 200).alarms.map(({ row }) => row),
  );
});

test("a channel that never moves while learning does not keep the others from being heard", () => {
  const rows = rowsWith({ phi: 0, onset: 700, shift: 2 }).map(([x, y]) => [x!, y!, 4]);
  const [first] = watchRows(rows, 200).alarms;
  expect(first!.row).toBeGreaterThanOrEqual(700);
  expect(first!.row).toBeLessThan(715);
});
