import { type ScenarioKind, scenarioKinds } from "../../sensors/scenario-kinds.ts";
import type { ScenarioFeed } from "../../contract/types.ts";
import type { Pose } from "../poses/pose-at.ts";
import { degreesOf, eulerOf } from "./euler-angles.ts";
import { type ScenarioSensor, framesOf } from "./scenario-frames.ts";

/** As `carla.Transform`: metres and degrees, left-handed, x forward, y right, z up. */
export interface CarlaTransform {
  readonly location: { readonly x: number; readonly y: number; readonly z: number };
  readonly rotation: { readonly pitch: number; readonly yaw: number; readonly roll: number };
}

/**
 * Sensors and their movement for CARLA, which no simulator has read yet (docs/scenario-exports.md). All poses are in the
 * vehicle's frame on the ground below the rear axle; `rear_axle_behind_centre_m` leads from there to the middle of the
 * vehicle, which is where CARLA attaches sensors.
 */
export function writeCarla(feed: ScenarioFeed): string {
  const { parameters } = feed;
  const { dimensions_m: dimensions, rear_overhang_m: overhangM } = parameters.actors[0]!;
  const frames = [...framesOf(feed)];
  return JSON.stringify({
    format: "carla-json/1",
    scenario_id: feed.scenario_id,
    scenario_type: feed.scenario_type,
    axes: "left-handed: x forward, y right, z up; metres, degrees",
    origin: "rear-axle-ground",
    rear_axle_behind_centre_m: dimensions.length / 2 - overhangM,
    duration_s: parameters.visualizer.duration_s,
    map: { opendrive: `${feed.scenario_id}.xodr` },
    drive: frames.map(({ tS, drive, speedMps }) => ({
      t_s: tS,
      speed_mps: speedMps,
      transform: toCarla({ xyz_m: [drive.xM, drive.yM, 0], quat_xyzw: yawed(drive.headingRad) }),
    })),
    sensors: parameters.initial_drift_state.sensors.map((sensor, at) => ({
      ...blueprintOf(sensor, parameters.trajectory.dt_s, feed.seed),
      id: sensor.id,
      baseline: toCarla(sensor.baseline),
      now: toCarla(sensor.now),
      poses: frames.map(({ tS, received, sensors }) => ({
        t_s: tS,
        received,
        transform: toCarla(sensors[at]!.pose),
      })),
    })),
  });
}

function yawed(rad: number): number[] {
  return [0, 0, Math.sin(rad / 2), Math.cos(rad / 2)];
}

/** From ISO 8855 (right-handed, y left): y, pitch and yaw change their signs. */
export function toCarla({ xyz_m: [x = 0, y = 0, z = 0], quat_xyzw: quaternion }: Pose): CarlaTransform {
  const { roll, pitch, yaw } = degreesOf(eulerOf(quaternion));
  return { location: { x, y: -y + 0, z }, rotation: { pitch: -pitch + 0, yaw: -yaw + 0, roll } };
}

/** Attributes are texts, as CARLA's blueprints take them. */
function blueprintOf(sensor: ScenarioSensor, tickS: number, seed: number) {
  const { blueprint, attributes }: ScenarioKind["carla"] = scenarioKinds[sensor.kind].carla;
  const { hfov_deg: hfov, vfov_deg: vfov, range_m: range, intrinsics } = sensor;
  const figures = { hfov, upperHalf: vfov / 2, lowerHalf: -vfov / 2, vfov, range, ...intrinsics, seed };
  const given = Object.entries(attributes).flatMap(([name, figure]) =>
    figures[figure] === undefined ? [] : [[name, String(figures[figure])]],
  );
  return {
    blueprint,
    attributes: { sensor_tick: String(tickS), ...(Object.fromEntries(given) as Record<string, string>) },
  };
}
