import type { ScoringSettings } from "./settings.ts";
import type { VehicleState } from "./state.ts";
import { trackNames } from "./sensors.ts";

/**
 * The settings by which this vehicle is judged: the given ones, with the prior of its fleet in place of theirs where it
 * started from one. One weight serves all channels, so it is that of the least certain sensor the vehicle has: a sensor
 * its fleet could not teach counts as little as ever.
 */
export function effectiveSettings(
  { prior: learnt, tracks }: Pick<VehicleState, "prior" | "tracks">,
  settings: ScoringSettings,
): ScoringSettings {
  if (learnt === null) return settings;
  const { prior } = settings;
  const { camera, radar, lidar, confidence } = learnt.sensors;
  let degrees = Infinity;
  for (const name of trackNames) {
    if (tracks[name].frames === 0) continue;
    degrees = Math.min(degrees, learnt.sensors[name]?.degrees ?? prior.degrees);
  }
  return {
    ...settings,
    prior: {
      ...prior,
      cameraDeg: camera?.sd ?? prior.cameraDeg,
      radarM: radar?.sd ?? prior.radarM,
      lidarLog: lidar?.sd ?? prior.lidarLog,
      confidenceLogit: confidence?.sd ?? prior.confidenceLogit,
      degrees: degrees === Infinity ? prior.degrees : degrees,
      correlation: learnt.correlation,
    },
  };
}
