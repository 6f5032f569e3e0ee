import { framesPerBlock } from "./block-average.ts";
import { limitedSensors } from "./drift.ts";
import type { BaselineState } from "./score.ts";
import type { ScoringSettings } from "./settings.ts";
import type { SensorTrack, VehicleState } from "./state.ts";

export interface BaselineStanding {
  readonly state: BaselineState;
  /** Usable frames of the sensor that is furthest, and how many it needs for a first score. */
  readonly frames: number;
  readonly needed: number;
}

/** How far the vehicle's baseline is: as far as its furthest sensor. */
export function baselineStanding(
  state: Pick<VehicleState, "tracks" | "frozen" | "breach">,
  settings: ScoringSettings,
): BaselineStanding {
  const tracks = limitedSensors.map((sensor) => state.tracks[sensor]);
  let furthest = tracks[0]!;
  for (const track of tracks) {
    if (progress(track, settings) > progress(furthest, settings)) furthest = track;
  }
  const { calibration } = furthest;
  const numbers = { frames: furthest.frames, needed: neededFrames(furthest, settings) };
  if (calibration === null) return { state: "learning", ...numbers };
  if (state.frozen || state.breach !== null) return { state: "frozen", ...numbers };
  return { state: calibration.established ? "established" : "provisional", ...numbers };
}

function progress(track: SensorTrack, settings: ScoringSettings): number {
  if (track.calibration !== null) return track.calibration.established ? 3 : 2;
  return Math.min(1, track.frames / neededFrames(track, settings));
}

function neededFrames(track: SensorTrack, settings: ScoringSettings): number {
  return settings.baseline.provisionalBlocks * framesPerBlock(track);
}
