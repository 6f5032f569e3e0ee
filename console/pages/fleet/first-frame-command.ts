import type { TelemetryFrame } from "../../../clients/typescript/generated/contract.ts";

/** A `curl` command that sends one whole, healthy frame; it works pasted as it stands. */
export function firstFrameCommand(given: {
  readonly origin: string;
  readonly apiKey: string;
  readonly timestamp: string;
}): string {
  const frame: TelemetryFrame = {
    vehicle_id: "veh-0001",
    timestamp: given.timestamp,
    sensors: {
      camera_rotation_matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1],
      radar_range_bias_m: 0.01,
      lidar_registration_error_m: 0.03,
      lidar_confidence: 0.95,
    },
    metadata: { fleet_id: "first-fleet", region: "here" },
  };
  return [
    `curl ${given.origin}/v1/telemetry/ingest \\`,
    `  -H "Authorization: Bearer ${given.apiKey}" -H "Content-Type: application/json" \\`,
    `  -d '${JSON.stringify(frame)}'`,
  ].join("\n");
}
