import type { TelemetryFrame } from "../core/contract/types.ts";
import { u32, uniform } from "../core/scenario/counter-random.ts";
import { describeVehicle } from "./describe-vehicle.ts";
import { generateVehicle, ordinaryNoise } from "./generate-vehicle.ts";
import type { NoisePlan, SimulatedVehicle } from "./generate-vehicle.ts";
import { scenarioTypes, type ScenarioType } from "../core/contract/scenario-types.ts";

export interface FleetPlan {
  readonly seed: number;
  readonly vehicles: number;
  /** Capture time of the first frame, microseconds since 1970. */
  readonly startUs: number;
  readonly periodS: number;
  /** One scenario for every vehicle, or a mixed fleet: every other vehicle healthy, the rest through all the others. */
  readonly scenario: ScenarioType | "mixed";
  /** Scenarios begin one after another within these seconds after the first frame. */
  readonly onsetsWithinS: readonly [earliest: number, latest: number];
  readonly noise?: NoisePlan;
  /** Whether frames say what vehicle they come from (model, parts, depot) and where it is. The sensors' values are the same. */
  readonly isDescribed?: boolean;
}

/** A fleet of seeded vehicles with known truth; the same plan gives the same frames on every machine and every run. */
export function generateFleet(plan: FleetPlan): readonly SimulatedVehicle[] {
  return Array.from({ length: plan.vehicles }, (_, index) => {
    const home = homeOf(plan.seed, index);
    const scenario = plan.scenario === "mixed" ? mixedScenario(index) : plan.scenario;
    return generateVehicle({
      vehicleId: `sim-${String(index + 1).padStart(4, "0")}`,
      ...home,
      seed: u32(plan.seed, 1, index),
      startUs: plan.startUs + phaseUs(plan, index),
      periodS: plan.periodS,
      scenario,
      onsetS: onsetS(plan, index),
      noise: plan.noise ?? ordinaryNoise,
      ...(plan.isDescribed === true && {
        description: describeVehicle({ seed: plan.seed, index, region: home.region, scenario }),
      }),
    });
  });
}

/** The frames of the given steps, [from, to), of the whole fleet in order of capture. */
export function* fleetFrames(
  fleet: readonly SimulatedVehicle[],
  fromStep: number,
  toStep: number,
): Generator<TelemetryFrame> {
  const inOrder = fleet.toSorted((left, right) => left.plan.startUs - right.plan.startUs);
  for (let step = fromStep; step < toStep; step += 1) {
    for (const vehicle of inOrder) {
      const frame = vehicle.frameAt(step);
      if (frame !== null) yield frame;
    }
  }
}

const depots = [
  { fleetId: "delivery", region: "us-west" },
  { fleetId: "delivery", region: "us-central" },
  { fleetId: "robotaxi", region: "us-west" },
  { fleetId: "line-haul", region: "eu-north" },
] as const;

function homeOf(seed: number, index: number): { readonly fleetId: string; readonly region: string } {
  return oneOf(depots, u32(seed, 2, index));
}

/** Vehicles do not report in step: each has its place within the period. Whole milliseconds, as timestamps are. */
function phaseUs(plan: FleetPlan, index: number): number {
  return Math.floor(uniform(plan.seed, 3, index) * plan.periodS * 1000) * 1000;
}

/** The list again and again. */
function oneOf<Item>(list: readonly Item[], index: number): Item {
  const item = list[index % list.length];
  if (item === undefined) throw new RangeError(`nothing stands at ${index}`);
  return item;
}

function mixedScenario(index: number): ScenarioType {
  if (index % 2 === 0) return "nominal_control";
  const others = scenarioTypes.length - 1;
  return oneOf(scenarioTypes, 1 + (((index - 1) / 2) % others));
}

/** Spread evenly in the order of the vehicles, each at a random place within its own share. */
function onsetS(plan: FleetPlan, index: number): number {
  const [earliestS, latestS] = plan.onsetsWithinS;
  const place = (index + uniform(plan.seed, 4, index)) / plan.vehicles;
  const step = Math.round((earliestS + place * (latestS - earliestS)) / plan.periodS);
  return step * plan.periodS;
}
