import type { ScenarioType } from "../../core/contract/scenario-types.ts";
import { sensorKinds, type ScenarioWords } from "../../core/sensors/kinds.ts";
import type { Kind } from "../../core/sensors/sensor-lists.ts";

/** A scenario in words: what happens, and what it is there to test. */
export function scenarioLabel(type: string): ScenarioWords {
  return known.get(type) ?? { name: type.replaceAll("_", " "), what: "", tests: "" };
}

type OfOneKind<Row> = Row extends Kind ? keyof Row["scenarioWords"] : never;

/** Those that concern several sensors or none; the others stand with their kind. */
const labels: Readonly<Record<Exclude<ScenarioType, OfOneKind<Kind>>, ScenarioWords>> = {
  nominal_control: {
    name: "Nothing happens",
    what: "An ordinary drive with ordinary noise.",
    tests: "False alarms.",
  },
  post_collision: {
    name: "Collision",
    what: "An impact displaces the sensors near it; the mount rings and settles.",
    tests: "Finding a step in several sensors at once.",
  },
  pothole_impact: {
    name: "Potholes",
    what: "Each pothole leaves a small step.",
    tests: "Many small steps that add up.",
  },
  thermal_cycle: {
    name: "Warm day",
    what: "Mounts bend with the temperature and come back.",
    tests: "No sensor has drifted: no tier may change.",
  },
  load_change: {
    name: "Load",
    what: "A heavy load tilts the body and every sensor with it.",
    tests: "Common mode: the body moved, no sensor did.",
  },
  ride_height_change: {
    name: "Ride height",
    what: "Other tyres or springs tilt the body.",
    tests: "Common mode: the body moved, no sensor did.",
  },
  wheel_alignment_thrust: {
    name: "Wheel alignment",
    what: "The rear axle pushes to one side, so the vehicle no longer drives where it points.",
    tests: "Common-mode yaw: the vehicle’s axis moved.",
  },
  mirror_fold_nonreturn: {
    name: "Mirror folds",
    what: "After every fold the mirror comes back to another place.",
    tests: "Jumps, one an event.",
  },
  occlusion_false_drift: {
    name: "Dirt or night rain",
    what: "The sensors see less and worse; nothing moved.",
    tests: "Noise that must not pass for drift. An inspection may be advised.",
  },
  intrinsics_shift: {
    name: "Focus shifts",
    what: "The lens changes its focal length; the mount stays.",
    tests: "Looks like drift, but the mount has not turned.",
  },
  imu_bias: {
    name: "Reference drifts",
    what: "The inertial reference settles wrong, so all sensors seem to turn.",
    tests: "Common mode: the reference moved.",
  },
  highway_weave: {
    name: "Weaving",
    what: "Lane changes roll and yaw the body.",
    tests: "Manoeuvres that must not count as drift.",
  },
  data_dropout: {
    name: "Data lost",
    what: "Many frames never arrive.",
    tests: "Gaps: silent, which is not the same as nominal.",
  },
};

const known: ReadonlyMap<string, ScenarioWords> = new Map([
  ...Object.entries(labels),
  ...sensorKinds.flatMap((kind) => Object.entries<ScenarioWords>(kind.scenarioWords)),
]);

/** What happens to the vehicle, by the code of the feed. */
export function happeningLabel(type: string): string {
  return happenings.get(type) ?? type.replaceAll("_", " ");
}

const happenings: ReadonlyMap<string, string> = new Map([
  ["impact", "impact"],
  ["pothole", "pothole"],
  ["curb_strike", "kerb strike"],
  ["glass_replaced", "glass replaced"],
  ["recalibration_begins", "recalibration begins"],
  ["bumper_refitted", "bumper refitted"],
  ["wash_begins", "wash begins"],
  ["wash_ends", "wash ends"],
  ["load_changed", "load changed"],
  ["ride_height_changed", "ride height changed"],
  ["axle_knocked", "axle knocked"],
  ["sensor_replaced", "sensor replaced"],
  ["mirror_folded", "mirror folded"],
  ["view_obscured", "view obscured"],
  ["focus_shifts", "focus shifts"],
  ["clock_slips", "clock slips"],
  ["data_lost", "data lost"],
  ["data_back", "data back"],
  ["change_point", "change point"],
]);
