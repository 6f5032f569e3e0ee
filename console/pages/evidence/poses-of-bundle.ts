import type { Bundle } from "../../../core/encoding/bundle.ts";
import type { ShownSensor } from "../../scene/shown-sensor.ts";
import { sensorsOf } from "../pose/pose-subject.ts";

/**
 * The poses a bundle tells of: its camera's turn about three axes and its radar's range. Of a lidar it has no error but only
 * how much that grew, which has no direction: nothing to draw.
 */
export function posesOf({
  scoring,
  measurements,
}: Pick<Bundle, "scoring" | "measurements">): readonly ShownSensor[] {
  const drifts = new Map(scoring.outputs.channels.map(({ channel, drift }) => [channel, drift]));
  const turn = ["camera_x", "camera_y", "camera_z"].map((axis) => drifts.get(axis));
  const radar = drifts.get("radar");
  const camera = turn.includes(undefined)
    ? null
    : cameraTurned(
        turn.map((deg) => deg ?? 0),
        measurements.camera_drift_deg,
      );
  return sensorsOf(
    {
      extrinsics: {
        camera,
        radar: radar === undefined ? null : { radar_range_bias_m: 0, drift_m: radar, drift_sd_m: 0 },
        lidar: null,
      },
    },
    "optical",
  );
}

/**
 * How strongly a drift is drawn: true to scale nobody would see it, but what is far out must stay in the picture, which has
 * so much room ahead of a radar's reach.
 */
export function factorFor(sensors: readonly ShownSensor[]): number {
  const furthestM = Math.max(
    0,
    ...sensors.map((one) => (one.kind === "radar" ? Math.abs(one.rangeShiftM) : 0)),
  );
  return [10, 5].find((factor) => factor * furthestM <= roomM) ?? 1;
}

const roomM = 3.2;

/** The angle is the one that was measured, of which noise is taken off; the three axes give its direction. */
function cameraTurned(turnDeg: readonly number[], driftDeg: number) {
  const angle = Math.hypot(...turnDeg);
  return {
    camera_rotation_matrix: [1, 0, 0, 0, 1, 0, 0, 0, 1],
    drift_deg: driftDeg,
    drift_sd_deg: 0,
    drift_axis: angle === 0 || driftDeg === 0 ? null : turnDeg.map((deg) => deg / angle),
  };
}
