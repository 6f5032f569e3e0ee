import { exampleSensors } from "../../../core/sensors/sensor-lists.ts";
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
    sensors: exampleSensors,
    metadata: { fleet_id: "first-fleet", region: "here" },
  };
  return [
    `curl ${given.origin}/v1/telemetry/ingest \\`,
    `  -H "Authorization: Bearer ${given.apiKey}" -H "Content-Type: application/json" \\`,
    `  -d '${JSON.stringify(frame)}'`,
  ].join("\n");
}
