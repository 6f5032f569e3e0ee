import { image } from "../../sensors/scenario-kinds.ts";
import type { ScenarioFeed } from "../../contract/types.ts";
import type { Pose } from "../poses/pose-at.ts";
import { type ScenarioFrame, type ScenarioSensor, framesOf, headingPose } from "./scenario-frames.ts";

/**
 * ASAM OpenLABEL 1.0: the frames of map, vehicle and sensors, each sensor once as it was calibrated and once as it
 * stands. `pose_wrt_parent` and the transforms of the frames take a point from the child to the parent.
 */
export function writeOpenLabel(feed: ScenarioFeed): string {
  const { parameters } = feed;
  const { sensors } = parameters.initial_drift_state;
  return JSON.stringify({
    openlabel: {
      metadata: {
        schema_version: "1.0.0",
        name: feed.scenario_id,
        annotator: `${feed.generator.name} ${feed.generator.version}`,
        comment:
          "vehicle: ISO 8855, origin on the ground below the middle of the rear axle. sensor/baseline: as calibrated; sensor/now: as it stands; x along the line of sight, y left, z up.",
      },
      ontologies: { "0": "urn:plumbline:scenario-tags:1" },
      coordinate_systems: coordinateSystems(sensors),
      streams: Object.fromEntries(sensors.map((sensor) => [sensor.id, streamOf(sensor)])),
      tags: tagsOf(feed),
      events: eventsOf(feed),
      ...framesWithTransforms(feed),
    },
  });
}

const still: Pose = { xyz_m: [0, 0, 0], quat_xyzw: [0, 0, 0, 1] };

function poseData({ xyz_m: translation, quat_xyzw: quaternion }: Pose) {
  return { quaternion, translation };
}

function coordinateSystems(sensors: readonly ScenarioSensor[]) {
  const ofSensors = sensors.flatMap(({ id, baseline, now }) => [
    [
      `${id}/baseline`,
      { type: "sensor_cs", parent: "vehicle-iso8855", children: [], pose_wrt_parent: poseData(baseline) },
    ],
    [
      `${id}/now`,
      { type: "sensor_cs", parent: "vehicle-iso8855", children: [], pose_wrt_parent: poseData(now) },
    ],
  ]);
  return {
    map: { type: "scene_cs", parent: "", children: ["vehicle-iso8855"] },
    "vehicle-iso8855": {
      type: "local_cs",
      parent: "map",
      children: ofSensors.map(([name]) => name),
      pose_wrt_parent: poseData(still),
    },
    ...Object.fromEntries(ofSensors),
  };
}

function streamOf({ kind, intrinsics, part_number: partNumber }: ScenarioSensor) {
  const description = partNumber === null ? {} : { description: `part ${partNumber}` };
  if (intrinsics === null) return { type: kind, ...description };
  return { type: kind, ...description, stream_properties: pinhole(intrinsics, 1) };
}

function pinhole({ width, height, fx, fy, cx, cy }: Intrinsics, focalScale: number) {
  return {
    intrinsics_pinhole: {
      width_px: width,
      height_px: height,
      [image.openLabelMatrix]: [fx * focalScale, 0, cx, 0, 0, fy * focalScale, cy, 0, 0, 0, 1, 0],
      distortion_coeffs_1xN: [0, 0, 0, 0, 0],
    },
  };
}

type Intrinsics = NonNullable<ScenarioSensor["intrinsics"]>;

/** Of the cameras whose focal length is not the one they were calibrated with. */
function changedStreams(sensors: readonly ScenarioSensor[], { conditions }: ScenarioFrame) {
  const changed = sensors.flatMap(({ id, intrinsics }, at) => {
    const { focalScale } = conditions[at]!;
    if (intrinsics === null || focalScale === 1) return [];
    return [[id, { stream_properties: pinhole(intrinsics, focalScale) }] as const];
  });
  return changed.length === 0 ? {} : { streams: Object.fromEntries(changed) };
}

/** Our own names for the categories of ISO 34504 and the domain of ISO 34503; docs/scenarios.md maps them. */
function tagsOf({ scenario_type: type, parameters: { tags, truth } }: ScenarioFeed) {
  const texts = {
    "scenario-type": [type],
    "is-sensor-fault": [String(truth.is_sensor_fault)],
    iso34504: tags.iso34504,
    "iso34503-odd": tags.iso34503_odd,
  };
  const written = Object.entries(texts).map(([name, val], at) => [
    String(at),
    { ontology_uid: "0", type: "scenario-tag", tag_data: { vec: [{ name, type: "values", val }] } },
  ]);
  return Object.fromEntries(written) as Readonly<Record<string, object>>;
}

function eventsOf({ parameters: { events, trajectory } }: ScenarioFeed) {
  const last = trajectory.drift_deg.length - 1;
  const written = events.map((event, at) => {
    const frame = Math.min(last, Math.round(event.t_s / trajectory.dt_s));
    return [
      String(at),
      {
        name: `${event.type} ${at}`,
        type: event.type,
        frame_intervals: [{ frame_start: frame, frame_end: frame }],
      },
    ];
  });
  return Object.fromEntries(written) as Readonly<Record<string, object>>;
}

function framesWithTransforms(feed: ScenarioFeed) {
  const { sensors } = feed.parameters.initial_drift_state;
  const frames: Record<string, object> = {};
  let count = 0;
  for (const frame of framesOf(feed)) {
    const { tS, received, driftDeg, drive, sensors: states } = frame;
    const vehicle = headingPose(drive.xM, drive.yM, drive.headingRad);
    const moved = sensors.map(({ id }, at) => transform(`${id}/now`, "vehicle-iso8855", states[at]!.pose));
    frames[String(count)] = {
      frame_properties: {
        timestamp: tS,
        transforms: Object.fromEntries([transform("vehicle-iso8855", "map", vehicle), ...moved]) as object,
        ...changedStreams(sensors, frame),
        received,
        drift_deg: driftDeg,
      },
    };
    count += 1;
  }
  return { frame_intervals: [{ frame_start: 0, frame_end: count - 1 }], frames };
}

function transform(src: string, dst: string, pose: Pose) {
  return [`${src}_to_${dst}`, { src, dst, transform_src_to_dst: poseData(pose) }] as const;
}
