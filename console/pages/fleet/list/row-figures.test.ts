import { expect, test } from "vitest";
import { rowFigures } from "./row-figures.ts";

const healthy = {
  tier: "NOMINAL",
  baseline_state: "established",
  health_score: 97.31,
  camera_drift_deg: 0,
  radar_drift_mm: 1.24,
  lidar_drift_m: -0.004,
} as const;

test("what was measured is told, a camera that has not moved too", () => {
  expect(rowFigures(healthy)).toEqual({
    health: "97.3",
    camera: "0.00°",
    radar: "1.2\u00a0mm",
    lidar: "−4.0\u00a0mm",
  });
});

test("a vehicle that still learns has no figures", () => {
  const learning = { ...healthy, tier: "UNKNOWN", baseline_state: "learning", health_score: 100 } as const;
  expect(Object.values(rowFigures({ ...learning, radar_drift_mm: 0 }))).toEqual(["–", "–", "–", "–"]);
});

test("a radar that was never heard has no drift", () => {
  expect(rowFigures({ ...healthy, radar_drift_mm: 0, lidar_drift_m: null })).toMatchObject({
    radar: "–",
    lidar: "–",
  });
});
