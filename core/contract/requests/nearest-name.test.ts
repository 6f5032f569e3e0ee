import { expect, test } from "vitest";

import { nearestName } from "./nearest-name.ts";

const members = ["vehicle_id", "timestamp", "sensors", "metadata"];

test.each([
  ["vehicleId", "vehicle_id"],
  ["VEHICLE-ID", "vehicle_id"],
  ["timestmap", "timestamp"],
  ["time_stamp", "timestamp"],
  ["sensor", "sensors"],
  ["meta", null],
  ["x", null],
  ["", null],
  ["z".repeat(100_000), null],
])("%j is taken for %j", (unknown, meant) => {
  expect(nearestName(unknown, members)).toBe(meant);
});
