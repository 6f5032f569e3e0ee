import { sensorKinds } from "../../../core/sensors/kinds.ts";
import { type Kind, perKind, type SensorDrifts } from "../../../core/sensors/sensor-lists.ts";
import type { IncomingFrame } from "../../../core/contract/requests/parse-frame.ts";
import type { VehicleView } from "../../../core/scoring/verdict/describe-state.ts";
import { hasBaseline, reasonOf } from "../../../core/scoring/verdict/state-events.ts";
import type { Score, ScoringEvent } from "../../../core/scoring/model/score.ts";
import type { VehicleState } from "../../../core/scoring/model/state.ts";
import { vehicleRow } from "../../../core/scoring/model/rows.ts";
import { sixDigits } from "../../../core/scoring/numeric/rounding/six-digits.ts";
import { lateSensors } from "../../../core/scoring/verdict/explain-verdict.ts";
import { describedAfter, undescribed } from "../attributes/described-after.ts";
import { droppedAfter } from "./dropped-after.ts";
import type { Lateness, OpenBreach, VehicleSummary } from "../ports/vehicle-summary.ts";

/** The fleet of a vehicle that was never given one. */
export const defaultFleet = "default";

/** One frame of a vehicle's journal, folded. */
export interface FoldedFrame {
  readonly frame: IncomingFrame;
  readonly receivedAtUs: number;
  readonly score: Score;
  readonly events: readonly ScoringEvent[];
  /** After it. */
  readonly state: VehicleState;
}

/** The fleet a frame puts its vehicle in: a late frame is old news, and a frame without one changes nothing. */
export function placeAfter(
  known: Pick<VehicleSummary, "fleetId" | "region" | "newestTimestampUs"> | null,
  frame: IncomingFrame,
): { readonly fleetId: string; readonly region: string | null } {
  if (known === null) return { fleetId: frame.fleetId || defaultFleet, region: frame.region || null };
  if (known.newestTimestampUs !== null && frame.timestampUs < known.newestTimestampUs) {
    return { fleetId: known.fleetId, region: known.region };
  }
  return { fleetId: frame.fleetId || known.fleetId, region: frame.region || known.region };
}

/** A vehicle before its first frame, which `summaryAfterFrame` then overwrites. */
export function summaryBeforeFirst(
  vehicle: Pick<VehicleSummary, "vehicleKey" | "organisation" | "vehicleId">,
  first: { readonly frame: IncomingFrame; readonly receivedAtUs: number },
): VehicleSummary {
  const { vehicleKey, organisation, vehicleId } = vehicle;
  return {
    vehicleKey,
    organisation,
    vehicleId,
    ...placeAfter(null, first.frame),
    entries: 0,
    frames: 0,
    firstReceivedUs: first.receivedAtUs,
    lastReceivedUs: first.receivedAtUs,
    silentSinceUs: null,
    firstTimestampUs: first.frame.timestampUs,
    newestTimestampUs: null,
    ...undescribed,
    tier: "UNKNOWN",
    tierSinceUs: first.frame.timestampUs,
    reason: "learning",
    scoredSeq: null,
    healthScore: null,
    residualScore: null,
    cusumStatistic: null,
    cusumTriggered: false,
    confidence: null,
    probableFaultSource: "none",
    recommendedAction: "none",
    ...perKind(
      ({ drift }) => drift.field,
      () => null,
    ),
    noise: [],
    dropped: [],
    lateness: "none",
    baselineState: "learning",
    baselineFrames: 0,
    baselineNeeded: 0,
    openBreach: null,
  };
}

/** The summary once `folded` is the vehicle's newest entry. `openBreach` is what is open after it. */
export function summaryAfterFrame(
  before: VehicleSummary,
  folded: FoldedFrame,
  openBreach: OpenBreach | null,
): VehicleSummary {
  const { frame, receivedAtUs, score, events, state } = folded;
  const described = describedAfter(before, frame);
  const { fleetId, region } = placeAfter(before, frame);
  // One copy that is filled in: a summary is made for every frame, and has forty members.
  const after: { -readonly [Name in keyof VehicleSummary]: VehicleSummary[Name] } = { ...before };
  after.fleetId = fleetId;
  after.region = region;
  after.attributes = described.attributes;
  after.attributesAtUs = described.attributesAtUs;
  after.position = described.position;
  after.odometer = described.odometer;
  after.metadataText = described.metadataText;
  after.entries = score.seq;
  after.frames = before.frames + 1;
  after.lastReceivedUs = receivedAtUs;
  after.silentSinceUs = null;
  after.newestTimestampUs = Math.max(before.newestTimestampUs ?? frame.timestampUs, frame.timestampUs);
  after.openBreach = openBreach;
  if (frame.dropped.length > 0) {
    const dropped = frame.dropped.map(({ member }) => member);
    after.dropped = droppedAfter(before.dropped, { dropped, timestampUs: frame.timestampUs });
  }
  after.tier = score.tier;
  if (changesTier(events)) after.tierSinceUs = frame.timestampUs;
  after.reason = score.reason;
  after.recommendedAction = score.recommendedAction;
  after.lateness = latenessOf(state);
  if (score.late) return after;
  after.scoredSeq = score.seq;
  after.healthScore = score.healthScore;
  after.residualScore = score.residualScore;
  after.cusumStatistic = score.cusumStatistic;
  after.cusumTriggered = score.cusumTriggered;
  after.confidence = score.confidence;
  after.probableFaultSource = score.probableFaultSource;
  for (const { name, channels, drift } of sensorKinds) {
    // A score states 0 where there is no baseline to drift from, also of a sensor the vehicle does not have.
    if (drift.isMeasurement) after[drift.field] = hasBaseline(state, name) ? score[drift.field] : null;
    else {
      const found = score.channels.find(({ channel }) => channel === channels[0].name);
      after[drift.field] = found?.drift ?? before[drift.field];
    }
  }
  after.noise = score.noise;
  after.baselineState = score.baseline.state;
  after.baselineFrames = score.baseline.frames;
  after.baselineNeeded = score.baseline.needed;
  return after;
}

export function latenessOf(state: VehicleState): Lateness {
  if (state.rows[vehicleRow.hasUnjudged] === 1) return "unjudged";
  return lateSensors(state).length > 0 ? "some" : "none";
}

export function changesTier(events: readonly ScoringEvent[]): boolean {
  return events.some(({ kind }) => kind === "tier_changed");
}

/**
 * The summary once a command is the vehicle's newest entry. What only a frame can say (residual, W, confidence) stays
 * as it was, except that a baseline begun afresh has none of it.
 */
export function summaryAfterCommand(
  before: VehicleSummary,
  command: {
    readonly state: VehicleState;
    readonly view: VehicleView;
    readonly tierSinceUs: number;
    readonly openBreach: OpenBreach | null;
  },
): VehicleSummary {
  const { state, view, tierSinceUs, openBreach } = command;
  const isLearning = view.baseline.state === "learning";
  return {
    ...before,
    entries: view.entries,
    tier: view.tier,
    tierSinceUs,
    reason: reasonOf(state),
    healthScore: view.healthScore,
    residualScore: isLearning ? null : before.residualScore,
    cusumStatistic: isLearning ? null : before.cusumStatistic,
    cusumTriggered: view.breach !== null,
    confidence: isLearning ? null : before.confidence,
    probableFaultSource: view.probableFaultSource,
    recommendedAction: view.recommendedAction,
    ...liveDrifts(view),
    noise: view.noise,
    lateness: latenessOf(state),
    baselineState: view.baseline.state,
    baselineFrames: view.baseline.frames,
    baselineNeeded: view.baseline.needed,
    openBreach,
  };
}

/** The drift of every sensor as it stands, in the units of the contract's members. */
export function liveDrifts({ live }: Pick<VehicleView, "live">): SensorDrifts {
  return perKind(
    ({ drift }) => drift.field,
    ({ drift }) => inUnitOfMember(live[drift.live], drift),
  );
}

/** Of a drift in its sensor's unit: lengths in millimetres keep the digits they were stated with. */
export function inUnitOfMember(drift: number | null, { factor }: Kind["drift"]): number | null {
  return drift === null || factor === 1 ? drift : sixDigits(factor * drift);
}
