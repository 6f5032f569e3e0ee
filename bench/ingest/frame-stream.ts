import { fleetFrames, generateFleet } from "../../simulator/generate-fleet.ts";
import type { SimulatedVehicle } from "../../simulator/generate-vehicle.ts";

/** Frames of a seeded fleet as JSON texts, taken a few at a time: the same plan gives the same texts. */
export interface FrameStream {
  readonly vehicles: number;
  take(frames: number): readonly string[];
}

const startUs = 1_772_352_000_000_000;
/** Every sensor in every frame. */
const noise = { spread: 0.3, tailDegreesOfFreedom: Infinity, missingShare: 0 };

/** One frame a second of every vehicle in turn, noise independent: one frame makes a block. */
export function slowStream(vehicles: number): FrameStream {
  const fleet = fleetOf({ seed: 1, vehicles, periodS: 1, arPhi: 0 });
  return streamOf(vehicles, (step) => fleetFrames(fleet, step, step + 1));
}

/** Twenty frames a second, second by second of every vehicle in turn, as a gateway sends them; many make a block. */
export function fastStream(vehicles: number): FrameStream {
  const fleet = fleetOf({ seed: 2, vehicles, periodS: 0.05, arPhi: 0.95 });
  return streamOf(vehicles, function* (second) {
    for (const vehicle of fleet) yield* framesOf(vehicle, second * 20, second * 20 + 20);
  });
}

interface Fleet {
  readonly seed: number;
  readonly vehicles: number;
  readonly periodS: number;
  readonly arPhi: number;
}

function fleetOf({ seed, vehicles, periodS, arPhi }: Fleet): readonly SimulatedVehicle[] {
  const plan = { seed, vehicles, startUs, periodS, onsetsWithinS: [0, 1] as const };
  return generateFleet({ ...plan, scenario: "nominal_control", noise: { ...noise, arPhi } }).map((vehicle) =>
    vehicleNamed(vehicle, `${periodS === 1 ? "slow" : "fast"}-${vehicle.plan.vehicleId}`),
  );
}

/** Both fleets live in one service: their vehicles are not the same. */
function vehicleNamed(vehicle: SimulatedVehicle, name: string): SimulatedVehicle {
  return {
    ...vehicle,
    frameAt(step) {
      const frame = vehicle.frameAt(step);
      return frame === null ? null : { ...frame, vehicle_id: name };
    },
  };
}

function* framesOf(vehicle: SimulatedVehicle, from: number, to: number): Generator<object> {
  for (let step = from; step < to; step += 1) {
    const frame = vehicle.frameAt(step);
    if (frame !== null) yield frame;
  }
}

function streamOf(vehicles: number, portion: (at: number) => Iterable<object>): FrameStream {
  const frames = (function* () {
    for (let at = 0; ; at += 1) yield* portion(at);
  })();
  return {
    vehicles,
    take: (count) => Array.from({ length: count }, () => JSON.stringify(frames.next().value)),
  };
}
