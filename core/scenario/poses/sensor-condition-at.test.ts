import { expect, test } from "vitest";

import { type ScenarioType, scenarioTypes } from "../../contract/scenario-types.ts";
import { feedForTests } from "../feed/feed-for-tests.ts";
import { type SensorCondition, sensorConditionAt } from "./sensor-condition-at.ts";

const inOrder: SensorCondition = { focalScale: 1, clockOffsetS: 0, noiseFactor: 1, missingShare: 0 };

function conditions(type: ScenarioType, tS: number): SensorCondition[] {
  const feed = feedForTests({ type });
  return feed.parameters.initial_drift_state.sensors.map((sensor) => sensorConditionAt(feed, sensor, tS));
}

test.each<readonly [ScenarioType, number, readonly Partial<SensorCondition>[]]>([
  ["intrinsics_shift", 4.9, [{}, {}, {}]],
  ["intrinsics_shift", 7, [{ focalScale: 1.004 }, {}, {}]],
  ["intrinsics_shift", 20, [{ focalScale: 1.008 }, {}, {}]],
  ["time_slip", 8, [{ clockOffsetS: 0.0025 }, {}, {}]],
  ["time_slip", 20, [{ clockOffsetS: 0.005 }, {}, {}]],
  ["occlusion_false_drift", 4, [{}, {}, {}]],
  [
    "occlusion_false_drift",
    5,
    [{ noiseFactor: 2.5, missingShare: 0.4 }, {}, { noiseFactor: 2.5, missingShare: 0.4 }],
  ],
])("%s after %d s", (type, tS, expected) => {
  expect(conditions(type, tS)).toEqual(expected.map((changes) => ({ ...inOrder, ...changes })));
});

test("in every other scenario the sensors are in order, wherever they stand", () => {
  const others = scenarioTypes.filter(
    (type) => !["intrinsics_shift", "time_slip", "occlusion_false_drift"].includes(type),
  );
  for (const type of others)
    expect([type, conditions(type, 12)]).toEqual([type, [inOrder, inOrder, inOrder]]);
});

test("of a replay nothing is claimed that was not measured", () => {
  const feed = feedForTests({ type: "intrinsics_shift" });
  const [camera] = feed.parameters.initial_drift_state.sensors;
  const replay = { ...feed, provenance: { ...feed.provenance, kind: "replay" as const } };
  expect(sensorConditionAt(replay, camera!, 20)).toEqual(inOrder);
});
