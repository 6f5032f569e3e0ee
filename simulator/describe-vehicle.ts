import { u32, uniform } from "../core/scenario/counter-random.ts";
import type { ScenarioType } from "../core/contract/scenario-types.ts";
import { scenariosThatMustNotAlarm } from "../core/scenario/drift/drift-formulas.ts";

/** What a simulated vehicle says of itself beside its sensors. */
export interface VehicleDescription {
  readonly metadata: Readonly<Record<string, string | number | boolean>>;
  /** Where it is, that many seconds after its first frame. */
  readonly positionAt: (elapsedS: number) => { readonly lat: number; readonly lon: number };
}

/** The camera bracket of a bad batch: most vehicles that come out of true have it, and few of the others. */
export const badBracket = "CB-2231-B";
const goodBracket = "CB-2231-A";
const shareOfBadBracket = { faulty: 0.85, healthy: 0.08 } as const;

/** Streams of the counter generator, apart from those that sensor values are drawn from: a fleet's seed is none of a vehicle. */
const stream = {
  depot: 40,
  model: 41,
  year: 42,
  firmware: 43,
  bracket: 44,
  radar: 45,
  drive: 46,
  camera: 47,
} as const;

/** What vehicle number `index` of a fleet says of itself. The same seed says the same on every machine. */
export function describeVehicle(given: {
  readonly seed: number;
  readonly index: number;
  readonly region: string;
  readonly scenario: ScenarioType;
}): VehicleDescription {
  const { seed, index, region, scenario } = given;
  const draw = (from: number) => uniform(seed, from, index);
  const oneOf = <Item>(list: readonly [Item, ...Item[]], from: number): Item =>
    list[u32(seed, from, index) % list.length] ?? list[0];
  const depot = oneOf(depotsOf[region] ?? [elsewhere], stream.depot);
  const share = shareOfBadBracket[scenariosThatMustNotAlarm.has(scenario) ? "healthy" : "faulty"];
  const home = driveFrom(depot, draw(stream.drive), u32(seed, stream.drive, index + 1) / 2 ** 32);
  return {
    metadata: {
      // Whoever looks at the data is to see that nobody drove them.
      simulated: true,
      model: oneOf(["Sprint 2", "Sprint 3", "Hauler 11", "Shuttle X"], stream.model),
      model_year: 2021 + Math.floor(draw(stream.year) * 5),
      firmware: oneOf(["4.2.0", "4.2.1", "4.3.0"], stream.firmware),
      camera_bracket: draw(stream.bracket) < share ? badBracket : goodBracket,
      camera_part_number: oneOf(["CAM-7731", "CAM-7740"], stream.camera),
      radar_part_number: oneOf(["RF-77", "RF-78"], stream.radar),
      depot: depot.name,
    },
    positionAt: home,
  };
}

interface Depot {
  readonly name: string;
  readonly lat: number;
  readonly lon: number;
}

/** Cities by region; the places are those of their centres. */
const depotsOf: Readonly<Record<string, readonly [Depot, ...Depot[]]>> = {
  "us-west": [
    { name: "San Francisco", lat: 37.7749, lon: -122.4194 },
    { name: "Los Angeles", lat: 34.0522, lon: -118.2437 },
    { name: "Seattle", lat: 47.6062, lon: -122.3321 },
    { name: "Phoenix", lat: 33.4484, lon: -112.074 },
  ],
  "us-central": [
    { name: "Austin", lat: 30.2672, lon: -97.7431 },
    { name: "Chicago", lat: 41.8781, lon: -87.6298 },
    { name: "Dallas", lat: 32.7767, lon: -96.797 },
  ],
  "eu-north": [
    { name: "Stockholm", lat: 59.3293, lon: 18.0686 },
    { name: "Hamburg", lat: 53.5511, lon: 9.9937 },
    { name: "Copenhagen", lat: 55.6761, lon: 12.5683 },
  ],
};
const elsewhere: Depot = { name: "Berlin", lat: 52.52, lon: 13.405 };

const kmPerDegree = 111.32;

/** A round about the depot, each vehicle on its own, 3 to 18 km wide, once in two to five hours. */
function driveFrom(depot: Depot, first: number, second: number): VehicleDescription["positionAt"] {
  const radiusKm = 3 + 15 * first;
  const periodS = 7200 + 10_800 * second;
  const eastKm = kmPerDegree * Math.cos((depot.lat * Math.PI) / 180);
  return (elapsedS) => {
    const turn = 2 * Math.PI * (elapsedS / periodS + first + second);
    return {
      lat: rounded(depot.lat + (radiusKm * Math.sin(turn)) / kmPerDegree),
      lon: rounded(depot.lon + (radiusKm * Math.cos(turn)) / eastKm),
    };
  };
}

/** To about a metre. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e5) / 1e5;
}
