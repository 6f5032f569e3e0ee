import { CameraCalibration, FrameTransform, LocationFix } from "@foxglove/schemas/jsonschema.js";
import { McapIndexedReader } from "@mcap/core";
import { Ajv } from "ajv";
import { expect, test } from "vitest";

import { feedForTests } from "../../feed/feed-for-tests.ts";
import { angleDegOf, compose, deltaBetween } from "../../poses/pose-at.ts";
import { writeMcap } from "./write-mcap.ts";

interface Read {
  readonly topic: string;
  readonly timeS: number;
  readonly message: Record<string, unknown>;
}

async function openMcap(bytes: Uint8Array): Promise<McapIndexedReader> {
  const readable = {
    size: () => Promise.resolve(BigInt(bytes.byteLength)),
    read: (offset: bigint, size: bigint) =>
      Promise.resolve(bytes.slice(Number(offset), Number(offset) + Number(size))),
  };
  return McapIndexedReader.Initialize({ readable });
}

async function readAll(bytes: Uint8Array, from = 0n): Promise<Read[]> {
  const reader = await openMcap(bytes);
  const read: Read[] = [];
  for await (const { channelId, logTime, data } of reader.readMessages({ startTime: from })) {
    const message = JSON.parse(new TextDecoder().decode(data)) as Record<string, unknown>;
    read.push({ topic: reader.channelsById.get(channelId)!.topic, timeS: Number(logTime) / 1e9, message });
  }
  return read;
}

test("messages fit the schemas that Foxglove publishes", async () => {
  const read = await readAll(await writeMcap(feedForTests()));
  const ajv = new Ajv({ strict: false });
  const schemas = {
    "/tf": ajv.compile(FrameTransform),
    "/vehicle/location": ajv.compile(LocationFix),
    "/camera/calibration": ajv.compile(CameraCalibration),
  };
  for (const [topic, check] of Object.entries(schemas)) {
    const messages = read.filter((one) => one.topic === topic);
    expect(messages.length).toBeGreaterThan(100);
    expect(messages.filter(({ message }) => !check(message))).toEqual([]);
  }
  const [first] = read.filter(({ topic }) => topic === "/tf");
  expect(schemas["/tf"]({ ...first!.message, rotation: { x: "left" } })).toBe(false);
});

test("the camera's frame turns against its baseline as the feed says", async () => {
  const feed = feedForTests();
  const read = await readAll(await writeMcap(feed));
  const [camera] = feed.parameters.initial_drift_state.sensors;
  const frames = read.filter(({ message }) => message["child_frame_id"] === "cam_front");
  expect(frames).toHaveLength(feed.parameters.trajectory.drift_deg.length);
  const { x, y, z, w } = frames.at(-1)!.message["rotation"] as Record<"x" | "y" | "z" | "w", number>;
  const end = deltaBetween(camera!.baseline, { xyz_m: camera!.now.xyz_m, quat_xyzw: [x, y, z, w] });
  expect(angleDegOf(end)).toBeCloseTo(1.41 + feed.parameters.trajectory.drift_deg.at(-1)!, 1);
});

test("the index leads to the last second without the others being read", async () => {
  const read = await readAll(await writeMcap(feedForTests()), 19_000_000_000n);
  expect(Math.min(...read.map(({ timeS }) => timeS))).toBe(19);
  expect(Math.max(...read.map(({ timeS }) => timeS))).toBe(20);
});

test("while nothing is received, no sensor's frame is written", async () => {
  const feed = feedForTests({ type: "data_dropout" });
  const [gap] = feed.parameters.trajectory.gaps;
  const read = await readAll(await writeMcap(feed));
  const silent = read.filter(({ timeS }) => timeS >= gap!.from_s && timeS <= gap!.to_s);
  expect(silent.some(({ topic }) => topic === "/drift")).toBe(true);
  expect(silent.some(({ message }) => message["child_frame_id"] === "cam_front")).toBe(false);
});

test("a reader refuses a file with one byte changed", async () => {
  const bytes = await writeMcap(feedForTests({ durationS: 2 }));
  const altered = bytes.slice();
  altered[Math.floor(bytes.length / 2)]! ^= 0xff;
  await expect(readAll(altered)).rejects.toThrow(/CRC|crc/);
});

test("a focal length that shifts is in the calibration, and the camera's optical axis is its line of sight", async () => {
  const feed = feedForTests({ type: "intrinsics_shift" });
  const read = await readAll(await writeMcap(feed));
  const focal = read
    .filter(({ topic }) => topic === "/camera/calibration")
    .map(({ message }) => (message["K"] as number[])[0]!);
  expect([focal[0], focal.at(-1)]).toEqual([1662.8, expect.closeTo(1662.8 * 1.008, 6)]);
  const optical = read.find(({ message }) => message["child_frame_id"] === "cam_front/optical")!;
  const { x, y, z, w } = optical.message["rotation"] as Record<"x" | "y" | "z" | "w", number>;
  const forward = compose(
    { xyz_m: [0, 0, 0], quat_xyzw: [x, y, z, w] },
    { xyz_m: [0, 0, 1], quat_xyzw: [0, 0, 0, 1] },
  );
  const right = compose(
    { xyz_m: [0, 0, 0], quat_xyzw: [x, y, z, w] },
    { xyz_m: [1, 0, 0], quat_xyzw: [0, 0, 0, 1] },
  );
  expect([forward.xyz_m, right.xyz_m]).toEqual([
    [1, 0, 0],
    [0, -1, 0],
  ]);
});
