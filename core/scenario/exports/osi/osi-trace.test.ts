import { unzipSync } from "fflate";
import protobuf from "protobufjs/light.js";
import { expect, test } from "vitest";

import { feedForTests } from "../../feed/feed-for-tests.ts";
import { type Pose, angleDegOf, deltaBetween, poseOf } from "../../poses/pose-at.ts";
import { expDeg } from "../../../scoring/numeric/quaternion.ts";
import type { EulerAngles } from "../euler-angles.ts";
import { osiMessages } from "./osi-messages.ts";
import { writeOsiTraces } from "./osi-trace.ts";

interface Mounting {
  readonly position: { readonly x: number; readonly y: number; readonly z: number };
  readonly orientation: EulerAngles;
}

interface Header {
  readonly mounting_position: Mounting;
  readonly mounting_position_rmse?: Mounting;
  readonly data_qualifier: string;
  readonly extended_qualifier: string;
}

interface Read {
  readonly timestamp: { readonly seconds: number; readonly nanos: number };
  readonly mounting_position: Mounting;
  readonly feature_data: Readonly<
    Record<"camera_sensor" | "radar_sensor" | "lidar_sensor", readonly { header: Header }[]>
  >;
}

const type = protobuf.Root.fromJSON(osiMessages).lookupType("osi3.SensorData");

function readTrace(bytes: Uint8Array): Read[] {
  const read: Read[] = [];
  for (let at = 0; at < bytes.byteLength;) {
    const length = new DataView(bytes.buffer, bytes.byteOffset + at).getUint32(0, true);
    const message = type.decode(bytes.subarray(at + 4, at + 4 + length));
    read.push(type.toObject(message, { longs: Number, enums: String }) as unknown as Read);
    at += 4 + length;
  }
  return read;
}

async function readTraces(feed = feedForTests()): Promise<Record<string, Read[]>> {
  const files = Object.entries(unzipSync(await writeOsiTraces(feed))).filter(([name]) =>
    name.endsWith(".osi"),
  );
  return Object.fromEntries(
    files.map(([name, bytes]) => [/-([a-z_]+-(?:known|true))\.osi$/.exec(name)![1]!, readTrace(bytes)]),
  );
}

function poseFrom({ position, orientation: { roll, pitch, yaw } }: Mounting): Pose {
  const deg = (rad: number) => (rad * 180) / Math.PI;
  const [cr, cp, cy] = [roll, pitch, yaw].map((angle) => Math.cos(angle / 2)) as [number, number, number];
  const [sr, sp, sy] = [roll, pitch, yaw].map((angle) => Math.sin(angle / 2)) as [number, number, number];
  expect(deg(pitch)).toBeLessThan(90);
  return poseOf(
    [position.x, position.y, position.z],
    [
      cr * cp * cy + sr * sp * sy,
      sr * cp * cy - cr * sp * sy,
      cr * sp * cy + sr * cp * sy,
      cr * cp * sy - sr * sp * cy,
    ],
  );
}

test("there are two traces for each sensor, a message for each sample", async () => {
  const traces = await readTraces();
  expect(Object.keys(traces)).toEqual([
    "cam_front-known",
    "cam_front-true",
    "radar_front-known",
    "radar_front-true",
    "lidar_top-known",
    "lidar_top-true",
  ]);
  expect(Object.values(traces).map((trace) => trace.length)).toEqual([201, 201, 201, 201, 201, 201]);
  expect(traces["cam_front-true"]!.at(-1)!.timestamp).toEqual({ seconds: 20, nanos: 0 });
  expect(traces["cam_front-true"]![3]!.timestamp).toEqual({ seconds: 0, nanos: 300_000_000 });
});

test("the camera is known to be off by what the service measured, with its uncertainty", async () => {
  const trace = (await readTraces())["cam_front-known"]!;
  for (const { mounting_position: baseline, feature_data: features } of [trace[0]!, trace.at(-1)!]) {
    const { header } = features.camera_sensor[0]!;
    const delta = deltaBetween(poseFrom(baseline), poseFrom(header.mounting_position));
    expect(angleDegOf(delta)).toBeCloseTo(1.41, 6);
    expect(header.mounting_position_rmse!.orientation.yaw).toBeCloseTo((0.03 * Math.PI) / 180, 9);
    expect(header.data_qualifier).toBe("DATA_QUALIFIER_AVAILABLE_REDUCED");
    expect(header.extended_qualifier).toBe("EXTENDED_QUALIFIER_SENSOR_MISALIGNED");
  }
});

test("the true pose moves on with the scenario and has no uncertainty", async () => {
  const feed = feedForTests();
  const trace = (await readTraces(feed))["cam_front-true"]!;
  const angles = trace.map(
    ({
      mounting_position: baseline,
      feature_data: {
        camera_sensor: [camera],
      },
    }) => angleDegOf(deltaBetween(poseFrom(baseline), poseFrom(camera!.header.mounting_position))),
  );
  const drift = feed.parameters.trajectory.drift_deg;
  expect(angles[0]).toBeCloseTo(1.41, 6);
  expect(angles.at(-1)).toBeCloseTo(1.41 + drift.at(-1)!, 6);
  expect(trace[0]!.feature_data.camera_sensor[0]!.header.mounting_position_rmse).toBeUndefined();
});

test("a pose begins in the middle of the rear axle, a wheel's radius above the ground", async () => {
  const [first] = (await readTraces())["radar_front-known"]!;
  expect(first!.mounting_position.position).toEqual({ x: 3.55, y: 0, z: expect.closeTo(0.5 - 0.33, 9) });
});

test("a sensor that never moved is available, a new one that is off is not calibrated, a dirty one is blocked", async () => {
  const still = { driftDeg: 0, axis: [0, 0, 1], sdDeg: [0.02, 0.02, 0.02] } as const;
  const from = (type: "nominal_control" | "sensor_replacement" | "occlusion_false_drift") =>
    feedForTests({
      type,
      seed: 1,
      start: { ...startOf, camera: still },
    });
  const last = async (feed: ReturnType<typeof feedForTests>) =>
    (await readTraces(feed))["cam_front-true"]!.at(-1)!.feature_data.camera_sensor[0]!.header
      .extended_qualifier;
  expect(await last(from("nominal_control"))).toBe("EXTENDED_QUALIFIER_NORMAL_OPERATION_MODE");
  expect(await last(from("sensor_replacement"))).toBe("EXTENDED_QUALIFIER_SENSOR_NOT_CALIBRATED");
  expect(await last(from("occlusion_false_drift"))).toBe("EXTENDED_QUALIFIER_SENSOR_BLOCKED");
});

const startOf = {
  vehicleId: "veh-1",
  tier: "NOMINAL" as const,
  radar: null,
  lidar: null,
  partNumbers: {},
};

test("while the vehicle is silent nothing is known, and the truth goes on", async () => {
  const traces = await readTraces(feedForTests({ type: "data_dropout" }));
  expect(traces["cam_front-known"]!.length).toBeLessThan(traces["cam_front-true"]!.length);
});

test("a rotation vector and the angles written are the same rotation", () => {
  const [w, x, y, z] = expDeg([3, -7, 11]);
  expect(angleDegOf({ xyz_m: [0, 0, 0], quat_xyzw: [x, y, z, w] })).toBeCloseTo(Math.hypot(3, 7, 11), 9);
});
