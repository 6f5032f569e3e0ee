import type { Bundle } from "../../encoding/bundle.ts";
import {
  findChannel,
  type Kind,
  type MeasuredKind,
  perKind,
  type Sensor,
} from "../../sensors/sensor-lists.ts";
import { sensorKinds } from "../../sensors/kinds.ts";

export type Measured = Bundle["measurements"]["measured"];
type Outputs = Pick<Bundle["scoring"]["outputs"], "channels" | "tier" | MeasuredKind["drift"]["member"]>;

/**
 * What a score says was measured, and so what a bundle signs. A sensor without a baseline has no estimate: its drift is 0
 * with a standard deviation of 0. Of one that is silent in this very frame the drift from before counts. There is no
 * health where nothing was judged.
 */
export function measuredIn(outputs: Outputs): Measured {
  const isMeasured = ({ name, drift }: Kind) =>
    outputs.channels.some(({ channel, drift_sd: sd }) => isOf(name, channel) && sd > 0) ||
    (drift.isMeasurement && outputs[drift.member] !== 0);
  return { ...perKind(({ name }) => name, isMeasured), health: outputs.tier !== "UNKNOWN" };
}

/** What a bundle says of drifts: its contract's numbers, what of them was measured, and the outputs they came from. */
export type BundleMeasurements = Pick<Bundle, "measurements" | "breach"> & {
  readonly scoring: { readonly outputs: Pick<Bundle["scoring"]["outputs"], "channels"> };
};

export interface MeasuredDrift {
  readonly sensor: Sensor;
  /** In the sensor's unit, a length with its sign; null where the sensor was not measured. */
  readonly drift: number | null;
  readonly isBreached: boolean;
}

/**
 * The drift of each sensor at the newest frame, the one that breached first. The contract's numbers of a bundle are never
 * null, so that 0 stands there for a sensor that was not measured: every display goes by this instead.
 */
export function measuredDrifts(bundle: BundleMeasurements): readonly MeasuredDrift[] {
  const { measured } = bundle.measurements;
  return sensorKinds
    .map((kind) => ({
      sensor: kind.name,
      drift: measured[kind.name] ? driftOf(kind, bundle) : null,
      isBreached: isOf(kind.name, bundle.breach.channel),
    }))
    .toSorted((one, other) => Number(other.isBreached) - Number(one.isBreached));
}

/** The health at the newest frame; null where nothing was judged. */
export function measuredHealth({ measurements }: Pick<Bundle, "measurements">): number | null {
  return measurements.measured.health ? measurements.health_score : null;
}

function isOf(sensor: Sensor, channel: string): boolean {
  return findChannel(channel)?.sensor === sensor;
}

function driftOf({ name, drift }: Kind, { measurements, scoring }: BundleMeasurements): number | null {
  if (drift.isMeasurement) return measurements[drift.member] / drift.factor;
  return scoring.outputs.channels.find(({ channel }) => isOf(name, channel))?.drift ?? 0;
}
