import { expect, test } from "vitest";

import { calibratedLimitOfW, provenLimitOfW, runLengthForBudget } from "./alarm-budget.ts";

test("one frame a minute for two hours a day with 1e5 frames between alarms is one false alarm in 28 vehicle-months", () => {
  const perMonth = 3_600 / 1e5;
  expect(1 / perMonth).toBeCloseTo(27.8, 1);
  expect(runLengthForBudget({ blocksPerMonth: 3_600, falseAlarmsPerVehicleMonth: perMonth })).toBeCloseTo(
    1e5,
    6,
  );
});

test("the calibrated limits follow the law that was measured, and the proven ones are ln ARL₀", () => {
  // bench/detection/limits, whatever the default limits are.
  expect(calibratedLimitOfW(1.6e5)).toBeCloseTo(7.75, 1);
  expect(calibratedLimitOfW(7.7e6)).toBeCloseTo(10.5, 1);
  expect(provenLimitOfW(1e4)).toBeCloseTo(9.21, 2);
  expect(provenLimitOfW(1e6)).toBeCloseTo(13.82, 2);
});

test("24 times the frame rate raises the limit by 2.3 nats", () => {
  expect(calibratedLimitOfW(24 * 1e5) - calibratedLimitOfW(1e5)).toBeCloseTo(2.27, 1);
});

test("no budget is loose enough for a limit that was not measured", () => {
  expect(calibratedLimitOfW(100)).toBe(5);
});
