import type { ScenarioFeed } from "../../contract/types.ts";
import { expDeg } from "../../scoring/numeric/quaternion.ts";
import { type Pose, type SensorState, poseOf, sensorStateAt } from "../poses/pose-at.ts";
import { type SensorCondition, sensorConditionAt } from "../poses/sensor-condition-at.ts";
import { driveOf } from "../streets/drive-of.ts";
import { type Pose as StreetPose, wrapAngle } from "../streets/path.ts";

export type ScenarioSensor = ScenarioFeed["parameters"]["initial_drift_state"]["sensors"][number];

/** Everything an export says of one sample of the trajectory. */
export interface ScenarioFrame {
  readonly tS: number;
  /** False within a gap: nothing was received, and what is written here is carried on. */
  readonly received: boolean;
  readonly driftDeg: number;
  /** The rear axle on the ground, in the street plane. */
  readonly drive: StreetPose;
  readonly speedMps: number;
  /** How far the body is turned against its wheels: only where the scenario moves the body. */
  readonly body: Pose;
  /** In the order of the feed's sensors. */
  readonly sensors: readonly SensorState[];
  readonly conditions: readonly SensorCondition[];
}

export function* framesOf(feed: ScenarioFeed): Generator<ScenarioFrame> {
  const { trajectory, initial_drift_state: initial, drift_model: model } = feed.parameters;
  const drive = driveOf(feed);
  const axis = model.moves === "body" ? model.common_mode_axis : null;
  for (const [at, driftDeg] of trajectory.drift_deg.entries()) {
    const tS = Math.round(at * trajectory.dt_s * 1e9) / 1e9;
    const pose = drive.poseAt(tS);
    yield {
      tS,
      received: !trajectory.gaps.some(({ from_s: fromS, to_s: toS }) => tS >= fromS && tS <= toS),
      driftDeg,
      drive: { ...pose, headingRad: wrapAngle(pose.headingRad) },
      speedMps: drive.speedAt(tS),
      body: turnedAbout(axis ?? [0, 0, 1], axis === null ? 0 : driftDeg),
      sensors: initial.sensors.map((sensor) => sensorStateAt(feed, sensor, driftDeg)),
      conditions: initial.sensors.map((sensor) => sensorConditionAt(feed, sensor, tS)),
    };
  }
}

/** The rotation of a heading in the plane. */
export function headingPose(xM: number, yM: number, headingRad: number): Pose {
  const { quat_xyzw: quaternion } = turnedAbout([0, 0, 1], (headingRad * 180) / Math.PI);
  return { xyz_m: [xM, yM, 0], quat_xyzw: quaternion };
}

function turnedAbout([x = 0, y = 0, z = 0]: readonly number[], deg: number): Pose {
  return poseOf([0, 0, 0], expDeg([x * deg, y * deg, z * deg]));
}
