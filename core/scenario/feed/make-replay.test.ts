import { expect, test } from "vitest";

import { angleDegOf, driftOf, sensorStateAt } from "../poses/pose-at.ts";
import { validate } from "../../contract/requests/validate.ts";
import { askForTests, feedForTests } from "./feed-for-tests.ts";
import { makeReplay, type ReplayedHistory } from "./make-replay.ts";

const trajectory = { dt_s: 0.1, drift_deg: [0, 0.01, 0.02, 0.3, 0.6, 0.6], gaps: [], time_scale: 90 };
const history: ReplayedHistory = { sensor: "camera", trajectory, onsetS: 0.3, tier: "NOMINAL" };

function replayOf(changes: Partial<ReplayedHistory>) {
  const feed = feedForTests();
  feed.parameters = makeReplay(askForTests, { ...history, ...changes });
  feed.provenance.kind = "replay";
  return feed;
}
const stateAt = (feed: ReturnType<typeof replayOf>, id: string, tS: number) => {
  const sensor = feed.parameters.initial_drift_state.sensors.find((one) => one.id === id);
  if (sensor === undefined) throw new Error(`no sensor ${id}`);
  return sensorStateAt(feed, sensor, driftOf(feed)(tS));
};

test("a replay begins at the baseline and goes where the vehicle went", () => {
  const feed = replayOf({});
  expect(validate("ScenarioFeed", feed)).toEqual([]);
  expect(feed.parameters.initial_drift_state).toMatchObject({ tier: "NOMINAL", camera_drift_deg: 0 });
  expect(angleDegOf(stateAt(feed, "cam_front", 0).delta)).toBe(0);
  expect(angleDegOf(stateAt(feed, "cam_front", 0.5).delta)).toBeCloseTo(0.6, 9);
  expect(stateAt(feed, "radar_front", 0.5).rangeBiasM).toBe(0);
  expect(feed.parameters.drift_samples.count).toBe(6);
});

test("of a radar or lidar a degree of the trajectory stands for a metre", () => {
  const radar = stateAt(replayOf({ sensor: "radar" }), "radar_front", 0.5);
  expect(radar.rangeBiasM).toBeCloseTo(0.6, 9);
  expect(radar.delta.xyz_m[0]).toBeCloseTo(-0.6, 9);
  const lidar = stateAt(replayOf({ sensor: "lidar" }), "lidar_top", 0.5);
  expect(lidar.registrationErrorM).toBeCloseTo(0.6, 9);
});

test("what happens is the change, where it is dated, and what the history warrants", () => {
  const { events, truth } = replayOf({}).parameters;
  expect(events).toEqual([{ t_s: 0.3, type: "change_point" }]);
  expect(truth.onset_s).toBe(0.3);
  expect(truth.expected).toContainEqual({ t_s: 0.3, event: "tier_change", to: "CAUTION" });
  expect(truth.expected).toContainEqual({ t_s: 0.4, event: "tier_change", to: "CRITICAL" });
  expect(replayOf({ onsetS: null }).parameters.events).toEqual([]);
});
