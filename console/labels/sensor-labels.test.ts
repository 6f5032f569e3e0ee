import { expect, test } from "vitest";
import { driftLabel, limitLabel, meaningLabel } from "./sensor-labels.ts";

test("a drift has the unit of its sensor, and a sign where it has a direction", () => {
  expect(driftLabel("deg", 1.35)).toBe("1.35°");
  expect(driftLabel("m", 0.262)).toBe("+0.262\u00a0m");
  expect(driftLabel("m", -0.262)).toBe("−0.262\u00a0m");
  expect(driftLabel("m", 0)).toBe("0.000\u00a0m");
  expect(driftLabel("m", null)).toBe("–");
  expect(limitLabel("m", 0.0125)).toBe("0.013\u00a0m");
  expect(limitLabel("m", 0.5)).toBe("0.500\u00a0m");
});

test("what a drift means is told in metres on the street, or as a direction", () => {
  expect(meaningLabel("camera", 1.35)).toBe("aims up to 1.18\u00a0m off at 50\u00a0m");
  expect(meaningLabel("radar", 0.2)).toBe("reads too far");
  expect(meaningLabel("radar", -0.2)).toBe("reads too near");
  expect(meaningLabel("lidar", 0.2)).toBe("fits its surroundings worse");
  expect(meaningLabel("lidar", null)).toBe("");
});
