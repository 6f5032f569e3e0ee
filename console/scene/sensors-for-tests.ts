import { expDeg } from "../../core/scoring/numeric/quaternion.ts";
import { unturned, type Vector } from "./pose.ts";
import type { ShownRange, ShownSize, ShownTurn } from "./shown-sensor.ts";

/** A camera that looks ahead, turned by a rotation vector in its own frame. */
export function cameraTurned(vectorDeg: Vector): ShownTurn {
  const baseline = { at: [1.7, 0, 1.4], turn: unturned } as const;
  const now = { ...baseline, turn: expDeg(vectorDeg) };
  return {
    kind: "camera",
    shows: "turn",
    id: "camera",
    name: "The camera",
    baseline,
    now,
    hfovDeg: 60,
    vfovDeg: 34,
  };
}

export function radarWith(rangeShiftM: number): ShownRange {
  const baseline = { at: [3.7, 0, 0.5], turn: unturned } as const;
  return {
    kind: "radar",
    shows: "range",
    id: "radar",
    name: "The radar",
    baseline,
    now: baseline,
    hfovDeg: 50,
    vfovDeg: 12,
    rangeShiftM,
  };
}

export function lidarWith(error: Pick<ShownSize, "errorM" | "errorGrowthM">): ShownSize {
  const baseline = { at: [0.6, 0, 1.6], turn: unturned } as const;
  return {
    kind: "lidar",
    shows: "size",
    id: "lidar",
    name: "The lidar",
    baseline,
    now: baseline,
    hfovDeg: 120,
    vfovDeg: 25,
    ...error,
  };
}
