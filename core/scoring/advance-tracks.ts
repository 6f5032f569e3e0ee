import { averageIntoBlocks } from "./block-average.ts";
import { learnBaseline } from "./learn-baseline.ts";
import type { Learning } from "./learn-baseline.ts";
import type { Measurement } from "./measurement.ts";
import { rememberRecent } from "./recent-blocks.ts";
import { referenceMoves } from "./reference-mode.ts";
import { scoreBlock } from "./score-block.ts";
import type { ScoredBlock } from "./score-block.ts";
import type { ScoringSettings } from "./settings.ts";
import type { SensorTrack, TrackName, VehicleState } from "./state.ts";

/** What one frame brought, sensor by sensor. */
export interface Advance {
  readonly tracks: VehicleState["tracks"];
  /** Blocks completed by this frame, of sensors that already had a baseline. */
  readonly scored: ReadonlyMap<TrackName, ScoredBlock>;
  /** Baselines that this frame completed or refined. */
  readonly calibrated: ReadonlyMap<TrackName, Learning & { readonly kind: "calibrated" }>;
}

export function advanceTracks(
  state: VehicleState,
  measurement: Measurement,
  settings: ScoringSettings,
): Advance {
  const scored = new Map<TrackName, ScoredBlock>();
  const calibrated = new Map<TrackName, Learning & { readonly kind: "calibrated" }>();
  const advance = (name: TrackName): SensorTrack => {
    const { track, block } = averageIntoBlocks(name, state.tracks[name], measurement);
    if (block === null) return track;
    let advanced = track;
    if (track.calibration !== null) {
      const step = scoreBlock(track, block, settings);
      scored.set(name, step.scored);
      const rule = { keep: settings.tiers.driftBlocks, referenceMoves: referenceMoves(state, name) };
      advanced = rememberRecent(step.track, step.scored, rule);
      if (track.calibration.established) return advanced;
    }
    const learning = learnBaseline(
      { name, track: advanced, settings },
      block,
      isSuspected(state, name, settings),
    );
    if (learning.kind === "calibrated") calibrated.set(name, learning);
    return learning.track;
  };
  const tracks = {
    camera: advance("camera"),
    radar: advance("radar"),
    lidar: advance("lidar"),
    confidence: advance("confidence"),
  };
  return { tracks, scored, calibrated };
}

/** Whether the evidence already speaks of a change: then a baseline is not learnt anew from it. */
function isSuspected(state: VehicleState, name: TrackName, settings: ScoringSettings): boolean {
  if (!referenceMoves(state, name)) return true;
  const nats = name === "confidence" ? state.finding.confidenceNats : state.finding.nats;
  return nats !== null && nats >= settings.baseline.changeNats;
}
