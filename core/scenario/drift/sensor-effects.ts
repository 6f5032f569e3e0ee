import type { Vector3 } from "../../scoring/numeric/quaternion.ts";
import type { ScenarioType } from "../../contract/scenario-types.ts";
import type { ScenarioParams } from "./drift-formulas.ts";

export const sensors = ["camera", "radar", "lidar"] as const;
export type Sensor = (typeof sensors)[number];

/** How one scenario shows in the telemetry of a vehicle that is driven for hours. */
export interface SensorEffects {
  /** Parameters of the trajectory at the pace of a fleet: seconds after the onset, which is t = 0. */
  readonly params: ScenarioParams;
  /** Sensors that are really out of true; empty where nothing is. */
  readonly affects: readonly Sensor[];
  /** Axis of the camera's rotation in its own frame: x right (pitch), y down (yaw), z forward (roll). */
  readonly cameraAxis: Vector3;
  /** What one degree of the trajectory is to each sensor. */
  readonly cameraDegPerDeg: number;
  readonly radarMPerDeg: number;
  readonly lidarMPerDeg: number;
  /** Factors on the ordinary noise from the onset on. */
  readonly noiseFactor: Readonly<Record<Sensor, number>>;
  /** Share of the frames in which a sensor is silent from the onset on, besides the ordinary share. */
  readonly missingShare: Readonly<Record<Sensor, number>>;
  /** Change of the logit of the lidar confidence from the onset on. */
  readonly confidenceLogit: number;
}

/**
 * Sizes are those of real vehicles where one is known. Faults exceed the cautionary limits (0.2°, 0.2 m, 0.1 m) by a
 * factor of about 1.3 to 6. In the common-mode scenarios the body, the axle or the reference moves by as much, and
 * every sensor with it; an on-line estimate of sensor against body takes that out but for a few per cent, and the few
 * per cent are what the frames carry.
 */
export function effectsOf(type: ScenarioType): SensorEffects {
  return { ...untouched, ...effects[type] };
}

const untouched: SensorEffects = {
  params: {},
  affects: [],
  cameraAxis: [0, 1, 0],
  cameraDegPerDeg: 0,
  radarMPerDeg: 0,
  lidarMPerDeg: 0,
  noiseFactor: { camera: 1, radar: 1, lidar: 1 },
  missingShare: { camera: 0, radar: 0, lidar: 0 },
  confidenceLogit: 0,
};

const pitch: Vector3 = [1, 0, 0];
const yaw: Vector3 = [0, 1, 0];
const hourS = 3600;

const effects: Readonly<Record<ScenarioType, Partial<SensorEffects>>> = {
  nominal_control: {},

  // A front-left impact moves the whole front: camera 1.2°, radar 0.54 m, lidar 0.24 m.
  post_collision: {
    params: { t0: 0, A: 1.2 },
    affects: ["camera", "radar", "lidar"],
    cameraAxis: [0.05, 0.3, 0.9526],
    cameraDegPerDeg: 1,
    radarMPerDeg: 0.45,
    lidarMPerDeg: 0.2,
    confidenceLogit: -0.5,
  },
  // Eight potholes in six hours leave about a degree in small steps.
  pothole_impact: {
    params: { T: 6 * hourS, n: 8, A: 0.5, keep: 0.4 },
    affects: ["camera"],
    cameraAxis: pitch,
    cameraDegPerDeg: 1,
  },
  // 0.63 m at first, 0.38 m once the bracket has sprung back.
  curb_strike: { params: { t0: 0, td: hourS / 2 }, affects: ["radar"], radarMPerDeg: 0.7 },
  // Mounted 0.9° off, then estimated away by driving: two hours in the yard, then 60 km/h with 35 km to a third.
  windshield_replacement: {
    params: { t0: 0, t1: 2 * hourS, v: 60 / hourS },
    affects: ["camera"],
    cameraAxis: yaw,
    cameraDegPerDeg: 1,
  },
  bumper_repair_radar: { params: { t0: 0 }, affects: ["radar"], radarMPerDeg: 0.75 },
  // Aluminium over a day of ±20 K: 0.04° of camera, 8 mm of radar, 2 mm of lidar. Below a quarter of every limit.
  thermal_cycle: {
    params: { dT: 20, tau: hourS, period: 24 * hourS },
    cameraAxis: pitch,
    cameraDegPerDeg: 1,
    radarMPerDeg: 0.2,
    lidarMPerDeg: 0.05,
  },
  // A roof lidar works loose within hours, to 0.27 m.
  gradual_mount_loosening: {
    params: { A: 0.9, T0: 4 * hourS },
    affects: ["lidar"],
    lidarMPerDeg: 0.3,
    confidenceLogit: -0.3,
  },
  // Wanders with a standard deviation of about 0.6° that takes three hours to build up.
  vibration_random_walk: {
    params: { sigma: 0.008, lambda: 1 / (3 * hourS), dt: 60 },
    affects: ["camera"],
    cameraAxis: [0.6, 0.8, 0],
    cameraDegPerDeg: 1,
  },
  // A brush bends the roof lidar for ten minutes and leaves it 0.15 m off.
  car_wash: { params: { t0: 0, w: 600, keep: 0.6 }, affects: ["lidar"], lidarMPerDeg: 0.42 },
  // 1° of body pitch, of which 4 % stay in the estimate.
  load_change: { params: { t0: 0 }, cameraAxis: pitch, cameraDegPerDeg: 0.04, radarMPerDeg: 0.005 },
  ride_height_change: { params: { t0: 0 }, cameraAxis: pitch, cameraDegPerDeg: 0.06, radarMPerDeg: 0.01 },
  wheel_alignment_thrust: { params: { t0: 0, ramp: hourS }, cameraAxis: yaw, cameraDegPerDeg: 0.08 },
  // A new camera behind an old calibration.
  sensor_replacement: {
    params: { t0: 0, sd: 0.9 },
    affects: ["camera"],
    cameraAxis: [0.7, 0.7, 0.1414],
    cameraDegPerDeg: 1,
  },
  // The mirror comes back to another place after each fold, every two hours.
  mirror_fold_nonreturn: {
    params: { sd: 0.6, every: 2 * hourS },
    affects: ["camera"],
    cameraAxis: yaw,
    cameraDegPerDeg: 1,
  },
  // Dirt: fewer and worse detections, nothing moved.
  occlusion_false_drift: {
    params: { t0: 0 },
    noiseFactor: { camera: 1.3, radar: 1, lidar: 1.3 },
    missingShare: { camera: 0.4, radar: 0, lidar: 0.4 },
    confidenceLogit: -2,
  },
  // The focal length grows by 2 %: features 25° off the axis seem rotated by half a degree.
  intrinsics_shift: { params: { t0: 0, ramp: hourS, epsilon: 0.02 }, affects: ["camera"], cameraAxis: yaw },
  // The reference's gyro settles 0.45° off; 8 % of it reach the camera's estimate.
  imu_bias: {
    params: { tau: hourS / 2, b: 0.45 / (hourS / 2) },
    cameraAxis: yaw,
    cameraDegPerDeg: 0.08,
  },
  // Four milliseconds of clock error: an apparent yaw of up to 0.05°, only while turning, back and forth.
  time_slip: {
    params: { t0: 0, omega: 12, f: 1 / 437, slip: 0.004, ramp: hourS },
    cameraAxis: yaw,
    cameraDegPerDeg: 1,
  },
  // Manoeuvres: the estimator gates itself off in turns and is a little noisier.
  highway_weave: {
    noiseFactor: { camera: 1.2, radar: 1.1, lidar: 1.1 },
    missingShare: { camera: 0.3, radar: 0, lidar: 0 },
  },
  data_dropout: { params: { t0: 0, t1: 4 * hourS } },
};

/** What features 25° off the optical axis seem to rotate by, degrees, per unit of relative focal length error. */
export const apparentDegPerFocalScale = 25;
