import { isProvisional } from "../breach/is-provisional.ts";
import { presenceMemory } from "../blocks/block-average.ts";
import { logit } from "../frame/measurement.ts";
import { exp } from "../numeric/exp.ts";
import { median } from "../numeric/robust.ts";
import type { ScoringSettings } from "../settings/settings.ts";
import type { SensorTrack, VehicleState } from "../model/state.ts";
import { hasUnjudged } from "../frame/sensor-clock.ts";
import { isStuck } from "../frame/stuck-sensor.ts";
import type { Action } from "../model/tier.ts";

/** What to do with the vehicle next. */
export function recommendAction(state: VehicleState, settings: ScoringSettings): Action {
  const { tier, reason } = state.tier;
  if (tier === "CRITICAL") return "calibration_required";
  if (tier === "CAUTION") return actAtCaution(state);
  if (reason === "noise_inflation" || needsInspection(state, settings)) return "inspect_sensor";
  return reason === "significant_below_limit" ? "monitor" : "none";
}

function actAtCaution({ tier, breach }: VehicleState): Action {
  if (tier.reason === "lidar_confidence_low") return "inspect_sensor";
  // Nothing was learnt of this mount yet: somebody should look before anybody calibrates.
  if (isProvisional(breach)) return "inspect_sensor";
  return tier.reason === "cusum_breach" ? "monitor" : "schedule_calibration";
}

/**
 * A learnt sensor that has all but fallen silent: its absence is no good news. It is present in less than a fifth of the
 * frames that usually carry it, over the last fifty; and in so few that a sensor that comes in a share p of the frames,
 * by chance, would get there with a probability of e^−16: a presence of s has e^(−50p·(ln(p/s) − 0.42)) (Chernoff, of
 * Poisson arrivals under exponential weights). Two standard errors are allowed for p, which its baseline has estimated.
 */
export function isUnmonitored({ calibration, presence, usualPresence }: SensorTrack): boolean {
  if (calibration === null || !(presence < silentShare * usualPresence)) return false;
  const least = usualPresence * (1 - 2 / Math.sqrt(Math.max(5, calibration.blocks)));
  return presence < least * exp(-0.42 - lnRarest / (presenceMemory * least));
}

/** Whether any of a vehicle's sensors is. */
export function hasUnmonitored({ tracks }: Pick<VehicleState, "tracks">): boolean {
  return isUnmonitored(tracks.camera) || isUnmonitored(tracks.radar) || isUnmonitored(tracks.lidar);
}

export function hasStuck({ repeats }: Pick<VehicleState, "repeats">): boolean {
  return isStuck(repeats, "camera") || isStuck(repeats, "radar") || isStuck(repeats, "lidar");
}

const silentShare = 0.2;
const lnRarest = 16;

function needsInspection(state: VehicleState, settings: ScoringSettings): boolean {
  return (
    hasUnjudged(state) ||
    hasUnmonitored(state) ||
    hasStuck(state) ||
    // During a breach outliers are what is to be expected.
    (state.breach === null && state.outliers.many) ||
    hasLowLidarConfidence(state.tracks.confidence, settings)
  );
}

function hasLowLidarConfidence(track: SensorTrack, settings: ScoringSettings): boolean {
  const { driftBlocks, minimumBlocks } = settings.tiers;
  const { calibration, learnt, recent } = track;
  const count = calibration === null ? Math.min(learnt.length, driftBlocks) : recent.count;
  if (count < minimumBlocks) return false;
  const limit = logit(settings.lidar.lowConfidence);
  if (calibration === null) return median(learnt.slice(-count).map(({ values }) => values[0]!)) < limit;
  // With fewer than half of them below, the middle is not: mostly so, and it saves the sorting.
  return 2 * recent.countBelow(limit, 0) >= count && median(recent.valuesFrom(0, 0)) < limit;
}
