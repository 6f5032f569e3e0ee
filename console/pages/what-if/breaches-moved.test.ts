import { expect, test } from "vitest";
import { breachesMoved } from "./breaches-moved.ts";

const at = (...hours: number[]) => ({ breaches_at: hours.map((hour) => `2026-03-01T0${hour}:00:00.000Z`) });

test("a breach that opens at another frame is gone there and new here", () => {
  const moved = breachesMoved(at(1, 3), at(2, 3));
  expect(moved).toEqual({ gone: at(1).breaches_at, fresh: at(2).breaches_at });
  expect(breachesMoved(at(), at())).toEqual({ gone: [], fresh: [] });
});
