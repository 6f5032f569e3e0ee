import { foldOwned } from "./fold.ts";
import type { JournalEntry } from "./model/journal-entry.ts";
import type { BaselineState, Reason, Score, ScoringEvent } from "./model/score.ts";
import type { ScoringSettings } from "./settings/settings.ts";
import type { Folded, VehicleState } from "./model/state.ts";
import type { FaultSource, Tier } from "./model/tier.ts";
import type { Channel } from "./model/sensors.ts";
import { initialState } from "./model/initial-state.ts";

/** What the detectors made of one vehicle's journal, in the order it happened. */
export interface Replay {
  readonly frames: number;
  readonly lateFrames: number;
  readonly outlierFrames: number;
  readonly baselinePath: readonly BaselineStep[];
  readonly tierPath: readonly TierStep[];
  readonly breaches: readonly ReplayedBreach[];
  /** Score of the last frame; null without frames. */
  readonly lastScore: Score | null;
  readonly state: VehicleState;
}

export interface BaselineStep {
  readonly seq: number;
  readonly atUs: number;
  readonly to: BaselineState;
}

export interface TierStep {
  readonly seq: number;
  readonly atUs: number;
  readonly from: Tier;
  readonly to: Tier;
  readonly reason: Reason;
}

export interface ReplayedBreach {
  readonly openedSeq: number;
  readonly openedUs: number;
  readonly statistic: number;
  readonly threshold: number;
  readonly channel: Channel;
  readonly side: "upper" | "lower";
  readonly changePointSeq: number;
  /** Fault source when it was last named while the breach was open. */
  readonly source: FaultSource;
  /** Largest drift named while the breach was open: degrees and millimetres. */
  readonly cameraDriftDeg: number;
  readonly radarDriftMm: number;
  readonly closedSeq: number | null;
  /** As it was opened. */
  readonly provisional: boolean;
}

/** Folds a whole journal from the empty state. */
export function replayEntries(entries: Iterable<JournalEntry>, settings: ScoringSettings): Replay {
  let replay = emptyReplay();
  for (const entry of entries) replay = replayEntry(replay, entry, settings);
  return replay;
}

export function emptyReplay(): Replay {
  return {
    frames: 0,
    lateFrames: 0,
    outlierFrames: 0,
    baselinePath: [],
    tierPath: [],
    breaches: [],
    lastScore: null,
    state: initialState(),
  };
}

/** The replay after one more entry, for journals that are read piece by piece. The state of the one before moves on and is its own no more. */
export function replayEntry(replay: Replay, entry: JournalEntry, settings: ScoringSettings): Replay {
  return noteFolded(replay, entry, foldOwned(replay.state, entry, settings));
}

function noteFolded(replay: Replay, entry: JournalEntry, { state, score, events }: Folded): Replay {
  const at = { seq: state.entries, atUs: timeOf(entry) };
  const noted = events.reduce((before, event) => noteEvent(before, event, at), replay);
  if (score === null) return { ...noted, state };
  return {
    ...noted,
    frames: replay.frames + 1,
    lateFrames: replay.lateFrames + (score.late ? 1 : 0),
    outlierFrames: replay.outlierFrames + (score.outlier ? 1 : 0),
    breaches: score.cusumTriggered ? followLast(noted.breaches, score) : noted.breaches,
    lastScore: score,
    state,
  };
}

function timeOf(entry: JournalEntry): number {
  switch (entry.kind) {
    case "frame":
      return entry.reading.timestampUs;
    case "baseline":
    case "prior":
      return entry.atUs;
    case "reference":
      return entry.validFromUs;
  }
}

interface Moment {
  readonly seq: number;
  readonly atUs: number;
}

function noteEvent(replay: Replay, event: ScoringEvent, at: Moment): Replay {
  switch (event.kind) {
    case "baseline_changed":
      return { ...replay, baselinePath: [...replay.baselinePath, { ...at, to: event.to }] };
    case "tier_changed": {
      const step = { ...at, from: event.from, to: event.to, reason: event.reason };
      return { ...replay, tierPath: [...replay.tierPath, step] };
    }
    case "breach_opened": {
      const { statistic, threshold, channel, side, changePointSeq } = event;
      const breach: ReplayedBreach = {
        openedSeq: at.seq,
        openedUs: at.atUs,
        statistic,
        threshold,
        channel,
        side,
        changePointSeq,
        source: "none",
        cameraDriftDeg: 0,
        radarDriftMm: 0,
        closedSeq: null,
        provisional: event.provisional,
      };
      return { ...replay, breaches: [...replay.breaches, breach] };
    }
    case "breach_closed":
      return {
        ...replay,
        breaches: replay.breaches.map((breach) =>
          breach.closedSeq === null ? { ...breach, closedSeq: at.seq } : breach,
        ),
      };
  }
}

function followLast(breaches: readonly ReplayedBreach[], score: Score): readonly ReplayedBreach[] {
  const last = breaches.at(-1);
  if (last === undefined) return breaches;
  const followed: ReplayedBreach = {
    ...last,
    source: score.probableFaultSource === "none" ? last.source : score.probableFaultSource,
    cameraDriftDeg: Math.max(last.cameraDriftDeg, score.cameraDriftDeg),
    radarDriftMm:
      Math.abs(score.radarDriftMm) > Math.abs(last.radarDriftMm) ? score.radarDriftMm : last.radarDriftMm,
  };
  return [...breaches.slice(0, -1), followed];
}
