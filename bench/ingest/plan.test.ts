import { expect, test } from "vitest";

import { readSizes } from "./measure-sizes.ts";
import { readPlan } from "./plan.ts";

test("without flags the documented plan runs: ten thousand vehicles, five rounds", () => {
  expect(readPlan([])).toMatchObject({ vehicles: 10_000, rounds: 5, full: false, asDocumented: true });
});

test("a flag changes its figure, and the plan is no longer the documented one", () => {
  const plan = readPlan(["--vehicles", "500", "--rates", "10,20"]);
  expect(plan).toMatchObject({ vehicles: 500, rates: [10, 20], asDocumented: false });
});

test("another checkout is named by its absolute folder", () => {
  expect(readPlan(["--beside", "."]).beside).toBe(process.cwd());
  expect(readPlan([]).beside).toBeNull();
});

test("what is no whole number, no flag or no size is an error before anything runs", () => {
  expect(() => readPlan(["--vehicles", "many"])).toThrow("--vehicles takes whole numbers");
  expect(() => readPlan(["--vehicle", "5"])).toThrow("--vehicle");
  expect(() => readSizes(["10k", "2k"])).toThrow("no size 2k");
});
