import type { TrackName } from "../model/sensors.ts";
import { countHours } from "../cycle/covered-hours.ts";
import { framesPerBlock } from "../blocks/block-average.ts";
import type { BaselineState } from "../model/score.ts";
import type { ScoringSettings } from "../settings/settings.ts";
import type { SensorTrack, VehicleState, SensorCalibration } from "../model/state.ts";
import { limitedSensors } from "../model/sensors.ts";

export interface BaselineStanding {
  readonly state: BaselineState;
  /** Usable frames of the sensor that is furthest, and how many it needs for a first score. */
  readonly frames: number;
  readonly needed: number;
  /** Hours of the day (UTC) that every sensor with a baseline was heard in, at least so many; null before there is one. */
  readonly coversHours: number | null;
}

/** How far the vehicle's baseline is: as far as its furthest sensor. */
export function baselineStanding(state: BaselineFacts, settings: ScoringSettings): BaselineStanding {
  const furthest = furthestOf(state.tracks, settings);
  return {
    state: stateOf(state, furthest),
    frames: furthest.frames,
    needed: neededFrames(furthest, settings),
    coversHours: coveredHours(state.tracks),
  };
}

/** Of that the state alone. */
export function baselineState(state: BaselineFacts, settings: ScoringSettings): BaselineState {
  return stateOf(state, furthestOf(state.tracks, settings));
}

type BaselineFacts = Pick<VehicleState, "tracks" | "frozen" | "breach">;

function furthestOf(tracks: VehicleState["tracks"], settings: ScoringSettings): SensorTrack {
  let furthest = tracks.camera;
  let most = progress(furthest, settings);
  for (const sensor of limitedSensors) {
    const made = progress(tracks[sensor], settings);
    if (made <= most) continue;
    furthest = tracks[sensor];
    most = made;
  }
  return furthest;
}

function stateOf({ frozen, breach }: BaselineFacts, { calibration }: SensorTrack): BaselineState {
  if (calibration === null) return "learning";
  if (frozen || breach !== null) return "frozen";
  return calibration.established ? "established" : "provisional";
}

function coveredHours(tracks: VehicleState["tracks"]): number | null {
  let fewest: number | null = null;
  for (const sensor of limitedSensors) {
    const { cycle } = tracks[sensor];
    if (cycle !== null) fewest = Math.min(fewest ?? 24, countHours(cycle.hours));
  }
  return fewest;
}

function progress(track: SensorTrack, settings: ScoringSettings): number {
  if (track.calibration !== null) return track.calibration.established ? 3 : 2;
  return Math.min(1, track.frames / neededFrames(track, settings));
}

function neededFrames(track: SensorTrack, settings: ScoringSettings): number {
  return settings.baseline.provisionalBlocks * framesPerBlock(track);
}

/**
 * Whether a sensor's reference keeps learning: not while it was frozen by command, and not while a breach is open,
 * because a reference that follows a drift would hide it.
 */
export function referenceMoves(state: VehicleState, name: TrackName): boolean {
  if (state.frozen) return false;
  return name === "confidence" ? state.confidenceAlarm === null : state.breach === null;
}

/** Of a sensor that has a baseline. */
export function calibrationOf({ calibration }: SensorTrack): SensorCalibration {
  if (calibration === null) throw new Error("a sensor without a baseline was asked for it");
  return calibration;
}
