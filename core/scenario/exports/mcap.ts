import type { ScenarioFeed } from "../../contract/types.ts";
import { utf8 } from "../../encoding/bytes.ts";
import { type Pose, compose } from "../poses/pose-at.ts";
import { geoPoint } from "../streets/geo-point.ts";
import { GrowingBytes } from "./growing-bytes.ts";
import { type ScenarioFrame, type ScenarioSensor, framesOf, headingPose } from "./scenario-frames.ts";

/**
 * An MCAP file with chunks and an index, messages as JSON: the frames of map, vehicle and sensors as
 * `foxglove.FrameTransform`, the vehicle's place as `foxglove.LocationFix`, the drift as `plumbline.Drift`. Time zero is
 * the beginning of the scenario. While nothing is heard of a sensor, nothing is written of it.
 */
export async function writeMcap(feed: ScenarioFeed): Promise<Uint8Array> {
  const { McapWriter } = await import("@mcap/core");
  const file = new GrowingBytes();
  const writable = {
    position: () => BigInt(file.length),
    write: async (bytes: Uint8Array) => file.append(bytes),
  };
  const writer = new McapWriter({ writable, useStatistics: true });
  await writer.start({ profile: "", library: `${feed.generator.name} ${feed.generator.version}` });
  await writer.addMetadata({ name: "scenario", metadata: metadataOf(feed) });
  const channels = new Map<Topic, number>();
  for (const [topic, schema] of Object.entries(topics) as [Topic, (typeof topics)[Topic]][]) {
    const schemaId = await writer.registerSchema({
      name: schema.title,
      encoding: "jsonschema",
      data: utf8(JSON.stringify(schema)),
    });
    channels.set(
      topic,
      await writer.registerChannel({ topic, schemaId, messageEncoding: "json", metadata: new Map() }),
    );
  }
  let sequence = 0;
  for (const { topic, tS, message } of messagesOf(feed)) {
    const time = BigInt(Math.round(tS * 1e9));
    await writer.addMessage({
      channelId: channels.get(topic)!,
      sequence,
      logTime: time,
      publishTime: time,
      data: utf8(JSON.stringify(message)),
    });
    sequence += 1;
  }
  await writer.end();
  return file.bytes();
}

const number = { type: "number" } as const;
const text = { type: "string" } as const;
const timestamp = {
  type: "object",
  title: "time",
  properties: {
    sec: { type: "integer", minimum: 0 },
    nsec: { type: "integer", minimum: 0, maximum: 999_999_999 },
  },
} as const;

/** The fields of Foxglove's published schemas that are written, and our own. */
const topics = {
  "/tf": {
    title: "foxglove.FrameTransform",
    type: "object",
    properties: {
      timestamp,
      parent_frame_id: text,
      child_frame_id: text,
      translation: {
        type: "object",
        title: "foxglove.Vector3",
        properties: { x: number, y: number, z: number },
      },
      rotation: {
        type: "object",
        title: "foxglove.Quaternion",
        properties: { x: number, y: number, z: number, w: number },
      },
    },
  },
  "/vehicle/location": {
    title: "foxglove.LocationFix",
    type: "object",
    properties: {
      timestamp,
      frame_id: text,
      latitude: number,
      longitude: number,
      altitude: number,
      position_covariance: { type: "array", items: number, minItems: 9, maxItems: 9 },
      position_covariance_type: { type: "integer" },
    },
  },
  "/drift": {
    title: "plumbline.Drift",
    type: "object",
    properties: {
      timestamp,
      drift_deg: number,
      heard: { type: "boolean" },
      speed_mps: number,
      conditions: {
        type: "array",
        items: {
          type: "object",
          properties: {
            id: text,
            focal_scale: number,
            clock_offset_s: number,
            noise_factor: number,
            missing_share: number,
          },
        },
      },
    },
  },
  "/camera/calibration": {
    title: "foxglove.CameraCalibration",
    type: "object",
    properties: {
      timestamp,
      frame_id: text,
      width: { type: "integer", minimum: 0 },
      height: { type: "integer", minimum: 0 },
      distortion_model: text,
      D: { type: "array", items: number },
      K: { type: "array", items: number, minItems: 9, maxItems: 9 },
      R: { type: "array", items: number, minItems: 9, maxItems: 9 },
      P: { type: "array", items: number, minItems: 12, maxItems: 12 },
    },
  },
} as const;

type Topic = keyof typeof topics;

interface TimedMessage {
  readonly topic: Topic;
  readonly tS: number;
  readonly message: object;
}

function metadataOf(feed: ScenarioFeed): Map<string, string> {
  return new Map([
    ["scenario_id", feed.scenario_id],
    ["scenario_type", feed.scenario_type],
    ["seed", String(feed.seed)],
    ["provenance", feed.provenance.kind],
    ["vehicle_id", feed.parameters.visualizer.highlight_vehicle_id],
    [
      "frames",
      "vehicle: ISO 8855, on the ground below the rear axle; sensors: x along the line of sight, y left, z up",
    ],
  ]);
}

function* messagesOf(feed: ScenarioFeed): Generator<TimedMessage> {
  const { sensors } = feed.parameters.initial_drift_state;
  for (const { id, kind, baseline } of sensors) {
    yield transform(0, ["vehicle", `${id}/baseline`], baseline);
    if (kind === "camera") yield transform(0, [id, `${id}/optical`], optical);
  }
  const [latDeg = 0, lonDeg = 0] = feed.parameters.visualizer.map_center;
  for (const frame of framesOf(feed)) {
    const { tS } = frame;
    yield transform(tS, ["map", "vehicle"], vehiclePose(frame));
    yield { topic: "/vehicle/location", tS, message: fixOf(frame, [latDeg, lonDeg]) };
    yield { topic: "/drift", tS, message: driftMessage(sensors, frame) };
    if (frame.heard) yield* messagesOfSensors(sensors, frame);
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
  return { topic: "/camera/calibration", tS, message };
}

function driftMessage(sensors: readonly ScenarioSensor[], frame: ScenarioFrame): object {
  return {
    timestamp: timeOf(frame.tS),
    drift_deg: frame.driftDeg,
    heard: frame.heard,
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
