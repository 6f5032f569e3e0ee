import { expect, test } from "vitest";
import { effectsOf, sensors } from "./sensor-effects.ts";
import { scenariosThatMustNotAlarm, scenarioTypes } from "./trajectory.ts";

const magnitude = { camera: "cameraDegPerDeg", radar: "radarMPerDeg", lidar: "lidarMPerDeg" } as const;

test.each(scenarioTypes)("%s turns the camera about an axis of unit length", (type) => {
  expect(Math.hypot(...effectsOf(type).cameraAxis)).toBeCloseTo(1, 3);
});

test.each(scenarioTypes)("what %s says is out of true departs from it", (type) => {
  const effects = effectsOf(type);
  for (const sensor of effects.affects) {
    const moves = effects[magnitude[sensor]] !== 0 || effects.params["epsilon"] !== undefined;
    expect([sensor, moves]).toEqual([sensor, true]);
  }
});

test("where no alarm is due nothing is out of true", () => {
  for (const type of scenariosThatMustNotAlarm) expect(effectsOf(type).affects).toEqual([]);
});

test("a healthy vehicle is touched by nothing", () => {
  const effects = effectsOf("nominal_control");
  expect(sensors.map((sensor) => effects[magnitude[sensor]])).toEqual([0, 0, 0]);
  expect(effects.noiseFactor).toEqual({ camera: 1, radar: 1, lidar: 1 });
  expect(effects.missingShare).toEqual({ camera: 0, radar: 0, lidar: 0 });
});
