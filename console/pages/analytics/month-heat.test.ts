import { expect, test } from "vitest";
import type { AnalyticsGroup } from "../../../clients/typescript/generated/contract.ts";
import { heatOf, heatSteps, monthName, sayMonths } from "./month-heat.ts";

type Cell = AnalyticsGroup["breaches_by_month"][number];
const cell = (breaches: number, value: number, low: number, high: number): Cell => ({
  count: breaches,
  vehicle_days: 100,
  per_1000_vehicle_days: { value, low, high },
});
const unseen: Cell = { count: 0, vehicle_days: 0, per_1000_vehicle_days: null };
const group = (name: string, ...cells: Cell[]) =>
  ({ group: name, breaches_by_month: cells }) as unknown as AnalyticsGroup;
const months = ["2025-12-14T00:00:00.000Z", "2026-01-01T00:00:00.000Z"];

test("a shade is the rate that is sure: one breach in few days stays pale", () => {
  const groups = [
    group("A", cell(40, 80, 57, 109), cell(1, 500, 13, 2786)),
    group("B", cell(0, 0, 0, 9), unseen),
  ];
  const steps = heatSteps(groups);
  expect(steps).toEqual([0, 14.25, 28.5, 42.75]);
  expect([57, 13, 0].map((low) => heatOf(low, steps))).toEqual([4, 1, 0]);
});

test("without any breach nothing has a shade", () => {
  expect(heatSteps([group("A", unseen, cell(0, 0, 0, 3))])).toEqual([]);
  expect(heatOf(0, [])).toBe(0);
  expect(sayMonths([group("A", unseen)], months)).toBe("No breach in any of these months.");
});

test("months are named, with the year where it begins", () => {
  expect(monthName(months[0]!, true)).toBe("Dec 2025");
  expect(monthName(months[1]!, false)).toBe("Jan 2026");
  expect(monthName("2026-02-01T00:00:00.000Z", false)).toBe("Feb");
});

test("the worst month is called so only where chance does not explain it", () => {
  const clear = [group("A", cell(40, 80, 57, 109), cell(3, 6, 1.2, 17)), group("B", unseen, unseen)];
  expect(sayMonths(clear, months)).toBe(
    "A in Dec 2025 is significantly above every other cell: 80 (57 to 109) from 40.",
  );
  const unclear = [group("A", cell(4, 80, 22, 205), cell(3, 60, 12, 175))];
  expect(sayMonths(unclear, months)).toMatch(/^Dec 2025 is the highest by its lower bound, but not/);
  expect(sayMonths([group("A", cell(4, 80, 22, 205), unseen)], months)).toBe(
    "All breaches are in one cell: Dec 2025, 80 (22 to 205) from 4.",
  );
});
