import type { ScoringSettings } from "./settings.ts";
import { noMemos } from "../model/no-memos.ts";
import type { KnownSettings } from "../model/standing.ts";
import type { StateBench, VehicleState } from "../model/state.ts";
import { trackNames } from "../model/sensors.ts";
import type { TrackName } from "../model/sensors.ts";
import { curveAtLevel } from "../model/curve-at-level.ts";
import type { StartingPrior } from "../model/journal-entry.ts";

/**
 * The settings by which this vehicle is judged: the given ones, with the prior of its fleet in place of theirs where it
 * started from one. One weight serves all channels, so it is that of the least certain sensor the vehicle has: a sensor
 * its fleet could not teach counts as little as ever.
 */
export function effectiveSettings(
  { prior: estimated, tracks }: Pick<VehicleState, "prior" | "tracks">,
  settings: ScoringSettings,
): ScoringSettings {
  if (estimated === null) return settings;
  const { prior } = settings;
  const curveOf = (name: TrackName) => {
    const curve = estimated.sensors[name]?.curve;
    return curve === undefined
      ? prior.curves[name]
      : curveAtLevel(curve, tracks[name].level, prior.curves[name]);
  };
  const sdOf = (name: TrackName, otherwise: number) => estimated.sensors[name]?.sd ?? otherwise;
  return {
    ...settings,
    prior: {
      ...prior,
      cameraDeg: sdOf("camera", prior.cameraDeg),
      radarM: sdOf("radar", prior.radarM),
      lidarLog: sdOf("lidar", prior.lidarLog),
      confidenceLogit: sdOf("confidence", prior.confidenceLogit),
      degrees: leastDegrees(estimated, tracks, prior.degrees),
      curves: {
        camera: curveOf("camera"),
        radar: curveOf("radar"),
        lidar: curveOf("lidar"),
        confidence: curveOf("confidence"),
      },
      correlation: estimated.correlation,
    },
  };
}

/**
 * The same for a fold that owns the state, which keeps them: only a block's length or a sensor that is heard for the first time
 * makes others of them, and what was computed by them is known by their identity.
 */
export function settingsAtHand(state: StateBench, given: ScoringSettings): ScoringSettings {
  const { prior, tracks } = state;
  if (prior === null) return given;
  const known = (state.known ??= noMemos());
  const before = known.settings;
  if (before !== null && before.given === given && before.prior === prior && areOf(before, tracks))
    return before.effective;
  const effective = effectiveSettings(state, given);
  const levels = trackNames.map((name) => tracks[name].level);
  const heard = trackNames.map((name) => tracks[name].frames > 0);
  known.settings = { given, prior, levels, heard, effective };
  return effective;
}

function areOf({ levels, heard }: KnownSettings, tracks: VehicleState["tracks"]): boolean {
  for (let at = 0; at < trackNames.length; at += 1) {
    const { level, frames } = tracks[trackNames[at]!];
    if (levels[at] !== level || heard[at] !== frames > 0) return false;
  }
  return true;
}

/** Of the sensors that have been heard. */
function leastDegrees(estimated: StartingPrior, tracks: VehicleState["tracks"], otherwise: number): number {
  let degrees = Infinity;
  for (const name of trackNames) {
    if (tracks[name].frames === 0) continue;
    degrees = Math.min(degrees, estimated.sensors[name]?.degrees ?? otherwise);
  }
  return degrees === Infinity ? otherwise : degrees;
}
