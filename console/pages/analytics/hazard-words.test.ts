import { expect, test } from "vitest";
import type { AnalyticsGroup, FleetAnalytics } from "../../../clients/typescript/generated/contract.ts";
import { ageText, hazardCeiling, sayHazard } from "./hazard-words.ts";

type Stretch = AnalyticsGroup["hazard"][number];
const stretch = (first: number, value: number, low: number, high: number): Stretch => ({
  first_breaches: first,
  exposure: 1_000,
  rate: { value, low, high },
});
const unwatched: Stretch = { first_breaches: 0, exposure: 0, rate: null };
const fleet = (...stretches: Stretch[]) =>
  ({
    all: { hazard: stretches } as unknown as AnalyticsGroup,
    hazard: {
      against: "kilometres",
      per: 10_000,
      bins: [
        { from: 0, to: 20_000 },
        { from: 20_000, to: 40_000 },
        { from: 40_000, to: null },
      ],
      vehicles: 60,
      left_out: 0,
    },
  }) satisfies Pick<FleetAnalytics, "all" | "hazard">;

test("ages are said with their unit, and the last may be open", () => {
  expect(ageText({ from: 20_000, to: 40_000 }, "km")).toBe("20\u202f000 to 40\u202f000 km");
  expect(ageText({ from: 0.5, to: 1 }, "days")).toBe("0.5 to 1 days");
  expect(ageText({ from: 90, to: null }, "days")).toBe("90 days and more");
});

test("an age is called worse only where chance does not explain it", () => {
  expect(sayHazard(fleet(stretch(1, 1, 0.1, 5), stretch(30, 22, 15, 31), unwatched))).toBe(
    "31 of 60 vehicles have had a breach; most clearly at 20\u202f000 to 40\u202f000 km: 22 (15 to 31) for 10\u202f000 km, more than at some other ages.",
  );
  expect(sayHazard(fleet(stretch(1, 1, 0.1, 5), stretch(2, 3, 0.4, 11), unwatched))).toBe(
    "3 of 60 vehicles have had a breach; too few to distinguish ages.",
  );
  expect(sayHazard(fleet(unwatched, stretch(0, 0, 0, 4)))).toBe("None of 60 vehicles has had a breach.");
});

test("one wide interval does not set the axis", () => {
  const all = fleet(stretch(1, 2, 0.1, 800), stretch(9, 5, 2, 9)).all;
  expect(hazardCeiling([all])).toBe(10);
  expect(hazardCeiling([fleet(stretch(0, 0, 0, 4)).all])).toBe(4);
  expect(hazardCeiling([fleet(unwatched).all])).toBe(1);
});
