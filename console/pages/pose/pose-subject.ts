import { sensorKinds } from "../../../core/sensors/kinds.ts";
import {
  sensors as sensorNames,
  type Kind,
  type MemberName,
  type Sensor,
} from "../../../core/sensors/sensor-lists.ts";
import type { VehicleDetail } from "../../../clients/typescript/generated/contract.ts";
import { asVector, expDeg } from "../../../core/scoring/numeric/quaternion.ts";
import { times, unturned, type Pose, type Vector } from "../../scene/pose.ts";
import type { Tones } from "../../scene/pose-viewer.ts";
import type { ShownSensor } from "../../scene/shown-sensor.ts";
import { tierLabel } from "../../labels/tier-labels.ts";

/**
 * What a sensor's own axes mean is not part of a frame. `optical`: x right, y down, z where it looks, as cameras are
 * usually calibrated. `vehicle`: x where it looks, y left, z up.
 */
export const ownAxes = ["optical", "vehicle"] as const;
export type OwnAxes = (typeof ownAxes)[number];

/** Whose axes those are. */
export const turningSensors: string = sensorKinds
  .filter(({ pose }) => pose.shows === "turn")
  .map(({ name }) => `${name}’s`)
  .join(" and ");

/** What is known of a sensor's pose: a turn about an axis, or a change of a length, beside the reading it was taken of. */
type PoseEstimate =
  | { readonly drift_deg: number; readonly drift_axis: readonly number[] | null }
  | ({ readonly drift_m: number } & { readonly [Name in MemberName]?: unknown });

/** What the frames of a vehicle tell of its sensors' poses: the ones that have reported. */
export function sensorsOf(
  { extrinsics }: { readonly extrinsics: Readonly<Record<Sensor, PoseEstimate | null>> },
  axes: OwnAxes,
): readonly ShownSensor[] {
  return sensorKinds.flatMap((kind) => {
    const estimate = extrinsics[kind.name];
    return estimate === null ? [] : [shownSensor(kind, estimate, axes)];
  });
}

function shownSensor(kind: Kind, estimate: PoseEstimate, axes: OwnAxes): ShownSensor {
  const { name, members, pose } = kind;
  const { hfovDeg, vfovDeg } = pose;
  const baseline: Pose = { at: pose.mountM, turn: unturned };
  const shown = { id: name, kind: name, name: `The ${name}`, baseline, now: baseline, hfovDeg, vfovDeg };
  if ("drift_deg" in estimate) {
    const vectorDeg = times(asVector(estimate.drift_axis ?? [0, 0, 0]), estimate.drift_deg);
    const turn = expDeg(axes === "optical" ? fromOptical(vectorDeg) : vectorDeg);
    return { ...shown, shows: "turn", now: { ...baseline, turn } };
  }
  const { drift_m: driftM } = estimate;
  if (pose.shows === "range") return { ...shown, shows: "range", rangeShiftM: driftM };
  return { ...shown, shows: "size", errorM: Number(estimate[members[0].name]), errorGrowthM: driftM };
}

/** The sensors that are held to be the source have the tier's tone; of the others that are judged, nothing is known to be wrong. */
export function tonesOf(
  vehicle: Pick<VehicleDetail, "tier" | "probable_fault_source" | "monitored_sensors">,
): Tones {
  const { tier, probable_fault_source: source, monitored_sensors: judged } = vehicle;
  return new Map(
    sensorNames.map((sensor) => {
      if (source === sensor || source === "multi_modal") return [sensor, tierLabel(tier).tone];
      return [sensor, judged.includes(sensor) ? "nominal" : "unknown"];
    }),
  );
}

function fromOptical([right, down, ahead]: Vector): Vector {
  return [ahead, -right, -down];
}
