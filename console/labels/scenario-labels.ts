import type { ScenarioType } from "../../core/contract/scenario-types.ts";

/** A scenario in words: what happens, and what it is there to test. */
export interface ScenarioLabel {
  readonly name: string;
  readonly what: string;
  readonly tests: string;
}

export function scenarioLabel(type: string): ScenarioLabel {
  return known.get(type) ?? { name: type.replaceAll("_", " "), what: "", tests: "" };
}

const labels: Readonly<Record<ScenarioType, ScenarioLabel>> = {
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
  curb_strike: {
    name: "Kerb strike",
    what: "The front radar is knocked and springs back in part.",
    tests: "A step that shrinks.",
  },
  windshield_replacement: {
    name: "New windscreen",
    what: "The camera sits behind new glass and recalibrates itself while driving.",
    tests: "A fault that heals.",
  },
  bumper_repair_radar: {
    name: "Bumper refitted",
    what: "The radar is mounted a little off and stays so.",
    tests: "A step without recovery.",
  },
  thermal_cycle: {
    name: "Warm day",
    what: "Mounts bend with the temperature and come back.",
    tests: "No sensor has drifted: no tier may change.",
  },
  gradual_mount_loosening: {
    name: "Mount works loose",
    what: "A roof lidar drifts slowly.",
    tests: "Finding slow drift early.",
  },
  vibration_random_walk: {
    name: "Vibration",
    what: "The camera drifts at random.",
    tests: "Detecting irregular drift.",
  },
  car_wash: {
    name: "Car wash",
    what: "A brush bends the roof lidar and leaves it a little off.",
    tests: "A spike, then a small residue.",
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
  sensor_replacement: {
    name: "Sensor replaced",
    what: "A new camera behind the old calibration.",
    tests: "A new baseline without calibration.",
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
  time_slip: {
    name: "Clock slips",
    what: "The camera’s clock is late, so it seems turned while the vehicle turns.",
    tests: "An apparent yaw, only while turning.",
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

const known: ReadonlyMap<string, ScenarioLabel> = new Map(Object.entries(labels));

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
