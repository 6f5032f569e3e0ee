import type protobuf from "protobufjs/light.js";
import { scenarioKinds } from "../../../sensors/scenario-kinds.ts";
import { kindOf } from "../../../sensors/sensor-lists.ts";
import type { ScenarioFeed } from "../../../contract/types.ts";
import { utf8 } from "../../../encoding/bytes.ts";
import { type ArchiveFile, zipArchive } from "../../../encoding/zip-archive.ts";
import { angleDegOf, compose, deltaBetween, type Pose, type SensorState } from "../../poses/pose-at.ts";
import { eulerOf } from "../euler-angles.ts";
import { GrowingBytes } from "../growing-bytes.ts";
import { framesOf, headingPose, type ScenarioFrame, type ScenarioSensor } from "../scenario-frames.ts";
import { osiMessages } from "./osi-messages.ts";

type Matrix3 = readonly (readonly number[])[];

/**
 * The covariance of Δ as root mean squared errors along and about the vehicle's axes, in which OSI states poses. The
 * baseline turns it from the sensor's axes: R·Σ·Rᵀ.
 */
export function rmseOf({ baseline, covariance_6x6: covariance }: ScenarioSensor): object {
  const turn = matrixOf(baseline.quat_xyzw);
  const [x, y, z] = spreads(turn, blockOf(covariance, 0));
  const [roll, pitch, yaw] = spreads(turn, blockOf(covariance, 3));
  return { position: { x, y, z }, orientation: { roll, pitch, yaw } };
}

function blockOf(covariance: readonly number[], from: 0 | 3): Matrix3 {
  return [0, 1, 2].map((row) => [0, 1, 2].map((column) => covariance[(from + row) * 6 + from + column]!));
}

function spreads(turn: Matrix3, block: Matrix3): number[] {
  return turn.map((row) => {
    const variance = row.reduce(
      (sum, a, i) => sum + row.reduce((inner, b, j) => inner + a * b * block[i]![j]!, 0),
      0,
    );
    return Math.sqrt(Math.max(0, variance));
  });
}

function matrixOf([x = 0, y = 0, z = 0, w = 1]: readonly number[]): Matrix3 {
  return [
    [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
    [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
    [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
  ];
}

interface Qualifiers {
  readonly data_qualifier: number;
  readonly extended_qualifier: number;
}

export interface Standing extends Pick<SensorState, "rangeBiasM" | "registrationErrorM"> {
  readonly pose: Pose;
  readonly tS: number;
}

/** After these the sensor, or what it looks through, is a new one. */
const newSensorTypes: ReadonlySet<string> = new Set(["windshield_replacement", "sensor_replacement"]);

/** Beyond the service's limit of caution a sensor is misaligned, or not calibrated where it is new; dirt blocks a camera. */
export function qualifiersOf(feed: ScenarioFeed, sensor: ScenarioSensor, standing: Standing): Qualifiers {
  const { scenario_type: type, parameters } = feed;
  const { caution } = parameters.truth.detector.limits[sensor.kind];
  const hasBegun = standing.tS >= (parameters.drift_model.params["t0"] ?? 0);
  if (type === "occlusion_false_drift" && scenarioKinds[sensor.kind].isBlockedByDirt && hasBegun) {
    return { data_qualifier: data.reduced, extended_qualifier: extended.blocked };
  }
  if (departureOf(sensor, standing) < caution) {
    return { data_qualifier: data.available, extended_qualifier: extended.normal };
  }
  const isNew = newSensorTypes.has(type) && hasBegun;
  return {
    data_qualifier: data.reduced,
    extended_qualifier: isNew ? extended.notCalibrated : extended.misaligned,
  };
}

const data = { available: 2, reduced: 3 } as const;
const extended = { normal: 2, notCalibrated: 4, blocked: 5, misaligned: 6 } as const;

/** In the unit of the limit: degrees or metres. */
function departureOf({ kind, baseline }: ScenarioSensor, standing: Standing): number {
  const { shows } = kindOf(kind).pose;
  if (shows === "turn") return angleDegOf(deltaBetween(baseline, standing.pose));
  return shows === "range" ? Math.abs(standing.rangeBiasM ?? 0) : (standing.registrationErrorM ?? 0);
}

type Knowledge = "known" | "true";

/**
 * ASAM OSI 3.8: a zip of binary trace files of `osi3.SensorData`, two for each sensor. In both, `mounting_position` is the
 * baseline, and the header of the feature data holds the physical pose: in `known` the one the service measured before the
 * scenario, with its uncertainty and the qualifiers that follow from it, while the sensor sends; in `true` the one the
 * sensor has at that moment.
 */
export async function writeOsiTraces(feed: ScenarioFeed): Promise<Uint8Array> {
  const { default: protobuf } = await import("protobufjs/light.js");
  const type = protobuf.Root.fromJSON(osiMessages).lookupType("osi3.SensorData");
  const frames = [...framesOf(feed)];
  const traces = feed.parameters.initial_drift_state.sensors.flatMap((_, at) =>
    (["known", "true"] as const).map((knowledge) => traceOf(type, feed, { frames, at, knowledge })),
  );
  return zipArchive(feed.scenario_id, [{ name: "README.txt", bytes: utf8(readMe(feed)) }, ...traces]);
}

interface TraceAsk {
  readonly frames: readonly ScenarioFrame[];
  /** Which sensor. */
  readonly at: number;
  readonly knowledge: Knowledge;
}

/** Each message after its length: four bytes, the lowest first (OSI single-channel binary trace). */
function traceOf(type: protobuf.Type, feed: ScenarioFeed, { frames, at, knowledge }: TraceAsk): ArchiveFile {
  const shown = knowledge === "true" ? frames : frames.filter(({ received }) => received);
  const sensor = feed.parameters.initial_drift_state.sensors[at]!;
  const known = knownPose(feed, sensor);
  const file = new GrowingBytes();
  const length = new Uint8Array(4);
  for (const [cycle, frame] of shown.entries()) {
    const pose =
      knowledge === "known" ? known : truePose(feed, sensor, { ...frame.sensors[at]!, tS: frame.tS });
    const bytes = type.encode(sensorData(feed, sensor, { frame, cycle, at, pose })).finish();
    new DataView(length.buffer).setUint32(0, bytes.byteLength, true);
    file.append(length);
    file.append(bytes);
  }
  // Named as the standard asks: time, message, versions, number of messages, a name of one's own.
  const name = `${epoch}_sd_3.8.0_protobufjs_${shown.length}_${feed.scenario_id}-${sensor.id}-${knowledge}.osi`;
  return { name, bytes: file.bytes() };
}

/** Time zero is the beginning of the scenario. */
const epoch = "19700101T000000Z";
const version = { version_major: 3, version_minor: 8, version_patch: 0 };

interface MessageAsk {
  readonly frame: ScenarioFrame;
  readonly cycle: number;
  readonly at: number;
  /** What the header says of the pose. */
  readonly pose: object;
}

function sensorData(
  feed: ScenarioFeed,
  sensor: ScenarioSensor,
  { frame, cycle, at, pose }: MessageAsk,
): Record<string, unknown> {
  const time = timeOf(frame.tS);
  const header = {
    measurement_time: time,
    cycle_counter: cycle,
    number_of_valid_detections: 0,
    sensor_id: { value: at },
    ...pose,
  };
  return {
    version,
    timestamp: time,
    host_vehicle_location: hostVehicle(feed, frame),
    sensor_id: { value: at },
    mounting_position: mountingPosition(sensor.baseline),
    last_measurement_time: time,
    feature_data: { version, [`${sensor.kind}_sensor`]: [{ header }] },
  };
}

function knownPose(feed: ScenarioFeed, sensor: ScenarioSensor): object {
  const standing = {
    pose: sensor.now,
    rangeBiasM: sensor.range_bias_m,
    registrationErrorM: sensor.registration_error_m,
    tS: 0,
  };
  return {
    mounting_position: mountingPosition(sensor.now),
    mounting_position_rmse: rmseOf(sensor),
    ...qualifiersOf(feed, sensor, standing),
  };
}

function truePose(feed: ScenarioFeed, sensor: ScenarioSensor, standing: Standing): object {
  return { mounting_position: mountingPosition(standing.pose), ...qualifiersOf(feed, sensor, standing) };
}

/** OSI's vehicle frame begins in the middle of the rear axle, not on the ground below it: a wheel's radius higher. */
const wheelRadiusM = 0.33;

function mountingPosition({ xyz_m: [x = 0, y = 0, z = 0], quat_xyzw: quaternion }: Pose): object {
  return { position: { x, y, z: z - wheelRadiusM }, orientation: eulerOf(quaternion) };
}

/** OSI places a vehicle by the middle of its box. */
function hostVehicle({ parameters }: ScenarioFeed, { drive, body, speedMps }: ScenarioFrame): object {
  const { dimensions_m: dimension, rear_overhang_m: overhangM } = parameters.actors[0]!;
  const vehicle = compose(headingPose(drive.xM, drive.yM, drive.headingRad), body);
  const middle = compose(vehicle, {
    xyz_m: [dimension.length / 2 - overhangM, 0, dimension.height / 2],
    quat_xyzw: [0, 0, 0, 1],
  });
  return {
    dimension,
    position: { x: middle.xyz_m[0], y: middle.xyz_m[1], z: middle.xyz_m[2] },
    orientation: eulerOf(vehicle.quat_xyzw),
    velocity: { x: speedMps * Math.cos(drive.headingRad), y: speedMps * Math.sin(drive.headingRad), z: 0 },
  };
}

function timeOf(tS: number): { readonly seconds: number; readonly nanos: number } {
  const seconds = Math.floor(tS);
  return { seconds, nanos: Math.round((tS - seconds) * 1e9) };
}

function readMe({ scenario_id: id, scenario_type: type, parameters }: ScenarioFeed): string {
  const ids = parameters.initial_drift_state.sensors.map((sensor, at) => `  ${at}: ${sensor.id}`);
  return [
    `Scenario ${id} (${type}) as ASAM OSI 3.8 traces of osi3.SensorData, one file a sensor and kind of knowledge.`,
    "",
    "*-known.osi  header.mounting_position is the pose the service measured before the scenario, mounting_position_rmse its uncertainty.",
    "*-true.osi   header.mounting_position is the pose the sensor has at that moment.",
    "In both, SensorData.mounting_position is the baseline: the pose as calibrated.",
    "",
    `Poses are in the vehicle's frame (ISO 8855, right-handed, x forward, y left, z up) from the middle of the rear axle, ${wheelRadiusM} m above ground.`,
    "Orientations in radians: roll, pitch, yaw about x, y, z; the matrix is Rz(yaw)·Ry(pitch)·Rx(roll).",
    "Time zero is the beginning of the scenario. No detections are carried: these traces are about poses.",
    "",
    "sensor_id:",
    ...ids,
    "",
  ].join("\n");
}
