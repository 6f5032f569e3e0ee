import type { Channel, Score } from "../../core/scoring/score.ts";
import type { FaultSource } from "../../core/scoring/tier.ts";
import type { ScenarioType } from "../../simulator/trajectory.ts";

/** Frames after the change that tell a step from a ramp; later ones only show where either has ended. */
export const shapeFrames = 60;
const fewestFrames = 8;

/**
 * The scenario that looks most like what this vehicle went through. A jump of several sensors at once is a collision,
 * of the radar alone a bumper that was taken off, of another sensor alone one that was exchanged; a drift that grew
 * is a mount coming loose. Without an open breach nothing happened.
 *
 * `sinceChange` holds the first scores after the estimated change point, in order.
 */
export function inferScenario(score: Score, sinceChange: readonly Score[]): ScenarioType {
  if (!score.cusumTriggered || score.probableFaultSource === "none") return "nominal_control";
  const channel = movedMost(score);
  if (channel !== null && driftShape(residualsOf(sinceChange, channel)) === "ramp") {
    return "gradual_mount_loosening";
  }
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
function movedMost({ channels }: Score): Channel | null {
  const clarity = channels.map(({ drift, driftSd }) => (driftSd > 0 ? Math.abs(drift) / driftSd : 0));
  const clearest = Math.max(0, ...clarity);
  return clearest === 0 ? null : channels[clarity.indexOf(clearest)]!.channel;
}

function residualsOf(scores: readonly Score[], channel: Channel): readonly number[] {
  return scores.flatMap(({ channels }) => {
    const found = channels.find((candidate) => candidate.channel === channel);
    return found === undefined ? [] : [found.residual];
  });
}

/**
 * A ramp rises by half its own mean or more over the values, and surely (|t| of the least-squares slope above 3).
 * The change point of a ramp is found late, so the line need not begin at zero.
 */
export function driftShape(values: readonly number[]): "step" | "ramp" {
  const count = values.length;
  if (count < fewestFrames) return "step";
  const middle = (count - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  let spread = 0;
  let product = 0;
  for (const [at, value] of values.entries()) {
    spread += (at - middle) ** 2;
    product += (at - middle) * (value - mean);
  }
  const slope = product / spread;
  const scatter = values.reduce((sum, value, at) => sum + (value - mean - slope * (at - middle)) ** 2, 0);
  const slopeSd = Math.sqrt(scatter / (count - 2) / spread);
  const rises = Math.abs(slope) * count >= 0.5 * Math.abs(mean);
  return rises && Math.abs(slope) > 3 * slopeSd ? "ramp" : "step";
}
