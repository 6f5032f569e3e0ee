import type { Bundle } from "../../encoding/bundle.ts";

const sensors = ["camera", "radar", "lidar"] as const;
export type MeasuredSensor = (typeof sensors)[number];

/** What a bundle says of drifts: its contract's numbers, and the outputs of the scoring they came from. */
export type BundleMeasurements = Pick<Bundle, "measurements" | "breach"> & {
  readonly scoring: { readonly outputs: Pick<Bundle["scoring"]["outputs"], "channels" | "provisional"> };
};

export interface MeasuredDrift {
  readonly sensor: MeasuredSensor;
  /** Degrees of the camera, metres of radar (signed) and lidar (signed); null where the sensor was not measured. */
  readonly drift: number | null;
  readonly isBreached: boolean;
}

/**
 * The drift of each sensor at the breach, the one that breached first. The contract's numbers of a bundle are never null,
 * so that 0 stands there for a sensor that was not measured: every display goes by this instead.
 */
export function measuredDrifts(bundle: BundleMeasurements): readonly MeasuredDrift[] {
  return sensors
    .map((sensor) => ({
      sensor,
      drift: driftOf(sensor, bundle),
      isBreached: isOf(sensor, bundle.breach.channel),
    }))
    .toSorted((one, other) => Number(other.isBreached) - Number(one.isBreached));
}

function isOf(sensor: MeasuredSensor, channel: string): boolean {
  return sensor === "camera" ? channel.startsWith("camera_") : channel === sensor;
}

/** What was measured before counts for a sensor of which this very frame says nothing. */
function driftOf(sensor: MeasuredSensor, { measurements, scoring }: BundleMeasurements): number | null {
  const { channels, provisional } = scoring.outputs;
  const ofFrame = channels.find(({ channel }) => isOf(sensor, channel));
  // A breach that was opened before its sensor had a baseline.
  const before = provisional?.sensor === sensor ? provisional.drift : null;
  switch (sensor) {
    case "camera":
      return measuredOr(before, measurements.camera_drift_deg, ofFrame !== undefined);
    case "radar":
      return measuredOr(before, measurements.radar_drift_mm / 1000, ofFrame !== undefined);
    case "lidar":
      return ofFrame?.drift ?? before;
  }
}

function measuredOr(before: number | null, measured: number, isInFrame: boolean): number | null {
  return isInFrame || measured !== 0 ? measured : before;
}
