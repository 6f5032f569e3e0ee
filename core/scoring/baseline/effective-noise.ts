import { filled, zeros } from "../numeric/doubles.ts";
import type { ScoringSettings } from "../settings/settings.ts";
import { trackWidths } from "../model/sensors.ts";
import type { TrackName } from "../model/sensors.ts";
import type { SensorTrack } from "../model/state.ts";

/** Whose baseline is being learnt. */
export interface Learner {
  readonly name: TrackName;
  readonly track: SensorTrack;
  readonly settings: ScoringSettings;
}

/** Noise before any block: that of this vehicle's earlier baseline, or else the prior. */
export function effectiveNoise({ name, track, settings }: Learner): {
  readonly prior: readonly number[];
  readonly floor: number;
  readonly degrees: number;
} {
  const { prior, floors } = settings;
  const coarse = track.frames > 0 && 2 * track.coarseFrames > track.frames;
  const noise = {
    camera: prior.cameraDeg,
    radar: prior.radarM,
    lidar: prior.lidarLog,
    confidence: prior.confidenceLogit,
  };
  const floor = {
    camera: coarse ? floors.coarseCameraDeg : floors.cameraDeg,
    radar: floors.radarM,
    lidar: floors.lidarLog,
    confidence: floors.confidenceLogit,
  };
  const inherited = track.inherited;
  return {
    prior: inherited?.scale ?? filled(zeros(trackWidths[name]), noise[name]),
    floor: floor[name],
    degrees: inherited?.degrees ?? prior.degrees,
  };
}
