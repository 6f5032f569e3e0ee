import type { Score } from "../../../core/scoring/model/score.ts";
import type { FaultSource } from "../../../core/scoring/model/tier.ts";
import type { ScenarioType } from "../../../core/contract/scenario-types.ts";
import { driftShape } from "./drift-shape.ts";
import type { Channel } from "../../../core/scoring/model/sensors.ts";

/** Frames after the change that tell a step from a ramp. */
export const shapeFrames = 512;

/**
 * The scenario that looks most like what this vehicle went through. A jump of several sensors at once is a collision,
 * of the radar alone a bumper that was taken off, of another sensor alone one that was exchanged; a drift that grew
 * is a mount coming loose. Without an open breach nothing happened.
 *
 * `residuals` are those of the channel that moved most, of the first scores after the estimated change point, in order.
 */
export function inferScenario(score: Score, residuals: readonly number[]): ScenarioType {
  if (!score.cusumTriggered || score.probableFaultSource === "none") return "nominal_control";
  if (driftShape(residuals) === "ramp") return "gradual_mount_loosening";
  return stepScenario(score.probableFaultSource);
}

function stepScenario(source: Exclude<FaultSource, "none">): ScenarioType {
  switch (source) {
    case "multi_modal":
      return "post_collision";
    case "radar":
      return "bumper_repair_radar";
    case "camera":
    case "lidar":
      return "sensor_replacement";
  }
}

/** The channel whose drift stands out most against its own uncertainty. */
export function movedMost({ channels }: Score): Channel | null {
  const clarity = channels.map(({ drift, driftSd }) => (driftSd > 0 ? Math.abs(drift) / driftSd : 0));
  const clearest = Math.max(0, ...clarity);
  return clearest === 0 ? null : (channels[clarity.indexOf(clearest)]?.channel ?? null);
}
