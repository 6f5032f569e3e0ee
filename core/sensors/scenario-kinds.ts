import type { Sensor } from "./sensor-lists.ts";

/** Axes of a rotation in the optical frame: x right (pitch), y down (yaw), z forward (roll). */
const pitch = [1, 0, 0] as const;
const yaw = [0, 1, 0] as const;

/**
 * What scenarios know of each kind, a row each, beside what everybody knows of it (`kinds.ts`): where it stands on the
 * usual vehicle, what each scenario does to it, how others' formats name it. The formulas are those of `core/scenario`.
 */
export const scenarioKinds = {
  camera: {
    mount: {
      xyz_m: [1.72, 0, 1.38],
      hfov_deg: 60,
      // 2·atan(540 / 1662.8): what the intrinsics come to.
      vfov_deg: 36,
      range_m: 80,
      intrinsics: { width: 1920, height: 1080, fx: 1662.8, fy: 1662.8, cx: 960, cy: 540, model: "pinhole" },
    },
    around: {
      words: "six cameras",
      view: { hfov_deg: 100, vfov_deg: 70, range_m: 40 },
      mounts: [
        { id: "cam_front_left", xyz_m: [1.7, 0.95, 1.1], yawDeg: 55 },
        { id: "cam_front_right", xyz_m: [1.7, -0.95, 1.1], yawDeg: -55 },
        { id: "cam_rear_left", xyz_m: [1.6, 0.95, 1.1], yawDeg: 125 },
        { id: "cam_rear_right", xyz_m: [1.6, -0.95, 1.1], yawDeg: -125 },
        { id: "cam_rear", xyz_m: [-0.85, 0, 1.2], yawDeg: 180 },
      ],
    },
    readings: [{ stream: 201, spread: 0.05, usual: 0 }],
    image: {
      axisFrame: "camera-optical",
      mcap: { topic: "/camera/calibration", schema: "foxglove.CameraCalibration" },
      openLabelMatrix: "camera_matrix_3x4",
    },
    osi: { field: 5, message: "CameraDetectionData" },
    isBlockedByDirt: true,
    carla: {
      blueprint: "sensor.camera.rgb",
      attributes: { fov: "hfov", image_size_x: "width", image_size_y: "height" },
    },
    effects: {
      // A front-left impact moves the whole front: 1.2° here, and what the other rows say.
      post_collision: { isAtFault: true, axis: [0.05, 0.3, 0.9526], perDeg: 1 },
      // Eight potholes in six hours leave about a degree in small steps.
      pothole_impact: {
        isAtFault: true,
        axis: pitch,
        perDeg: 1,
        words: "potholes move the camera in many small steps",
      },
      windshield_replacement: {
        isAtFault: true,
        axis: yaw,
        perDeg: 1,
        words: "a new windscreen: the camera is off until it has calibrated itself by driving",
      },
      // Aluminium over a day of ±20 K: 0.04°, of a radar 8 mm, of a lidar 2 mm. Below a quarter of every limit.
      thermal_cycle: { axis: pitch, perDeg: 1 },
      vibration_random_walk: {
        isAtFault: true,
        axis: [0.6, 0.8, 0],
        perDeg: 1,
        words: "vibration makes the camera drift at random",
      },
      // 1° of body pitch, of which 4 % stay in the estimate.
      load_change: { axis: pitch, perDeg: 0.04 },
      ride_height_change: { axis: pitch, perDeg: 0.06 },
      wheel_alignment_thrust: { axis: yaw, perDeg: 0.08 },
      sensor_replacement: {
        isAtFault: true,
        axis: [0.7, 0.7, 0.1414],
        perDeg: 1,
        words: "a new camera behind an old calibration",
      },
      mirror_fold_nonreturn: {
        isAtFault: true,
        axis: yaw,
        perDeg: 1,
        words: "a mirror camera comes back to another place after each fold",
      },
      occlusion_false_drift: { noiseFactor: 1.3, missingShare: 0.4 },
      intrinsics_shift: { isAtFault: true, axis: yaw },
      // 8 % of what the gyro is off reach the estimate.
      imu_bias: { axis: yaw, perDeg: 0.08 },
      time_slip: {
        axis: yaw,
        perDeg: 1,
        words: "the camera's clock is off: it seems to turn in every bend",
      },
      highway_weave: { noiseFactor: 1.2, missingShare: 0.3 },
    },
    refits: {},
  },
  radar: {
    mount: {
      xyz_m: [3.55, 0, 0.5],
      hfov_deg: 120,
      vfov_deg: 20,
      range_m: 160,
      intrinsics: null,
    },
    around: {
      words: "five radars",
      view: { hfov_deg: 150, vfov_deg: 20, range_m: 80 },
      mounts: [
        { id: "radar_front_left", xyz_m: [3.4, 0.8, 0.5], yawDeg: 45 },
        { id: "radar_front_right", xyz_m: [3.4, -0.8, 0.5], yawDeg: -45 },
        { id: "radar_rear_left", xyz_m: [-0.8, 0.8, 0.6], yawDeg: 135 },
        { id: "radar_rear_right", xyz_m: [-0.8, -0.8, 0.6], yawDeg: -135 },
      ],
    },
    readings: [{ stream: 204, spread: 0.05, usual: 0 }],
    image: null,
    osi: { field: 2, message: "RadarDetectionData" },
    isBlockedByDirt: false,
    carla: {
      blueprint: "sensor.other.radar",
      attributes: { horizontal_fov: "hfov", vertical_fov: "vfov", range: "range" },
    },
    effects: {
      post_collision: { isAtFault: true, perDeg: 0.45 },
      // 0.63 m at first, 0.38 m once the bracket has sprung back.
      curb_strike: {
        isAtFault: true,
        perDeg: 0.7,
        words: "a kerb knocks the radar, which springs back in part",
      },
      bumper_repair_radar: {
        isAtFault: true,
        perDeg: 0.75,
        words: "a refitted bumper: the radar is off, and stays so",
      },
      thermal_cycle: { perDeg: 0.2 },
      load_change: { perDeg: 0.005 },
      ride_height_change: { perDeg: 0.01 },
      highway_weave: { noiseFactor: 1.1 },
    },
    refits: {
      bumper_repair_radar: {
        params: { t0: 5, A: 0.8 },
        ranges: { t0: [2, 10], A: [0.2, 2] },
        event: "bumper_refitted",
      },
    },
  },
  lidar: {
    mount: {
      xyz_m: [1.1, 0, 1.62],
      hfov_deg: 360,
      vfov_deg: 40,
      range_m: 120,
      intrinsics: null,
    },
    around: { words: "a lidar", view: null, mounts: [] },
    readings: [
      { stream: 205, spread: 0.25, usual: 0.04 },
      { stream: 0, spread: 0, usual: 0.91 },
    ],
    image: null,
    osi: { field: 3, message: "LidarDetectionData" },
    isBlockedByDirt: false,
    carla: {
      blueprint: "sensor.lidar.ray_cast",
      attributes: { range: "range", upper_fov: "upperHalf", lower_fov: "lowerHalf", noise_seed: "seed" },
    },
    effects: {
      post_collision: { isAtFault: true, perDeg: 0.2, confidenceLogit: -0.5 },
      thermal_cycle: { perDeg: 0.05 },
      // On the roof, within hours, to 0.27 m.
      gradual_mount_loosening: {
        isAtFault: true,
        perDeg: 0.3,
        confidenceLogit: -0.3,
        words: "the lidar's mount works loose",
      },
      // Bent on the roof for ten minutes and left 0.15 m off.
      car_wash: {
        isAtFault: true,
        perDeg: 0.42,
        words: "a brush bends the lidar and leaves it a little off",
      },
      occlusion_false_drift: { noiseFactor: 1.3, missingShare: 0.4, confidenceLogit: -2 },
      highway_weave: { noiseFactor: 1.1 },
    },
    refits: {},
  },
} as const satisfies Readonly<Record<Sensor, ScenarioKind>>;

type Vector = readonly [number, number, number];

export interface ScenarioKind {
  /** Of the usual vehicle's one sensor of the kind, straight ahead. */
  readonly mount: {
    readonly xyz_m: Vector;
    readonly hfov_deg: number;
    readonly vfov_deg: number;
    readonly range_m: number;
    readonly intrinsics: {
      readonly width: number;
      readonly height: number;
      readonly fx: number;
      readonly fy: number;
      readonly cx: number;
      readonly cy: number;
      readonly model: "pinhole";
    } | null;
  };
  /** What a vehicle that sees to all sides has besides; the words count the usual one, too. */
  readonly around: {
    readonly words: string;
    readonly view: { readonly hfov_deg: number; readonly vfov_deg: number; readonly range_m: number } | null;
    /** `yawDeg`: to the left. */
    readonly mounts: readonly { readonly id: string; readonly xyz_m: Vector; readonly yawDeg: number }[];
  };
  /**
   * Of each of its members, in their order: its stream of the counter generator (a rotation takes three), the noise of a
   * frame in the unit of the kind's `noise`, and what is usual where that is not zero.
   */
  readonly readings: readonly {
    readonly stream: number;
    readonly spread: number;
    readonly usual: number;
  }[];
  /** Only of what sees with a lens: it has an optical frame, and a focal length that can change. */
  readonly image: {
    readonly axisFrame: string;
    readonly mcap: { readonly topic: string; readonly schema: string };
    readonly openLabelMatrix: string;
  } | null;
  /** Of ASAM OSI's FeatureData. */
  readonly osi: { readonly field: number; readonly message: string };
  readonly isBlockedByDirt: boolean;
  readonly carla: {
    readonly blueprint: string;
    readonly attributes: Readonly<
      Record<string, "hfov" | "vfov" | "upperHalf" | "lowerHalf" | "range" | "width" | "height" | "seed">
    >;
  };
  /** By scenario; not named: left alone. */
  readonly effects: Readonly<Record<string, SensorEffect>>;
  /** Scenarios of their own: something before the sensor was taken off, and since t0 it stands off by A. */
  readonly refits: Readonly<Record<string, Refit>>;
}

/** Sizes are those of real vehicles where one is known. */
export interface SensorEffect {
  /** Whether the sensor itself is out of true then. */
  readonly isAtFault?: boolean;
  /** Unit axis of its rotation, optical. */
  readonly axis?: Vector;
  /** What one degree of the trajectory is to it, in the unit of its kind. */
  readonly perDeg?: number;
  /** On the ordinary noise, from the onset on. */
  readonly noiseFactor?: number;
  /** Share of the frames in which it is silent from the onset on, besides the ordinary share. */
  readonly missingShare?: number;
  /** Change of the logit of its confidence from the onset on. */
  readonly confidenceLogit?: number;
  /** What happens, for people, where the scenario is about this kind alone. */
  readonly words?: string;
}

interface Refit {
  readonly params: { readonly t0: number; readonly A: number };
  /** Within what they are plausible. */
  readonly ranges: Readonly<Record<"t0" | "A", readonly [low: number, high: number]>>;
  readonly event: string;
}

type Row = (typeof scenarioKinds)[Sensor];
type Effects = { readonly [Name in Sensor]: (typeof scenarioKinds)[Name]["effects"] }[Sensor];
type WordedIn<Of> = Of extends unknown
  ? { [Type in keyof Of]: Of[Type] extends { readonly words: string } ? Type : never }[keyof Of]
  : never;
type KeyOf<Of> = Of extends unknown ? keyof Of : never;
type RefitType = KeyOf<Row["refits"]>;
type RefitRow = Extract<Row["refits"], Readonly<Record<RefitType, unknown>>>[RefitType];

export type Image = NonNullable<Row["image"]>;

const rows: readonly ScenarioKind[] = Object.values(scenarioKinds);

/** The one of a feed's axis. */
export const image = rows.map((row) => row.image).find((one) => one !== null) as Image;

export function effectOn(sensor: Sensor, scenarioType: string): SensorEffect {
  const { effects }: ScenarioKind = scenarioKinds[sensor];
  return effects[scenarioType] ?? {};
}

/** What happens in the scenarios that are about one kind. */
export const kindMeanings = Object.fromEntries(
  rows.flatMap(({ effects }) =>
    Object.entries(effects).flatMap(([type, { words }]) => (words === undefined ? [] : [[type, words]])),
  ),
) as Readonly<Record<WordedIn<Effects>, string>>;

/** An object with one member for each scenario of a kind's own. */
export function perRefit<Value>(valueOf: (refit: RefitRow) => Value): Readonly<Record<RefitType, Value>> {
  const entries = rows.flatMap(({ refits }) => Object.entries(refits as Readonly<Record<string, RefitRow>>));
  return Object.fromEntries(entries.map(([type, refit]) => [type, valueOf(refit)])) as Record<
    RefitType,
    Value
  >;
}
