import type { Bundle } from "../../core/encoding/bundle.ts";
import { driftLabel } from "../labels/sensor-labels.ts";

export interface MeasuredDrift {
  readonly name: string;
  readonly value: string;
}

type Measured = Pick<Bundle, "measurements" | "breach"> & {
  readonly scoring: { readonly outputs: Pick<Bundle["scoring"]["outputs"], "channels" | "provisional"> };
};

const sensors = ["camera", "radar", "lidar"] as const;
type Sensor = (typeof sensors)[number];

/** The drift of each sensor at the breach, the one that breached first. A sensor that was silent has none, and not zero. */
export function measuredDrifts(bundle: Measured): readonly MeasuredDrift[] {
  const breached = sensors.find((sensor) => isOf(sensor, bundle.breach.channel));
  const ordered = sensors.toSorted((one, other) => Number(other === breached) - Number(one === breached));
  return ordered.map((sensor) => ({
    name: `${names[sensor]} drift${sensor === breached ? ", which breached" : ""}`,
    value: labelOf(sensor, driftOf(sensor, bundle)),
  }));
}

const names: Readonly<Record<Sensor, string>> = { camera: "Camera", radar: "Radar", lidar: "Lidar" };

function isOf(sensor: Sensor, channel: string): boolean {
  return sensor === "camera" ? channel.startsWith("camera_") : channel === sensor;
}

/** Degrees or metres. What was measured before is told of a sensor of which this very frame says nothing. */
function driftOf(sensor: Sensor, { measurements, scoring }: Measured): number | null {
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

function labelOf(sensor: Sensor, drift: number | null): string {
  return drift === null ? "not measured" : driftLabel(sensor === "camera" ? "deg" : "m", drift);
}
