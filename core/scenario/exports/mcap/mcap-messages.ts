import { image, scenarioKinds } from "../../../sensors/scenario-kinds.ts";
import type { ScenarioFeed } from "../../../contract/types.ts";
import { type Pose, compose } from "../../poses/pose-at.ts";
import { geoPoint } from "../../streets/geo-point.ts";
import { type ScenarioFrame, type ScenarioSensor, framesOf, headingPose } from "../scenario-frames.ts";
import type { McapTopic } from "./mcap-topics.ts";

interface TimedMessage {
  readonly topic: McapTopic;
  readonly tS: number;
  readonly message: object;
}

/** In order of time. While nothing is received of the vehicle, nothing is written of its sensors. */
export function* mcapMessages(feed: ScenarioFeed): Generator<TimedMessage> {
  const { sensors } = feed.parameters.initial_drift_state;
  for (const { id, kind, baseline } of sensors) {
    yield transform(0, ["vehicle", `${id}/baseline`], baseline);
    if (scenarioKinds[kind].image !== null) yield transform(0, [id, `${id}/optical`], optical);
  }
  const [latDeg = 0, lonDeg = 0] = feed.parameters.visualizer.map_center;
  for (const frame of framesOf(feed)) {
    const { tS } = frame;
    yield transform(tS, ["map", "vehicle"], vehiclePose(frame));
    yield { topic: "/vehicle/location", tS, message: fixOf(frame, [latDeg, lonDeg]) };
    yield { topic: "/drift", tS, message: driftMessage(sensors, frame) };
    if (frame.received) yield* messagesOfSensors(sensors, frame);
  }
}

/** x right, y down, z forward, as Foxglove takes a camera to look. */
const optical: Pose = { xyz_m: [0, 0, 0], quat_xyzw: [-0.5, 0.5, -0.5, 0.5] };

function* messagesOfSensors(
  sensors: readonly ScenarioSensor[],
  frame: ScenarioFrame,
): Generator<TimedMessage> {
  for (const [at, sensor] of sensors.entries()) {
    yield transform(frame.tS, ["vehicle", sensor.id], frame.sensors[at]!.pose);
    if (sensor.intrinsics !== null) yield calibration(frame, sensor, frame.conditions[at]!.focalScale);
  }
}

function calibration(
  { tS }: ScenarioFrame,
  { id, intrinsics }: ScenarioSensor,
  focalScale: number,
): TimedMessage {
  const { width, height, fx, fy, cx, cy } = intrinsics!;
  const message = {
    timestamp: timeOf(tS),
    frame_id: `${id}/optical`,
    width,
    height,
    distortion_model: "plumb_bob",
    D: [0, 0, 0, 0, 0],
    K: [fx * focalScale, 0, cx, 0, fy * focalScale, cy, 0, 0, 1],
    R: [1, 0, 0, 0, 1, 0, 0, 0, 1],
    P: [fx * focalScale, 0, cx, 0, 0, fy * focalScale, cy, 0, 0, 0, 1, 0],
  };
  return { topic: image.mcap.topic, tS, message };
}

function driftMessage(sensors: readonly ScenarioSensor[], frame: ScenarioFrame): object {
  return {
    timestamp: timeOf(frame.tS),
    drift_deg: frame.driftDeg,
    received: frame.received,
    speed_mps: frame.speedMps,
    conditions: frame.conditions.map(({ focalScale, clockOffsetS, noiseFactor, missingShare }, at) => ({
      id: sensors[at]!.id,
      focal_scale: focalScale,
      clock_offset_s: clockOffsetS,
      noise_factor: noiseFactor,
      missing_share: missingShare,
    })),
  };
}

function vehiclePose({ drive, body }: ScenarioFrame): Pose {
  return compose(headingPose(drive.xM, drive.yM, drive.headingRad), body);
}

function transform(tS: number, [parent, child]: readonly [string, string], pose: Pose): TimedMessage {
  const [x, y, z] = pose.xyz_m;
  const [qx, qy, qz, qw] = pose.quat_xyzw;
  const message = {
    timestamp: timeOf(tS),
    parent_frame_id: parent,
    child_frame_id: child,
    translation: { x, y, z },
    rotation: { x: qx, y: qy, z: qz, w: qw },
  };
  return { topic: "/tf", tS, message };
}

function fixOf({ tS, drive }: ScenarioFrame, centre: readonly [number, number]): object {
  const { latDeg, lonDeg } = geoPoint(centre, drive);
  return {
    timestamp: timeOf(tS),
    frame_id: "vehicle",
    latitude: latDeg,
    longitude: lonDeg,
    altitude: 0,
    position_covariance: [0, 0, 0, 0, 0, 0, 0, 0, 0],
    // Unknown: the streets are made up.
    position_covariance_type: 0,
  };
}

function timeOf(tS: number): { readonly sec: number; readonly nsec: number } {
  const sec = Math.floor(tS);
  return { sec, nsec: Math.round((tS - sec) * 1e9) };
}
