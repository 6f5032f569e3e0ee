import type { TelemetryFrame } from "../../core/contract/types.ts";
import { fleetFrames, generateFleet } from "../../simulator/generate-fleet.ts";

/** Vehicles whose frames come in turn. */
export const vehicles = 250;
/** Frames of each vehicle before the clock runs: enough for a settled baseline. */
export const warmUpFrames = 120;
const fleetSeed = 1;

/** Healthy vehicles at 1 Hz, the same for every measurement. */
export function calmFleet(count: number) {
  return generateFleet({
    seed: fleetSeed,
    vehicles: count,
    startUs: 1_772_352_000_000_000,
    periodS: 1,
    scenario: "nominal_control",
    onsetsWithinS: [0, 1],
  });
}

/** The same frames for every measurement: `warmUp`, then `frames` of them to be timed. */
export function loadFrames(frames: number): {
  readonly warmUp: readonly TelemetryFrame[];
  readonly timed: readonly TelemetryFrame[];
} {
  const fleet = calmFleet(vehicles);
  const steps = warmUpFrames + Math.ceil(frames / vehicles) + 1;
  const all = [...fleetFrames(fleet, 0, steps)];
  const warm = warmUpFrames * vehicles;
  return { warmUp: all.slice(0, warm), timed: all.slice(warm, warm + frames) };
}
