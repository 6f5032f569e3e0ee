import { createHash } from "node:crypto";

import { parseFrame, type IncomingFrame } from "../../core/contract/requests/parse-frame.ts";
import type { TelemetryFrame } from "../../core/contract/types.ts";
import { generateVehicle, ordinaryNoise } from "../../simulator/generate-vehicle.ts";
import type { ScenarioType } from "../../core/contract/scenario-types.ts";

/** 2026-03-01T08:00:00Z. */
export const startUs = 1_772_352_000_000_000;
export const secondUs = 1_000_000;

/** A frame as it passes the contract. Throws on one that does not. */
export function incoming(frame: TelemetryFrame): IncomingFrame {
  const raw = JSON.stringify(frame);
  const parsed = parseFrame(JSON.parse(raw), { raw, nowUs: Infinity, sha256Hex });
  if (parsed.kind === "rejected") throw new Error(JSON.stringify(parsed.faults));
  return parsed.frame;
}

/** A radar reading, `atS` seconds after `startUs`. */
export function radarFrame(
  vehicleId: string,
  atS: number,
  more: {
    readonly biasM?: number;
    readonly metadata?: TelemetryFrame["metadata"] & Readonly<Record<string, unknown>>;
  } = {},
): IncomingFrame {
  return incoming({
    vehicle_id: vehicleId,
    timestamp: new Date((startUs + atS * secondUs) / 1000).toISOString(),
    sensors: { radar_range_bias_m: more.biasM ?? 0.01 },
    ...(more.metadata !== undefined && { metadata: more.metadata }),
  });
}

/** One vehicle's frames of all sensors, one a second. */
export function streamOf(
  vehicleId: string,
  plan: {
    readonly frames: number;
    readonly scenario?: ScenarioType;
    /** Frame at which the scenario begins. */
    readonly onset?: number;
    readonly seed?: number;
  },
): readonly IncomingFrame[] {
  const vehicle = generateVehicle({
    vehicleId,
    fleetId: "vans",
    region: "eu-north",
    seed: plan.seed ?? 7,
    startUs,
    periodS: 1,
    scenario: plan.scenario ?? "nominal_control",
    onsetS: plan.onset ?? 0,
    noise: ordinaryNoise,
  });
  return Array.from({ length: plan.frames }, (_, step) => vehicle.frameAt(step)).flatMap((frame) =>
    frame === null ? [] : [incoming(frame)],
  );
}

function sha256Hex(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
