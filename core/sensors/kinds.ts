/**
 * The kinds of sensors: a row each. Names on the wire, units, labels and words stand here alone; who needs them reads
 * this table (`sensor-lists.ts` has its parts as lists). The formulas of the scoring are not here.
 */
export const sensorKinds = [
  {
    name: "camera",
    label: "Camera",
    unit: "deg",
    faultSides: "upper",
    members: [
      {
        name: "camera_rotation_matrix",
        reading: "cameraRotation",
        example: [1, 0, 0, 0, 1, 0, 0, 0, 1],
        label: "camera rotation",
        shape: "rotation",
        description:
          "Camera rotation, 9 numbers in row order; three rows of three are taken as well. With E = max |RᵀR − I|: E ≤ 0.05 and " +
          "det R > 0, else it is no rotation; E above 0.001 is accepted with the warning `rotation_not_orthonormal`. Send at " +
          "least 5 decimals.",
      },
    ],
    channels: [
      { name: "camera_x", label: "Camera x", title: "About x (pitch, if x points right)" },
      { name: "camera_y", label: "Camera y", title: "About y (yaw, if y points down)" },
      { name: "camera_z", label: "Camera z", title: "About z (roll, if z points ahead)" },
    ],
    noise: [{ name: "camera", unit: "deg" }],
    drift: {
      member: "camera_drift_deg",
      description: "Angle of the estimated camera rotation away from its baseline, degrees",
      field: "cameraDriftDeg",
      live: "cameraDriftDeg",
      column: "camera_drift",
      spread: "camera_deg",
      limits: "camera_deg",
      setting: "cameraDeg",
      factor: 1,
      isMeasurement: true,
    },
    words: {
      moved: "the camera is turned by",
      course: "how far it is turned",
      meaning: null,
      note: "x, y and z are the axes of the camera’s own frame in its baseline pose. With x to the right, y down and z ahead, as most camera software has it, they are pitch, yaw and roll; the telemetry does not say how a camera is mounted.",
    },
    mount: "cam_front",
    figure: null,
    repair: "windshield_replacement",
    plural: "cameras",
    live: { value: "cameraRotation", deviation: "cameraDriftSdDeg", vector: "cameraDriftVectorDeg" },
    ownReason: null,
    jump: "sensor_replacement",
    pose: {
      shows: "turn",
      mountM: [1.72, 0, 1.38],
      hfovDeg: 60,
      vfovDeg: 34,
      name: "front camera",
    },
    scenarioWords: {
      windshield_replacement: {
        name: "New windscreen",
        what: "The camera sits behind new glass and recalibrates itself while driving.",
        tests: "A fault that heals.",
      },
      vibration_random_walk: {
        name: "Vibration",
        what: "The camera drifts at random.",
        tests: "Detecting irregular drift.",
      },
      sensor_replacement: {
        name: "Sensor replaced",
        what: "A new camera behind the old calibration.",
        tests: "A new baseline without calibration.",
      },
      time_slip: {
        name: "Clock slips",
        what: "The camera’s clock is late, so it seems turned while the vehicle turns.",
        tests: "An apparent yaw, only while turning.",
      },
    },
  },
  {
    name: "radar",
    label: "Radar",
    unit: "m",
    faultSides: "both",
    members: [
      {
        name: "radar_range_bias_m",
        reading: "radarRangeBiasM",
        example: 0.02,
        label: "radar range bias",
        shape: "number",
        unit: "m",
        minimum: -1000,
        maximum: 1000,
        description: "Radar range bias, metres.",
      },
    ],
    channels: [{ name: "radar", label: "Radar", title: "Radar" }],
    noise: [{ name: "radar", unit: "m" }],
    drift: {
      member: "radar_drift_mm",
      description: "Estimated change of the radar range bias, millimetres, signed",
      field: "radarDriftMm",
      live: "radarDriftM",
      column: null,
      spread: "radar_mm",
      limits: "radar_m",
      setting: "radarM",
      factor: 1000,
      isMeasurement: true,
    },
    words: {
      moved: "the radar range is off by",
      course: "how far its range is off",
      meaning: { upper: "reads too far", lower: "reads too near" },
      note: null,
    },
    mount: "radar_front",
    figure: "range_bias_m",
    repair: "bumper_repair_radar",
    plural: "radars",
    live: { value: "radarBiasM", deviation: "radarDriftSdM", vector: null },
    ownReason: null,
    jump: "bumper_repair_radar",
    pose: {
      shows: "range",
      mountM: [3.72, 0, 0.55],
      hfovDeg: 50,
      vfovDeg: 12,
      name: "front radar",
    },
    scenarioWords: {
      curb_strike: {
        name: "Kerb strike",
        what: "The front radar is knocked and springs back in part.",
        tests: "A step that shrinks.",
      },
      bumper_repair_radar: {
        name: "Bumper refitted",
        what: "The radar is mounted a little off and stays so.",
        tests: "A step without recovery.",
      },
    },
  },
  {
    name: "lidar",
    label: "Lidar",
    unit: "m",
    faultSides: "upper",
    members: [
      {
        name: "lidar_registration_error_m",
        reading: "lidarRegistrationErrorM",
        example: 0.04,
        label: "lidar registration error",
        shape: "number",
        unit: "m",
        minimum: 0,
        maximum: 1000,
        description: "Lidar registration error, metres.",
      },
      {
        name: "lidar_confidence",
        reading: "lidarConfidence",
        example: 0.95,
        label: "lidar confidence",
        shape: "number",
        unit: "",
        minimum: 0,
        maximum: 1,
        description: "Lidar confidence, a fraction from 0 to 1.",
      },
    ],
    channels: [{ name: "lidar", label: "Lidar", title: "Lidar" }],
    noise: [
      { name: "lidar", unit: "ln" },
      { name: "confidence", unit: "logit" },
    ],
    drift: {
      member: "lidar_drift_m",
      description: "Estimated change of the lidar registration error, metres, signed",
      field: "lidarDriftM",
      live: "lidarDriftM",
      column: null,
      spread: "lidar_m",
      limits: "lidar_m",
      setting: "lidarM",
      factor: 1,
      isMeasurement: false,
    },
    words: {
      moved: "the lidar registration error is off by",
      course: "how much its registration error has grown",
      meaning: { upper: "fits its surroundings worse", lower: "fits its surroundings better" },
      note: null,
    },
    mount: "lidar_top",
    figure: "registration_error_m",
    repair: null,
    plural: "lidars",
    live: { value: "lidarErrorM", deviation: "lidarDriftSdM", vector: null },
    ownReason: {
      code: "lidar_confidence_low",
      label: "low lidar confidence",
      finding: "matches its surroundings less well than before",
      toDo: "clean and inspect it before relying on it",
    },
    jump: "sensor_replacement",
    pose: {
      shows: "size",
      mountM: [0.6, 0, 1.62],
      hfovDeg: 120,
      vfovDeg: 25,
      name: "roof lidar",
    },
    scenarioWords: {
      gradual_mount_loosening: {
        name: "Mount works loose",
        what: "A roof lidar drifts slowly.",
        tests: "Finding slow drift early.",
      },
      car_wash: {
        name: "Car wash",
        what: "A brush bends the roof lidar and leaves it a little off.",
        tests: "A spike, then a small residue.",
      },
    },
  },
] as const satisfies readonly SensorKind[];

/** One row. Names with underscores are the contract's. */
export interface SensorKind {
  /** Also of an instance, of a fault's source, of a page. */
  readonly name: string;
  /** Heads a column or a panel. */
  readonly label: string;
  /** Of its channels and its drift. */
  readonly unit: "deg" | "m";
  /** Which drifts can be a fault: of a length either sign or only what has grown; an angle is never negative. */
  readonly faultSides: "both" | "upper";
  /** What a frame's `sensors` may say of it. */
  readonly members: readonly MemberOfKind[];
  /** The quantities that are scored, in the order of the contract; `title` where only this sensor is shown. */
  readonly channels: readonly { readonly name: string; readonly label: string; readonly title: string }[];
  /** Whose noise is learnt, and in what unit after the scoring's transform. */
  readonly noise: readonly { readonly name: string; readonly unit: "deg" | "m" | "ln" | "logit" }[];
  /** Where its drift is stated. */
  readonly drift: {
    /** Of a vehicle in the contract, and of its summary: `factor` times `unit`. */
    readonly member: string;
    readonly description: string;
    readonly field: string;
    /** Of the scoring's view of a vehicle, in `unit`. */
    readonly live: string;
    /** Of a series, over several channels; null where the one channel has it. */
    readonly column: string | null;
    /** Of a group's analytics, in the same. */
    readonly spread: string;
    /** Of a vehicle's limits, and of the scoring's settings, in `unit`. */
    readonly limits: string;
    readonly setting: string;
    readonly factor: number;
    /** Whether a score's and a bundle's `measurements` have the member; if not, the channel's drift is what there is. */
    readonly isMeasurement: boolean;
  };
  readonly words: {
    /** Before the size of its drift. */
    readonly moved: string;
    /** After its label, over the course of its drift. */
    readonly course: string;
    /** What a drift to either side does; null for an angle, which is said in metres ahead. */
    readonly meaning: { readonly upper: string; readonly lower: string } | null;
    /** What else a reader of its channels has to know. */
    readonly note: string | null;
  };
  /** Id in a scenario of the one that is scored. */
  readonly mount: string;
  /** Of a scenario's sensor: what it measures wrong in metres; null where its pose says it all. */
  readonly figure: string | null;
  /** Type of scenario that disturbs its mount alone. */
  readonly repair: string | null;
  readonly plural: string;
  /** Where the scoring's view of a vehicle has what its first member says now, and the drift's deviation and direction. */
  readonly live: { readonly value: string; readonly deviation: string; readonly vector: string | null };
  /** Of a tier that no other sensor can have, by what it says of itself: it advises an inspection. `finding` after its name. */
  readonly ownReason: {
    readonly code: string;
    readonly label: string;
    readonly finding: string;
    readonly toDo: string;
  } | null;
  /** The scenario in which it alone is out from one frame to the next. */
  readonly jump: string;
  /** How pictures show where it looks. Frames carry no mounting place: it is a usual one, as the angles of the field are. */
  readonly pose: {
    /** What is measured of it, so what may be drawn: a turn, a longer or shorter reach, or an error without a direction. */
    readonly shows: "turn" | "range" | "size";
    /** In the vehicle's frame, looking ahead. */
    readonly mountM: readonly [number, number, number];
    readonly hfovDeg: number;
    readonly vfovDeg: number;
    /** Of the one under `mount`. */
    readonly name: string;
  };
  /** Scenarios in which it is the only one concerned, by the code of each: what happens, and what that is there to test. */
  readonly scenarioWords: Readonly<Record<string, ScenarioWords>>;
}

export interface ScenarioWords {
  readonly name: string;
  readonly what: string;
  readonly tests: string;
}

/** A member of a frame's `sensors`: a rotation, 9 numbers row by row, or a number in its range. */
export type MemberOfKind = {
  readonly name: string;
  /** What the scoring's reading calls it. */
  readonly reading: string;
  /** Of a healthy sensor. */
  readonly example: number | readonly number[];
  /** Inside a sentence. */
  readonly label: string;
  readonly description: string;
} & (
  | { readonly shape: "rotation" }
  | {
      readonly shape: "number";
      /** Of its limits in a message; empty for a share. */
      readonly unit: string;
      readonly minimum: number;
      readonly maximum: number;
    }
);
