import { expect, test } from "vitest";

import { presentChannel } from "./present-channel.ts";

test("a rotation is in degrees about the camera's axes, radar and lidar are in metres", () => {
  const channels = ["camera_x", "camera_y", "camera_z", "radar", "lidar"] as const;
  expect(channels.map(presentChannel).map(({ channel, sensor, unit }) => [channel, sensor, unit])).toEqual([
    ["camera_x", "camera", "deg"],
    ["camera_y", "camera", "deg"],
    ["camera_z", "camera", "deg"],
    ["radar", "radar", "m"],
    ["lidar", "lidar", "m"],
  ]);
});
