import { expect, test } from "vitest";

import { uniform } from "../../../core/scenario/counter-random.ts";
import { callerForTests } from "../../ledger-for-tests.ts";
import type { AnalyticsReader, ShareCount } from "../ports/reading/analytics-reader.ts";
import { compareCases } from "./compare-cases.ts";

/** Attributes of a vehicle; every third depends on the one before it, as a part does on a model. */
const attributeCount = 40;

interface FleetPlan {
  readonly seed: number;
  readonly vehicles: number;
  /** Chance that a vehicle is a case: with the value 0 of attribute 7, and without. */
  readonly withPart: number;
  readonly withoutPart: number;
  /** Share of the attributes that a vehicle does not give. */
  readonly missing: number;
}

interface Vehicle {
  readonly values: readonly (number | null)[];
  readonly isCase: boolean;
}

function vehicleOf(plan: FleetPlan, number: number): Vehicle {
  const draw = (step: number) => uniform(plan.seed, number, step);
  const values: (number | null)[] = [];
  for (let at = 0; at < attributeCount; at += 1) {
    const own = Math.floor(draw(2 * at) * (2 + (at % 8)));
    const follows = at % 3 === 2 && draw(1_000 + at) < 0.8;
    values.push(draw(2 * at + 1) < plan.missing ? null : follows ? (values[at - 1] ?? own) : own);
  }
  return { values, isCase: draw(999) < (values[7] === 0 ? plan.withPart : plan.withoutPart) };
}

/** What `countShares` of a store gives for such a fleet. */
function countShares(plan: FleetPlan): ShareCount {
  const vehicles = Array.from({ length: plan.vehicles }, (_, number) => vehicleOf(plan, number));
  const cases = vehicles.filter(({ isCase }) => isCase).length;
  const values = Array.from({ length: attributeCount }, (_, at) => {
    const having = Map.groupBy(vehicles, ({ values: own }) => own[at] ?? null);
    return [...having].flatMap(([value, group]) => {
      if (value === null || group.length < 2) return [];
      const ofCases = group.filter(({ isCase }) => isCase).length;
      return [{ name: `part_${at}`, value: String(value), cases: ofCases, others: group.length - ofCases }];
    });
  }).flat();
  return { cases, others: vehicles.length - cases, values };
}

async function ask(plan: FleetPlan) {
  const unasked = () => Promise.reject(new Error("not asked for"));
  const analytics: AnalyticsReader = {
    countAttributes: unasked,
    listPositions: unasked,
    gatherCourse: unasked,
    countShares: async () => countShares(plan),
  };
  const needs = { analytics, nowUs: () => 1_790_000_000_000_000, silentAfterS: 60 };
  return compareCases(callerForTests, { limit: 20 }, needs);
}

const isHint = (sentence: string) => sentence.endsWith("It is a hint where to look, not a cause.");
const fleets = 500;
const seeds = Array.from({ length: fleets }, (_, seed) => seed);

test("where nothing is behind it, a cause is named in at most one fleet of twenty", async () => {
  const plan = { vehicles: 200, withPart: 0.06, withoutPart: 0.06, missing: 0.1 };
  const answers = await Promise.all(seeds.map((seed) => ask({ ...plan, seed })));
  const named = answers.filter(({ sentence }) => isHint(sentence)).length;
  // 25 of 500 are the stated rate. Fisher's test is conservative with few cases, Bonferroni's correction with dependent parts.
  expect(named).toBeLessThanOrEqual(25);
  expect(answers.every(({ comparisons }) => comparisons > 150)).toBe(true);
});

test("a planted part is named first among 40 attributes, with odds whose interval holds the true ones", async () => {
  // Odds of 0.5/0.5 over 0.04/0.96: 24 times as high.
  const trueOdds = 1 / (0.04 / 0.96);
  const plan = { vehicles: 400, withPart: 0.5, withoutPart: 0.04, missing: 0.1 };
  const answers = await Promise.all(seeds.slice(0, 100).map((seed) => ask({ ...plan, seed })));
  const found = answers.filter(
    ({ sentence, data: [first] }) => isHint(sentence) && first?.attribute === "part_7" && first.value === "0",
  );
  expect(found.length).toBeGreaterThanOrEqual(97);
  const covered = found.filter(
    ({ data: [first] }) => first!.odds_ratio_low <= trueOdds && trueOdds <= first!.odds_ratio_high,
  );
  // 95 % of 100, less three standard deviations of a binomial count.
  expect(covered.length).toBeGreaterThanOrEqual(found.length - 12);
});

test.each([2, 3, 5, 8])(
  "%d vehicles are too few to name a cause among so many comparisons",
  async (vehicles) => {
    const plan = { vehicles, withPart: 0.5, withoutPart: 0.5, missing: 0 };
    const answers = await Promise.all(seeds.slice(0, 200).map((seed) => ask({ ...plan, seed })));
    expect(answers.filter(({ sentence }) => isHint(sentence))).toEqual([]);
  },
);

test.each([
  [
    { vehicles: 1, withPart: 1, withoutPart: 1 },
    "All vehicles are such: there is nothing to compare them with.",
  ],
  [{ vehicles: 1, withPart: 0, withoutPart: 0 }, "There is no such vehicle."],
  [
    { vehicles: 300, withPart: 1, withoutPart: 1 },
    "All vehicles are such: there is nothing to compare them with.",
  ],
  [
    { vehicles: 300, withPart: 0.1, withoutPart: 0.1, missing: 1 },
    "The vehicles have no attribute that two of them share.",
  ],
])("%o: it says why there is no answer", async (plan, sentence) => {
  const found = await ask({ seed: 1, missing: 0, ...plan });
  expect(found.sentence).toBe(sentence);
});

test("vehicles that do not give an attribute count as not having its values", async () => {
  const found = await ask({ seed: 3, vehicles: 400, withPart: 0.6, withoutPart: 0.02, missing: 0.5 });
  const [first] = found.data;
  expect([first?.attribute, first?.value]).toEqual(["part_7", "0"]);
  expect(found.cases + found.others).toBe(400);
  expect(first!.cases_having).toBeLessThan(found.cases);
});
