import type { ScenarioFeed } from "../../contract/types.ts";
import { geoPoint } from "../streets/geo-point.ts";
import { degreesOf, eulerOf } from "./euler-angles.ts";
import { type ScenarioFrame, framesOf } from "./scenario-frames.ts";

type Cell = number | boolean | null;

/**
 * A line for each sample (RFC 4180): time, drift, where the vehicle is, and for each sensor its Δ in the order of
 * `drift_samples.dof`, its pose, and what its kind measures besides. Units end the names; what does not apply is empty.
 */
export function writeCsv(feed: ScenarioFeed): string {
  const centre = feed.parameters.visualizer.map_center;
  const names = feed.parameters.initial_drift_state.sensors.map(({ id }) => id);
  const lines = [
    [...vehicleColumns, ...names.flatMap((name) => sensorColumns.map((column) => `${name}.${column}`))].join(
      ",",
    ),
  ];
  for (const frame of framesOf(feed))
    lines.push(cellsOf(frame, [centre[0]!, centre[1]!]).map(written).join(","));
  return `${lines.join("\r\n")}\r\n`;
}

const vehicleColumns = [
  "t_s",
  "received",
  "drift_deg",
  "east_m",
  "north_m",
  "heading_rad",
  "speed_mps",
  "latitude_deg",
  "longitude_deg",
];

const sensorColumns = [
  "tx_m ty_m tz_m roll_deg pitch_deg yaw_deg x_m y_m z_m qx qy qz qw range_bias_m registration_error_m",
  "focal_scale clock_offset_s noise_factor missing_share",
].flatMap((names) => names.split(" "));

function cellsOf(frame: ScenarioFrame, centre: [number, number]): Cell[] {
  const { tS, received, driftDeg, drive, speedMps, sensors, conditions } = frame;
  const { latDeg, lonDeg } = geoPoint(centre, drive);
  const vehicle = [tS, received, driftDeg, drive.xM, drive.yM, drive.headingRad, speedMps, latDeg, lonDeg];
  const states = sensors.flatMap(({ delta, pose, rangeBiasM, registrationErrorM }, at) => {
    const { roll, pitch, yaw } = degreesOf(eulerOf(delta.quat_xyzw));
    const { focalScale, clockOffsetS, noiseFactor, missingShare } = conditions[at]!;
    const posed = [...delta.xyz_m, roll, pitch, yaw, ...pose.xyz_m, ...pose.quat_xyzw];
    return [...posed, rangeBiasM, registrationErrorM, focalScale, clockOffsetS, noiseFactor, missingShare];
  });
  return [...vehicle, ...states];
}

/** Twelve decimals: below what any sensor or simulator tells apart. */
function written(cell: Cell): string {
  if (cell === null) return "";
  return typeof cell === "number" ? String(Math.round(cell * 1e12) / 1e12 + 0) : String(cell);
}
