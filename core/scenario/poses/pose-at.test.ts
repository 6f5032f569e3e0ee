import { expect, test } from "vitest";

import { multiply, rotationFromVectorDeg } from "../../../simulator/rotation.ts";
import { feedForTests } from "../feed/feed-for-tests.ts";
import {
  angleDegOf,
  compose,
  deltaBetween,
  driftOf,
  fromOptical,
  poseOf,
  rotationVectorDegOf,
  sensorStateAt,
  toOptical,
} from "./pose-at.ts";

const feed = feedForTests();
const sensor = (id: string) => {
  const found = feed.parameters.initial_drift_state.sensors.find((one) => one.id === id);
  if (found === undefined) throw new Error(`no sensor ${id}`);
  return found;
};

test("now is baseline ∘ Δ, and Δ's angle is the camera's drift", () => {
  const camera = sensor("cam_front");
  const delta = deltaBetween(camera.baseline, camera.now);
  expect(angleDegOf(delta)).toBeCloseTo(1.41, 12);
  expect(compose(camera.baseline, delta)).toEqual({
    xyz_m: camera.now.xyz_m.map((part) => expect.closeTo(part, 12)),
    quat_xyzw: camera.now.quat_xyzw.map((part) => expect.closeTo(part, 12)),
  });
  // Optical (0, 0.6, 0.8), down and forward, is roll 0.8 and yaw −0.6.
  expect(rotationVectorDegOf(delta)).toEqual(
    [0.8 * 1.41, 0, -0.6 * 1.41].map((part) => expect.closeTo(part, 12)),
  );
});

test("a chain of poses turns and moves as their matrices do", () => {
  const quarterTurn = poseOf([1, 2, 3], [Math.SQRT1_2, 0, 0, Math.SQRT1_2]);
  const forward = poseOf([5, 0, 0], [Math.cos(0.15), 0, Math.sin(0.15), 0]);
  const chained = compose(quarterTurn, forward);
  // x of the turned frame is y of the outer one.
  expect(chained.xyz_m).toEqual([1, 7, 3].map((part) => expect.closeTo(part, 12)));
  const asMatrices = multiply(
    rotationFromVectorDeg([0, 0, 90]),
    rotationFromVectorDeg([0, (0.3 * 180) / Math.PI, 0]),
  );
  const [x = 0, y = 0, z = 0, w = 0] = chained.quat_xyzw;
  // Trace, and the element of sin: what of the matrix fixes the quaternion's size and sign.
  expect(4 * w * w - 1).toBeCloseTo(asMatrices[0] + asMatrices[4] + asMatrices[8], 12);
  expect(2 * (x * y + w * z)).toBeCloseTo(asMatrices[3], 12);
});

test("of the two quaternions of a rotation the one with w of 0 or more is written, without −0", () => {
  expect(poseOf([-0, 0, 1], [-1, 0, -0, 0]).quat_xyzw).toEqual([0, 0, 0, 1]);
  expect(poseOf([-0, 0, 1], [1, 0, 0, 0]).xyz_m).toEqual([0, 0, 1]);
});

test("the camera's optical frame is the sensor's turned, and back", () => {
  expect(fromOptical([0, 0, 1])).toEqual([1, 0, 0]);
  expect(fromOptical([1, 0, 0])).toEqual([0, -1, 0]);
  expect(fromOptical([0, 1, 0])).toEqual([0, 0, -1]);
  expect(toOptical(fromOptical([0.1, -0.2, 0.3]))).toEqual([0.1, -0.2, 0.3]);
});

test("sensors begin where the feed shows them and follow the drift from there", () => {
  const drift = driftOf(feed);
  const camera = sensor("cam_front");
  const before = sensorStateAt(feed, camera, drift(0)).pose;
  expect(angleDegOf(deltaBetween(camera.now, before))).toBeCloseTo(0, 12);
  // About the same axis angles add up.
  const late = sensorStateAt(feed, camera, drift(19.9));
  expect(angleDegOf(late.delta)).toBeCloseTo(1.41 + drift(19.9), 9);
  const radar = sensorStateAt(feed, sensor("radar_front"), drift(19.9));
  expect(radar.rangeBiasM).toBeCloseTo(0.31 + 0.45 * drift(19.9), 9);
  expect(radar.delta.xyz_m[0]).toBeCloseTo(-0.31 - 0.45 * drift(19.9), 9);
  const lidar = sensorStateAt(feed, sensor("lidar_top"), drift(19.9));
  expect(lidar.registrationErrorM).toBeCloseTo(0.04 + 0.2 * drift(19.9), 9);
  expect(lidar.rangeBiasM).toBeNull();
});

test("where the body moves, no sensor moves in it", () => {
  const loaded = feedForTests({ type: "load_change" });
  for (const one of loaded.parameters.initial_drift_state.sensors) {
    const { pose } = sensorStateAt(loaded, one, driftOf(loaded)(15));
    expect(angleDegOf(deltaBetween(one.now, pose))).toBeCloseTo(0, 9);
    expect(pose.xyz_m).toEqual(one.now.xyz_m.map((part) => expect.closeTo(part, 12)));
  }
});

test("a replay is read off its samples, between two on a straight line, and holds at its ends", () => {
  const replay = feedForTests();
  replay.provenance.kind = "replay";
  replay.parameters.trajectory = { dt_s: 0.5, drift_deg: [0, 1, 0.5], gaps: [], time_scale: 60 };
  const drift = driftOf(replay);
  expect([-1, 0, 0.25, 0.5, 0.75, 1, 9].map(drift)).toEqual([0, 0, 0.5, 1, 0.75, 0.5, 0.5]);
});
