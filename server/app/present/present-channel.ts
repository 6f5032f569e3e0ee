import type { Channel } from "../../../core/scoring/model/sensors.ts";

type Sensor = "camera" | "radar" | "lidar";
type Unit = "deg" | "m";

const channelTable: Readonly<Record<Channel, { readonly sensor: Sensor; readonly unit: Unit }>> = {
  camera_x: { sensor: "camera", unit: "deg" },
  camera_y: { sensor: "camera", unit: "deg" },
  camera_z: { sensor: "camera", unit: "deg" },
  radar: { sensor: "radar", unit: "m" },
  lidar: { sensor: "lidar", unit: "m" },
};

/** How the contract names a channel: with its sensor and the unit of its values. */
export function presentChannel(channel: Channel): {
  readonly channel: Channel;
  readonly sensor: Sensor;
  readonly unit: Unit;
} {
  return { channel, ...channelTable[channel] };
}
