import type { ScoringParts } from "./rescore.ts";
import { scoringOutputs, type ScoredFrame } from "../bundle/scoring-outputs.ts";

/**
 * A scoring that fits one screen, for tests of what evidence does with any scoring: the radar bias adds up beyond a
 * slack, and where the sum passes a limit a breach opens.
 */
export interface ToyState {
  readonly seq: number;
  readonly sum: number;
  readonly tier: ScoredFrame["tier"];
  readonly open: boolean;
  /** How the open breach opened. */
  readonly opening: ToyOpening | null;
}

export interface ToySettings {
  readonly slack: number;
  readonly limit: number;
}

export interface ToyOpening {
  readonly openedSeq: number;
  readonly statistic: number;
  readonly threshold: number;
  readonly channel: "radar";
  readonly side: "upper";
}

export const toyScoring: ScoringParts<ToyState, ToySettings> = {
  version: "toy-1",
  numericProfile: "toy",
  initialState: () => ({ seq: 0, sum: 0, tier: "UNKNOWN", open: false, opening: null }),
  unpackState: (packed) => JSON.parse(new TextDecoder().decode(packed)) as ToyState,
  settingsFromJson,
  outputs: scoringOutputs,
  openBreach: ({ opening }) => opening,
  fold: (state, entry, settings) => {
    const seq = state.seq + 1;
    if (entry.kind !== "frame") return { state: { ...state, seq, sum: 0 }, score: null };
    const sum = Math.max(0, state.sum + (entry.reading.radarRangeBiasM ?? 0) - settings.slack);
    const open = sum >= settings.limit;
    const opened = open && !state.open;
    const tier = open ? "CRITICAL" : "NOMINAL";
    const score = toyScore({ seq, sum, opened, open, tierBefore: state.tier, tier, limit: settings.limit });
    const opening = opened ? toyOpening(seq, sum, settings.limit) : open ? state.opening : null;
    return { state: { seq, sum, tier, open, opening }, score };
  },
};

export function packToyState(state: ToyState): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(state));
}

function toyOpening(openedSeq: number, statistic: number, threshold: number): ToyOpening {
  return { openedSeq, statistic, threshold, channel: "radar", side: "upper" };
}

function settingsFromJson(json: unknown): ToySettings {
  const { slack, limit } = json as Partial<ToySettings>;
  if (typeof slack !== "number" || typeof limit !== "number") throw new TypeError("no toy settings");
  return { slack, limit };
}

function toyScore(step: {
  readonly seq: number;
  readonly sum: number;
  readonly opened: boolean;
  readonly open: boolean;
  readonly tierBefore: ScoredFrame["tier"];
  readonly tier: ScoredFrame["tier"];
  readonly limit: number;
}): ScoredFrame {
  return {
    seq: step.seq,
    tierBefore: step.tierBefore,
    tier: step.tier,
    reason: step.open ? "critical_limit_exceeded" : "in_control",
    residualScore: step.sum / 3,
    mahalDistance: step.sum / 7,
    mahalPValue: null,
    t2Limit: null,
    cusumStatistic: step.sum,
    cautionLimit: step.limit,
    cusumTriggered: step.open,
    breachOpened: step.opened,
    confidence: 1 - 1 / (1 + step.sum),
    probableFaultSource: step.open ? "radar" : "none",
    sourcePosterior: [0, step.open ? 1 : 0, 0],
    recommendedAction: step.open ? "calibration_required" : "none",
    late: false,
    outlier: false,
    baseline: { state: "established", frames: step.seq, needed: 0 },
    channels: [],
    cameraDriftDeg: 0,
    radarDriftMm: (1000 * step.sum) / step.seq,
    healthScore: 100 / (1 + step.sum),
    changePointSeq: step.open ? 1 : null,
    warnings: [],
  };
}
