import { expect, test } from "vitest";
import { rowFigures } from "./row-figures.ts";

const healthy = {
  health_score: 97.31,
  camera_drift_deg: 0,
  radar_drift_mm: 1.24,
  lidar_drift_m: -0.004,
} as const;

test("what was measured is told, a camera that has not moved too", () => {
  expect(rowFigures(healthy)).toEqual({
    health: "97.3",
    camera: "0.00°",
    radar: "0.001\u00a0m",
    lidar: "−0.004\u00a0m",
  });
});

test("what is not measured has a dash, never a zero", () => {
  const nothing = { health_score: null, camera_drift_deg: null, radar_drift_mm: null, lidar_drift_m: null };
  expect(Object.values(rowFigures(nothing))).toEqual(["–", "–", "–", "–"]);
});
