import { expect, test } from "vitest";
import { cameraTurned, lidarWith, radarWith } from "./sensors-for-tests.ts";
import { drawnReachM, drawnSensor, edgesOf } from "./view-shape.ts";

test("a camera's field ends where its angles say", () => {
  const { baseline } = drawnSensor(cameraTurned([0, 0, 0]), 1);
  const reachM = drawnReachM.turn;
  const [x, y, z] = baseline.far[0]!;
  expect(x).toBeCloseTo(1.7 + reachM, 9);
  expect(y).toBeCloseTo(reachM * Math.tan(Math.PI / 6), 9);
  expect(z).toBeCloseTo(1.4 + reachM * Math.tan((17 * Math.PI) / 180), 9);
  expect(edgesOf(baseline, "turn")).toHaveLength(2 * (4 + 4 + 1));
});

test("ten times a drift of 1° is drawn as 10°, and the baseline as it is", () => {
  const { baseline, now } = drawnSensor(cameraTurned([0, 0, 1]), 10);
  const [x, y] = [now.tip[0] - now.origin[0], now.tip[1] - now.origin[1]];
  expect((Math.atan2(y, x) * 180) / Math.PI).toBeCloseTo(10, 6);
  expect(baseline.tip).toEqual([1.7 + drawnReachM.turn, 0, 1.4]);
});

test("a radar's bias lengthens its field along the axis and turns nothing", () => {
  const { baseline, now } = drawnSensor(radarWith(0.2), 5);
  expect(now.tip[0] - baseline.tip[0]).toBeCloseTo(1, 9);
  expect(now.tip.slice(1)).toEqual(baseline.tip.slice(1));
});

test("a bias that would turn the field inside out nearly closes it", () => {
  const { now } = drawnSensor(radarWith(-1), 25);
  expect(now.tip[0] - now.origin[0]).toBeCloseTo(0.2, 9);
});

test("a lidar has no field, only a ball as large as its error grew", () => {
  const { now, blurM } = drawnSensor(lidarWith({ errorM: 0.3, errorGrowthM: 0.2 }), 10);
  expect(blurM).toBeCloseTo(2, 9);
  expect(edgesOf(now, "size")).toEqual([]);
  expect(drawnSensor(lidarWith({ errorM: 0.01, errorGrowthM: -0.2 }), 10).blurM).toBe(0);
});

test("a fisheye's field stays finite", () => {
  const { now } = drawnSensor({ ...cameraTurned([0, 0, 0]), hfovDeg: 190 }, 1);
  expect(now.far.flat().every((value) => Math.abs(value) < 30)).toBe(true);
});
