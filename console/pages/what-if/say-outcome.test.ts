import { expect, test } from "vitest";
import type { RescoredVehicle } from "../../../clients/typescript/generated/contract.ts";
import { sayOutcome } from "./say-outcome.ts";

const outcome = (tier: RescoredVehicle["present"]["tier"], breaches: number) => ({
  tier,
  breaches,
  tier_changes: 0,
  first_breach_at: null,
  breaches_at: [],
});
const vehicle = (now: ReturnType<typeof outcome>, then: ReturnType<typeof outcome>): RescoredVehicle => ({
  vehicle_id: "v",
  frames: 1,
  differs: now.tier !== then.tier || now.breaches !== then.breaches,
  present: now,
  proposed: then,
});

test("breaches that would not have been are told, and who would stand better or worse", () => {
  const vehicles = [
    vehicle(outcome("CRITICAL", 2), outcome("CAUTION", 1)),
    vehicle(outcome("NOMINAL", 0), outcome("CAUTION", 0)),
    vehicle(outcome("NOMINAL", 0), outcome("NOMINAL", 0)),
  ];
  expect(sayOutcome(vehicles, true)).toBe(
    "2 of 3 vehicles would get another verdict: 2 past breaches would be 1; worse tier now: 1, better: 1.",
  );
  expect(sayOutcome(vehicles.slice(1), true)).toContain("as many breaches as now, 0; worse tier now: 1");
  const learnt = vehicle(outcome("UNKNOWN", 0), outcome("NOMINAL", 0));
  expect(sayOutcome([learnt], true), "to be judged is not to stand worse").toContain(
    "worse tier now: 0, better: 0",
  );
  expect(sayOutcome(vehicles.slice(2), false)).toBe("No difference so far for any of 1 vehicle.");
});
