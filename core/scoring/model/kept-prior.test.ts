import { expect, test } from "vitest";
import { keptPrior } from "./kept-prior.ts";

test("curves are kept to seven digits, all else of a prior as it is, and a sensor without a curve has none", () => {
  const plain = { sd: 0.1, degrees: 7.3, vehicles: 12 };
  const curve = { level: 1, ratios: [1, 1.1], degrees: [15, 3.3] };
  const sensors = { camera: null, radar: plain, lidar: { ...plain, curve }, confidence: null };
  const kept = keptPrior({ sensors, correlation: 0.123456789, atUs: 5 });
  expect(kept).toEqual({
    sensors: {
      ...sensors,
      lidar: {
        ...plain,
        curve: { level: 1, ratios: [1, Math.fround(1.1)], degrees: [15, Math.fround(3.3)] },
      },
    },
    correlation: 0.123456789,
    atUs: 5,
  });
  expect("curve" in kept.sensors.radar!).toBe(false);
});
