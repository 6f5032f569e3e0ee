import { perKind, turnedKind } from "../../sensors/sensor-lists.ts";
import type { ScenarioFeed } from "../../contract/types.ts";
import { defaultSettings } from "../../scoring/settings/settings.ts";
import { tiers } from "../../scoring/model/tier.ts";
import type { ScenarioType } from "../../contract/scenario-types.ts";
import { isScenarioType } from "../drift/drift-formulas.ts";
import { makeParameters } from "../feed/make-feed.ts";
import { noVehicle } from "../feed/scenario-start.ts";

export const playableFormat = "service_web_demo_v1";

/** A feed as it can be played, or a sentence that says why it cannot. */
export type ReadFeed =
  | {
      readonly kind: "feed";
      readonly feed: ScenarioFeed;
      /** Members the given feed had not, by name: the usual ones of its scenario stand in for them. */
      readonly filled: readonly string[];
    }
  | { readonly kind: "refused"; readonly reason: string };

/**
 * Any feed of the format, the shortest one too, which has no more than the initial drift and the visualizer's four
 * members: what is missing is what the service would have said of such a scenario.
 */
export function readFeed(value: unknown): ReadFeed {
  const given = objectOf(value);
  const parameters = objectOf(given["parameters"]);
  const visualizer = objectOf(parameters["visualizer"]);
  const reason = refusalOf(given, parameters);
  if (reason !== null) return { kind: "refused", reason };

  const type = given["scenario_type"] as ScenarioType;
  const initial = objectOf(parameters["initial_drift_state"]);
  const vehicleId = visualizer["highlight_vehicle_id"];
  const seed = wholeNumber(given["seed"]);
  const usual = makeParameters({
    type,
    seed,
    durationS: Number(visualizer["duration_s"]),
    mapCenter: visualizer["map_center"] as [number, number],
    start: {
      ...noVehicle,
      vehicleId: typeof vehicleId === "string" ? vehicleId : noVehicle.vehicleId,
      tier: tiers.find((known) => known === initial["tier"]) ?? noVehicle.tier,
      [turnedKind.name]: {
        ...noVehicle[turnedKind.name],
        driftDeg: Number(initial[turnedKind.drift.member]),
      },
    },
    limits: usualLimits,
  });
  const feed = {
    scenario_type: type,
    schema: "scenario-feed/1",
    scenario_id: "none",
    generator: { name: "unknown", version: "unknown" },
    rng: "fmix32-counter/1",
    level: "concrete",
    provenance: { kind: "synthetic", measured: [], n_vehicles: 0, privacy: "" },
    exports: [],
    ...given,
    seed,
    parameters: completed(usual, parameters),
  } as unknown as ScenarioFeed;
  return { kind: "feed", feed, filled: missingIn(usual, parameters) };
}

function refusalOf(given: Members, parameters: Members): string | null {
  const visualizer = objectOf(parameters["visualizer"]);
  const faults: readonly (readonly [boolean, string])[] = [
    [
      visualizer["format"] !== playableFormat,
      `its visualizer.format is ${shown(visualizer["format"])}; this player knows ${playableFormat}`,
    ],
    [
      typeof given["scenario_type"] !== "string" || !isScenarioType(given["scenario_type"]),
      `its scenario_type is ${shown(given["scenario_type"])}, which this player does not know`,
    ],
    [
      !isWithin(visualizer["duration_s"], 0.1, 3600),
      `its duration_s is ${shown(visualizer["duration_s"])}, not a number of seconds from 0.1 to 3600`,
    ],
    [
      !isPlace(visualizer["map_center"]),
      `its map_center is ${shown(visualizer["map_center"])}, not [latitude, longitude]`,
    ],
    [
      !isWithin(objectOf(parameters["initial_drift_state"])[turnedKind.drift.member], 0, 180),
      `its initial_drift_state has no ${turnedKind.drift.member} from 0 to 180`,
    ],
    [
      !isTrajectory(parameters["trajectory"]),
      "its trajectory is not a step dt_s and a list drift_deg of numbers",
    ],
  ];
  return faults.find(([isAt]) => isAt)?.[1] ?? null;
}

const usualLimits = perKind(
  ({ name }) => name,
  ({ drift }) => defaultSettings.limits[drift.setting],
);

type Members = Readonly<Record<string, unknown>>;

function objectOf(value: unknown): Members {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Members) : {};
}

/** The given members, and inside each object those it lacks. */
function completed(usual: Members, given: Members): Members {
  const members = Object.entries(usual).map(([name, value]): [string, unknown] => {
    const own = given[name];
    if (own === undefined || own === null) return [name, value];
    return [name, isObject(value) && isObject(own) ? { ...value, ...own } : own];
  });
  return { ...given, ...Object.fromEntries(members) };
}

function missingIn(usual: Members, given: Members): readonly string[] {
  return Object.entries(usual).flatMap(([name, value]) => {
    const own = given[name];
    if (own === undefined || own === null) return [name];
    if (!isObject(value) || !isObject(own)) return [];
    return Object.keys(value)
      .filter((inner) => own[inner] === undefined)
      .map((inner) => `${name}.${inner}`);
  });
}

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isWithin(value: unknown, lowest: number, highest: number): boolean {
  return typeof value === "number" && value >= lowest && value <= highest;
}

function isPlace(value: unknown): boolean {
  return (
    Array.isArray(value) && value.length === 2 && isWithin(value[0], -90, 90) && isWithin(value[1], -180, 180)
  );
}

/** Absent is well: the formula of the scenario gives one. */
function isTrajectory(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  const { dt_s: dtS, drift_deg: drift } = objectOf(value);
  const isStep = isWithin(dtS, 0.001, 3600);
  return isStep && Array.isArray(drift) && drift.length > 0 && drift.every((deg) => Number.isFinite(deg));
}

function wholeNumber(value: unknown): number {
  return Number.isInteger(value) ? Number(value) >>> 0 : 0;
}

/** At most so much of what was given is repeated. */
const longestShown = 40;

function shown(value: unknown): string {
  return (JSON.stringify(value) ?? "missing").slice(0, longestShown);
}
