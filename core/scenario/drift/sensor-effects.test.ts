import { sensorKinds } from "../../sensors/kinds.ts";
import { scenarioKinds } from "../../sensors/scenario-kinds.ts";
import { sensors } from "../../sensors/sensor-lists.ts";
import { expect, test } from "vitest";

import { effectsOf } from "./sensor-effects.ts";
import { scenarioTypes } from "../../contract/scenario-types.ts";
import { scenariosThatMustNotAlarm } from "./drift-formulas.ts";

test.each(scenarioTypes)("%s turns the camera about an axis of unit length", (type) => {
  expect(Math.hypot(...effectsOf(type).cameraAxis)).toBeCloseTo(1, 3);
});

test.each(scenarioTypes)("%s makes no sensor quieter or more talkative than usual", (type) => {
  const { noiseFactor, missingShare } = effectsOf(type);
  for (const sensor of sensors) {
    expect(noiseFactor[sensor]).toBeGreaterThanOrEqual(1);
    expect(missingShare[sensor]).toBeGreaterThanOrEqual(0);
  }
});

test("a scenario that must not alarm puts no sensor out of true, every other one does", () => {
  const harmless = scenarioTypes.filter((type) => effectsOf(type).affects.length === 0);
  expect(new Set(harmless)).toEqual(scenariosThatMustNotAlarm);
});

test.each(sensorKinds)(
  "the row of the $name names scenarios there are, and has a reading for each member",
  (kind) => {
    const { effects, refits, readings } = scenarioKinds[kind.name];
    expect(scenarioTypes).toEqual(expect.arrayContaining([...Object.keys(effects), ...Object.keys(refits)]));
    expect(readings).toHaveLength(kind.members.length);
  },
);

test("a healthy vehicle is left as it is", () => {
  expect(effectsOf("nominal_control")).toMatchObject({
    affects: [],
    cameraDegPerDeg: 0,
    radarMPerDeg: 0,
    lidarMPerDeg: 0,
    confidenceLogit: 0,
  });
});
