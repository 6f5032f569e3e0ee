import type { TrackName } from "../model/sensors.ts";
import { countHours } from "../cycle/covered-hours.ts";
import { framesPerBlock } from "../blocks/block-average.ts";
import type { BaselineState } from "../model/score.ts";
import type { ScoringSettings } from "../model/settings.ts";
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
export function baselineStanding(
  state: Pick<VehicleState, "tracks" | "frozen" | "breach">,
  settings: ScoringSettings,
): BaselineStanding {
  let furthest = state.tracks.camera;
  let most = progress(furthest, settings);
  for (const sensor of limitedSensors) {
    const made = progress(state.tracks[sensor], settings);
    if (made <= most) continue;
    furthest = state.tracks[sensor];
    most = made;
  }
  const heard = {
    frames: furthest.frames,
    needed: neededFrames(furthest, settings),
    coversHours: coveredHours(state.tracks),
  };
  const { calibration } = furthest;
  if (calibration === null) return { state: "learning", ...heard };
  if (state.frozen || state.breach !== null) return { state: "frozen", ...heard };
  return { state: calibration.established ? "established" : "provisional", ...heard };
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
