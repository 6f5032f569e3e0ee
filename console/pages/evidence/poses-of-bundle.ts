import type { Bundle } from "../../../core/encoding/bundle.ts";
import { perKind } from "../../../core/sensors/sensor-lists.ts";
import type { ShownSensor } from "../../scene/shown-sensor.ts";
import { sensorsOf } from "../pose/pose-subject.ts";

/**
 * The poses a bundle tells of: a turn about three axes, or a range. Where only the size of an error is measured it has no
 * error but only how much that grew, which has no direction: nothing to draw.
 */
export function posesOf({
  scoring,
  measurements,
}: Pick<Bundle, "scoring" | "measurements">): readonly ShownSensor[] {
  const drifts = new Map<string, number>(
    scoring.outputs.channels.map(({ channel, drift }) => [channel, drift]),
  );
  const extrinsics = perKind(
    ({ name }) => name,
    ({ channels, drift, pose }) => {
      const found = channels.flatMap(({ name }) => drifts.get(name) ?? []);
      if (pose.shows === "size" || found.length < channels.length) return null;
      if (pose.shows === "range") return { drift_m: found[0] ?? 0 };
      return turnOf(found, drift.isMeasurement ? measurements[drift.member] : Math.hypot(...found));
    },
  );
  return sensorsOf({ extrinsics }, "optical");
}

/**
 * How strongly a drift is drawn: true to scale nobody would see it, but what is far out must stay in the picture, which has
 * so much room ahead of a reach.
 */
export function factorFor(sensors: readonly ShownSensor[]): number {
  const furthestM = Math.max(
    0,
    ...sensors.map((one) => (one.shows === "range" ? Math.abs(one.rangeShiftM) : 0)),
  );
  return [10, 5].find((factor) => factor * furthestM <= roomM) ?? 1;
}

const roomM = 3.2;

/** The angle is the one that was measured, of which noise is taken off; the three axes give its direction. */
function turnOf(turnDeg: readonly number[], driftDeg: number) {
  const angle = Math.hypot(...turnDeg);
  return {
    drift_deg: driftDeg,
    drift_axis: angle === 0 || driftDeg === 0 ? null : turnDeg.map((deg) => deg / angle),
  };
}
