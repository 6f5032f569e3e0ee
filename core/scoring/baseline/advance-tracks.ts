import type { CalibratedLearning } from "./accept-baseline.ts";
import { averageIntoBlocks } from "../blocks/block-average.ts";
import { learnBaseline } from "./learn-baseline.ts";
import type { Suspicion } from "./learn-baseline.ts";
import type { Measurement } from "../frame/measurement.ts";
import { newestMedians, rememberRecent } from "../blocks/recent-blocks.ts";
import { scoreBlock } from "../blocks/score-block.ts";
import type { CompletedBlock } from "../blocks/score-block.ts";
import type { ScoringSettings } from "../settings/settings.ts";
import type { StateBench, TrackBench, VehicleState } from "../model/state.ts";
import { firstChannel, trackNames, trackWidths } from "../model/sensors.ts";
import type { TrackName } from "../model/sensors.ts";
import { referenceMoves } from "./baseline-standing.ts";
import { hearDay } from "../cycle/track-cycle.ts";

/** What one frame brought, sensor by sensor. */
export interface Advance {
  readonly tracks: VehicleState["tracks"];
  /** Whether this frame completed a block of any sensor. */
  readonly stepped: boolean;
  /** Blocks completed by this frame, of sensors that already had a baseline. */
  readonly scored: ReadonlyMap<TrackName, CompletedBlock>;
  /** Baselines that this frame completed or refined. */
  readonly calibrated: ReadonlyMap<TrackName, CalibratedLearning>;
  /** Sensors of which another wave of the day is taken out from this frame on, and the wave until then. */
  readonly waves: ReadonlyMap<TrackName, readonly number[]>;
}

/** Moves the tracks on where they stand. */
export function advanceTracks(
  state: StateBench,
  measurement: Measurement,
  settings: ScoringSettings,
): Advance {
  let scored: Map<TrackName, CompletedBlock> | null = null;
  let calibrated: Advance["calibrated"] = noneCalibrated;
  let waves: Advance["waves"] = noWaves;
  let stepped = false;
  for (const name of trackNames) {
    const track: TrackBench = state.tracks[name];
    const block = averageIntoBlocks(name, track, measurement);
    if (block === null) continue;
    stepped = true;
    if (track.calibration !== null) {
      // With a new wave of the day the blocks before it are placed anew: its noise is judged by where they were.
      const newest = newestMedians(track);
      const waveBefore = hearDay(state, { name, track, settings }, block);
      if (waveBefore !== null) waves = new Map([...waves, [name, waveBefore]]);
      const step = scoreBlock(track, block, settings, newest);
      scored ??= new Map();
      scored.set(name, step);
      const rule = { keep: settings.tiers.driftBlocks, referenceMoves: referenceMoves(state, name) };
      rememberRecent(track, step, rule);
      if (track.calibration.established) continue;
    }
    const learning = learnBaseline({ name, track, settings }, block, suspicionOf(state, name));
    if (learning.kind === "calibrated") calibrated = new Map([...calibrated, [name, learning]]);
    state.tracks[name] = learning.track;
  }
  return { tracks: state.tracks, stepped, scored: scored ?? noneScored, calibrated, waves };
}

/** Frames inside a block complete nothing, and most blocks no baseline. */
const noneScored: Advance["scored"] = new Map();
const noneCalibrated: Advance["calibrated"] = new Map();
const noWaves: Advance["waves"] = new Map();

function suspicionOf(state: VehicleState, name: TrackName): Suspicion {
  const { finding, breach, frozen } = state;
  const held = !referenceMoves(state, name);
  // A second sensor may join a breach that is as early as itself.
  const early = !frozen && (breach === null || breach.early !== null);
  if (name === "confidence") {
    const seq = finding.confidenceChangeSeq;
    return { held, early, change: seq === null ? null : { seq, axis: 0 } };
  }
  if (!finding.suspected) return { held, early, change: null };
  const axis = finding.channel - firstChannel[name];
  return {
    held,
    early,
    change: { seq: finding.changeSeq, axis: axis >= 0 && axis < trackWidths[name] ? axis : null },
  };
}
