import { referenceMoves } from "./baseline/baseline-standing.ts";
import { curvesToInherit, mostInherited } from "./baseline/inherited-curves.ts";
import { withdrawEarlyBaselines } from "./baseline/withdraw-early-baselines.ts";
import { calibrationModel, singleModel } from "./change/change-model.ts";
import { settleBefore } from "./change/change-sums.ts";
import type { JournalEntry } from "./model/journal-entry.ts";
import { recentCount, recentValues } from "./blocks/recent-blocks.ts";
import type { ScoringSettings } from "./settings/settings.ts";
import type { InheritedNoise, SensorTrack, VehicleState, ChangeSums, Folded } from "./model/state.ts";
import { eventsBetween, reportedOf } from "./verdict/state-events.ts";
import { changeTier } from "./verdict/judge-tier.ts";
import { RecentBlocks } from "./model/recent-blocks.ts";
import { initialState, initialTrack, noFinding } from "./model/initial-state.ts";
import { firstChannel, trackWidths } from "./model/sensors.ts";
import type { TrackName } from "./model/sensors.ts";

type BaselineEntry = JournalEntry & { readonly kind: "baseline" };

/** What an operator may say about the baseline: learn it afresh, hold it, or let it move again. */
export function foldBaselineCommand(
  before: VehicleState,
  entry: BaselineEntry,
  settings: ScoringSettings,
): Folded {
  const after = obey({ ...before, entries: before.entries + 1 }, entry, settings);
  return { state: after, score: null, events: eventsBetween(reportedOf(before, settings), after, settings) };
}

function obey(state: VehicleState, entry: BaselineEntry, settings: ScoringSettings): VehicleState {
  switch (entry.action) {
    case "learn":
      return learnAfresh(state, entry.atUs, settings);
    case "freeze":
      return holdReference(state);
    case "unfreeze":
      return state.breach === null ? { ...state, frozen: false } : dismissBreach(state, entry.atUs, settings);
  }
}

/** A new epoch after a repair. What was learnt of the noise is kept as a prior: aiming a mount does not change it. */
function learnAfresh(state: VehicleState, atUs: number, settings: ScoringSettings): VehicleState {
  const fresh = initialState();
  const restart = (name: TrackName) => ({
    ...initialTrack(name, inheritNoise(state, name, settings)),
    clock: { ...state.tracks[name].clock, late: 0 },
  });
  return {
    ...fresh,
    entries: state.entries,
    frames: state.frames,
    newestUs: state.newestUs,
    reference: state.reference,
    prior: state.prior,
    marks: state.marks,
    repeats: state.repeats,
    tier: changeTier(state, { tier: "UNKNOWN", reason: "learning" }, atUs),
    tracks: {
      camera: restart("camera"),
      radar: restart("radar"),
      lidar: restart("lidar"),
      confidence: restart("confidence"),
    },
  };
}

function inheritNoise(
  state: VehicleState,
  name: TrackName,
  settings: ScoringSettings,
): InheritedNoise | null {
  const track = state.tracks[name];
  const { calibration } = track;
  if (calibration === null) return track.inherited;
  const before = track.inherited?.degrees ?? settings.prior.degrees;
  return {
    scale: calibration.scale,
    correlation: calibration.correlation,
    degrees: Math.min(mostInherited, before + calibration.blocks),
    pose: calibration.pose,
    centre: track.centre.slice(),
    curves: inheritCurves(state, name, settings),
  };
}

function inheritCurves(
  state: VehicleState,
  name: TrackName,
  settings: ScoringSettings,
): InheritedNoise["curves"] {
  const { tracks, evidence, confidenceEvidence } = state;
  const channels = {
    first: firstChannel[name],
    width: trackWidths[name],
    level: tracks[name].level,
    referenceMoves: referenceMoves(state, name),
  };
  return name === "confidence"
    ? curvesToInherit(
        confidenceEvidence,
        singleModel(name, tracks[name].calibration, true, settings),
        channels,
      )
    : curvesToInherit(evidence, calibrationModel(tracks, true, settings), channels);
}

/** Everything heard so far becomes the reference, and stays it. */
function holdReference(state: VehicleState): VehicleState {
  if (state.frozen || state.breach !== null) return { ...state, frozen: true };
  return {
    ...state,
    frozen: true,
    evidence: settleAll(state.evidence),
    confidenceEvidence: settleAll(state.confidenceEvidence),
    finding: noFinding(),
  };
}

/** The operator says the breach was none: its frames become part of the reference, which moves again. */
function dismissBreach(state: VehicleState, atUs: number, settings: ScoringSettings): VehicleState {
  const dismissed: VehicleState = {
    ...state,
    frozen: false,
    breach: null,
    evidence: settleAll(state.evidence),
    finding: noFinding(),
    tracks: {
      camera: absorbRecent(state.tracks.camera),
      radar: absorbRecent(state.tracks.radar),
      lidar: absorbRecent(state.tracks.lidar),
      confidence: state.tracks.confidence,
    },
    tier: changeTier(state, { tier: "NOMINAL", reason: "in_control" }, atUs),
  };
  const wasEarly = state.breach !== null && state.breach.early !== null;
  return wasEarly ? withdrawEarlyBaselines(dismissed, settings) : dismissed;
}

function settleAll(sums: ChangeSums): ChangeSums {
  if (sums.buckets.length === 0) return sums;
  return settleBefore(sums, sums.buckets.length);
}

function absorbRecent(track: SensorTrack): SensorTrack {
  const count = recentCount(track, 0);
  const weight = track.centreWeight + count;
  if (weight === 0) return track;
  const centre = track.centre.map((mean, axis) => {
    let sum = mean * track.centreWeight;
    for (const value of recentValues(track, axis, 0)) sum += value;
    return sum / weight;
  });
  return { ...track, centre, centreWeight: weight, recent: RecentBlocks.none() };
}
