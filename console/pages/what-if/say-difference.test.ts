import { expect, test } from "vitest";
import type { RescoredVehicle } from "../../../clients/typescript/generated/contract.ts";
import { breachesMoved, sayDifference, visiblyDiffering } from "./say-difference.ts";

type Outcome = RescoredVehicle["present"];

function outcome(given: Partial<Outcome> = {}): Outcome {
  const breachesAt = given.breaches_at ?? [];
  return {
    tier: "NOMINAL",
    breaches: breachesAt.length,
    tier_changes: 0,
    first_breach_at: breachesAt[0] ?? null,
    breaches_at: breachesAt,
    ...given,
  };
}
const [early, late] = ["2026-03-01T08:00:00.000Z", "2026-03-01T08:10:00.000Z"];
const between = (present: Partial<Outcome>, proposed: Partial<Outcome>) =>
  sayDifference({ present: outcome(present), proposed: outcome(proposed) });

test("a breach that opens at another time is noticed earlier or later", () => {
  expect(between({ breaches_at: [late] }, { breaches_at: [early] })).toBe("noticed 10\u00a0min earlier");
  expect(between({ breaches_at: [early] }, { breaches_at: [late] })).toBe("noticed 10\u00a0min later");
});

test("breaches that come and go are counted", () => {
  expect(between({}, { breaches_at: [early] })).toBe("1 breach more");
  expect(between({ breaches_at: [early, late] }, {})).toBe("2 breaches fewer");
  expect(between({ breaches: 1 }, { breaches: 3 })).toBe("2 breaches more");
});

test("what is left is the tier, and how often it changed", () => {
  expect(between({ tier: "CAUTION" }, {})).toBe("another tier");
  expect(between({ tier_changes: 1 }, { tier_changes: 3 })).toBe("2 changes of tier more");
});

test("a vehicle of which every figure is the same is not listed", () => {
  const same: RescoredVehicle = {
    vehicle_id: "v",
    frames: 1,
    differs: true,
    present: outcome(),
    proposed: outcome(),
  };
  expect(sayDifference(same)).toBeNull();
  expect(visiblyDiffering([same])).toEqual([]);
});

const at = (...hours: number[]) => ({ breaches_at: hours.map((hour) => `2026-03-01T0${hour}:00:00.000Z`) });

test("a breach that opens at another frame is gone there and new here", () => {
  const moved = breachesMoved(at(1, 3), at(2, 3));
  expect(moved).toEqual({ gone: at(1).breaches_at, fresh: at(2).breaches_at });
  expect(breachesMoved(at(), at())).toEqual({ gone: [], fresh: [] });
});
