import { advanceTracks } from "./baseline/advance-tracks.ts";
import type { Advance } from "./baseline/advance-tracks.ts";
import { advanceConfidenceAlarm } from "./breach/confidence-alarm.ts";
import { followCourse } from "./breach/breach-course.ts";
import { describeBreach } from "./breach/describe-breach.ts";
import type { Moment, OpenedBreach } from "./breach/describe-breach.ts";
import { followEarlyBreach } from "./breach/follow-early-breach.ts";
import { isProvisional } from "./breach/is-provisional.ts";
import { openEarlyBreach } from "./breach/open-early-breach.ts";
import { withdrawEarlyBaselines } from "./baseline/withdraw-early-baselines.ts";
import { drawCharts } from "./charts/draw-charts.ts";
import { isWithinZone } from "./verdict/drift.ts";
import { decidingWindow } from "./change/deciding-window.ts";
import { calibrationModel } from "./change/change-model.ts";
import { gatherCalibrationChange, gatherConfidenceChange } from "./change/gather-change.ts";
import type { Gathered, Weighed } from "./change/gather-change.ts";
import type { StandardisedFrame } from "./frame/frame-moments.ts";
import type { FrameTest, FrameTester } from "./frame/frame-tester.ts";
import type { SensorReading } from "./model/journal-entry.ts";
import { loudestChange } from "./cycle/newest-hours.ts";
import { changeTier, isSameTier, judgeTier } from "./verdict/judge-tier.ts";
import type { TierCase, TierVerdict } from "./verdict/judge-tier.ts";
import { measure } from "./frame/measurement.ts";
import type { Measurement } from "./frame/measurement.ts";
import { followNoise, noiseGrowths } from "./frame/noise-growth.ts";
import { freezeAtChange, holdsWithoutAnyBlock, isCarriedByMany } from "./breach/open-breach.ts";
import { followClocks, hasUnjudged } from "./frame/sensor-clock.ts";
import { followOutliers } from "./frame/outlier-habit.ts";
import { learnFrame, withBaselines } from "./frame/reference-frames.ts";
import type { DecidingWindow } from "./model/score.ts";
import type { ScoringSettings } from "./settings/settings.ts";
import { furtherChange, hasEnded, withLaterSensors } from "./breach/since-breach.ts";
import { followRepeats, isRepeated, isRepeating, withoutStuckSensors } from "./frame/stuck-sensor.ts";
import { isSettled, settledOf, standingOf } from "./verdict/standing.ts";
import type { Breach, Finding, StateBench, TimeMarks, VehicleState, Folded } from "./model/state.ts";
import { markTime } from "./frame/time-marks.ts";
import { eventsBetween, reportedOf } from "./verdict/state-events.ts";
import { weighChange } from "./change/weigh-change.ts";
import { writeScore } from "./verdict/write-score.ts";
import { limitedSensors, trackNames } from "./model/sensors.ts";
import type { GroundedStanding, Memos, Standing } from "./model/standing.ts";
import { Buckets } from "./model/buckets.ts";
import { initialTrack, noFinding } from "./model/initial-state.ts";
import { noMemos } from "./model/no-memos.ts";

/**
 * One frame: first tested alone against the baseline as it was, then taken into blocks, baseline and sums; then
 * breach and tier are judged. A frame that comes too late, or a repeated one, is scored, and moves no detector: only clocks
 * and repeats. The state moves where it stands.
 */
export function foldFrame(
  state: StateBench,
  reading: SensorReading,
  { settings, tester }: { readonly settings: ScoringSettings; readonly tester: FrameTester },
): Folded {
  const before = reportedOf(state, settings);
  state.entries += 1;
  const measured = measure(reading, state.entries, settings);
  const inTime = followClocks(state, measured, settings);
  const late = inTime === null;
  // What a sensor sends before it first varies is a default, and no part of its baseline.
  for (const name of late ? [] : followRepeats(state.repeats, inTime)) {
    const { inherited, clock } = state.tracks[name];
    state.tracks[name] = { ...initialTrack(name, inherited), clock };
  }
  const measurement = withoutStuckSensors(inTime ?? measured, state.repeats);
  const { residuals } = tester;
  residuals.measure(state.tracks, measurement, settings);
  const test = tester.test(state.moments, residuals.scores, {
    priorDegrees: settings.prior.degrees,
    limitRate: settings.frame.limitRate,
    minimumReference: settings.evidence.minimumReference,
  });
  const frame = { before, measurement, residuals: residuals.channels, test, late };
  if (late || isRepeated(state.repeats)) {
    (late ? holdUnjudged : holdStill)(state, measurement);
    const { standing } = standingOf(state, settings);
    const score = writeScore({ ...frame, after: state, standing }, settings);
    return { state, score, events: eventsBetween(before, state, settings) };
  }
  const known = (state.known ??= noMemos());
  const stepped = detect(state, { measurement, scores: residuals.scores, test, known }, settings);
  const { after, standing } = judge(state, { stepped, known, measurement }, settings);
  const score = writeScore({ ...frame, after, standing }, settings);
  return { state: after, score, events: eventsBetween(before, after, settings) };
}

/** No good news of a vehicle with a sensor whose readings all come too late, from its newest time on. */
function holdUnjudged(state: StateBench, { timestampUs }: Measurement): void {
  if (hasUnjudged(state) && state.tier.tier === "NOMINAL")
    state.tier = changeTier(state, { tier: "UNKNOWN", reason: "sensor_late" }, state.newestUs ?? timestampUs);
}

/** A repeated frame says that the vehicle still sends, and nothing of its sensors: NOMINAL is not vouched for any more. */
function holdStill(state: StateBench, { timestampUs }: Measurement): void {
  state.newestUs = Math.max(state.newestUs ?? timestampUs, timestampUs);
  const { tier } = state.tier;
  if (isRepeating(state.repeats) && (tier === "NOMINAL" || tier === "UNKNOWN"))
    state.tier = changeTier(state, { tier: "UNKNOWN", reason: "repeating" }, timestampUs);
}

interface TestedFrame {
  readonly measurement: Measurement;
  /** Residuals in units of their noise, channel by channel. */
  readonly scores: StandardisedFrame;
  readonly test: FrameTest | null;
  /** Curves of the block before, and then of this one. */
  readonly known: Memos;
}

/** Moves blocks, baselines, sums and breach on; the tier is still the old one. Returns whether a block was completed, so that W may have moved. */
function detect(state: StateBench, tested: TestedFrame, settings: ScoringSettings): boolean {
  const { measurement } = tested;
  const isOpenToBreach = mayOpen(state);
  learnFrame(state, tested.scores);
  const advance = advanceTracks(state, measurement, settings);
  const marks = markTime(state.marks, measurement, state.newestUs);
  const outliers = followOutliers(state, tested.test, settings);
  // A frame inside a block says nothing new of a change.
  if (advance.stepped) detectChange(state, { ...tested, advance, marks, mayOpen: isOpenToBreach }, settings);
  state.frames += 1;
  state.newestUs = newestAfter(state.newestUs, measurement, settings);
  state.outliers = outliers;
  state.marks = marks;
  return advance.stepped;
}

/** A frame within the window does not turn time back; one further back, of a sensor with a clock of its own, does. */
function newestAfter(
  newestUs: number | null,
  { timestampUs }: Measurement,
  { frame: { lateUs } }: ScoringSettings,
): number {
  return newestUs === null || timestampUs < newestUs - lateUs ? timestampUs : Math.max(newestUs, timestampUs);
}

/** A provisional baseline has to have been doubted, one block before, to be trusted. */
function mayOpen({ breach, tracks, finding }: VehicleState): boolean {
  if (breach !== null) return false;
  if (finding.suspected) return true;
  for (const sensor of limitedSensors) if (tracks[sensor].calibration?.established === false) return false;
  return true;
}

/** A frame that has completed a block. */
interface SteppedFrame extends TestedFrame {
  readonly advance: Advance;
  readonly marks: TimeMarks;
  /** Whether a breach may open with it. */
  readonly mayOpen: boolean;
}

/** Sums, finding and breach after it. All that it finds is held against how it was, and only then takes its place. */
function detectChange(state: StateBench, frame: SteppedFrame, settings: ScoringSettings): void {
  const { measurement, known, advance } = frame;
  const calibration = gatherCalibrationChange(state, advance, measurement.seq, {
    settings,
    known: known.calibration,
  });
  const confidence = gatherConfidenceChange(state, advance, measurement.seq, {
    settings,
    known: known.confidence,
  });
  const loudest = loudestChange(state, calibration, advance, settings);
  const opened = openAnyBreach(state, calibration, { ...frame, loudest }, settings);
  drawCharts(state, advance, settings);
  followNoise(state, advance, measurement, settings);
  const alarmed = advanceConfidenceAlarm(state.confidenceAlarm, confidence, advance, settings);
  const finding = updateFinding(state, { loudest, confidence, opened }, settings);
  state.evidence = opened?.sums ?? calibration.sums;
  state.confidenceEvidence = alarmed.sums;
  state.finding = finding;
  state.breach =
    opened?.breach ?? followBreach(state.breach, calibration, { advance, measurement }, settings);
  state.confidenceAlarm = alarmed.alarm;
  state.moments = withBaselines(state.moments, advance);
}

interface JudgedFrame {
  readonly stepped: boolean;
  readonly known: Memos;
  readonly measurement: Measurement;
}

/** The tier, and whether the breach is over. */
function judge(
  state: StateBench,
  { stepped, known, measurement }: JudgedFrame,
  settings: ScoringSettings,
): { readonly after: VehicleState; readonly standing: Standing } {
  const grounded = standingOf(state, settings, known);
  const { standing } = grounded;
  if (!stepped && isSettled(state, grounded)) return { after: state, standing };
  const breach = stepped ? watchForEnd(state, standing, settings) : state.breach;
  const before = state.tier;
  const ended = (breach?.overBlocks ?? 0) >= settings.tiers.cautionHoldBlocks;
  const verdict = judgeTier(caseOf(state, measurement, { stepped, standing, ended }, settings), settings);
  if (!isSameTier(before, verdict.state)) state.tier = verdict.state;
  state.standing = worthKeeping(grounded, state);
  state.breach = rest(breach, verdict, stepped, settings);
  grounded.settled = stepped || state.tier !== before ? null : settledOf(state);
  return { after: verdict.closesBreach ? closeBreach(state, settings) : state, standing };
}

/** Where every frame completes a block the next one would not ask for it. */
function worthKeeping(grounded: GroundedStanding, { tracks }: VehicleState): GroundedStanding | null {
  for (const name of trackNames) if (tracks[name].level > 0) return grounded;
  return null;
}

function caseOf(
  state: VehicleState,
  { seq: atSeq, timestampUs: atUs }: Measurement,
  known: Pick<TierCase, "stepped" | "ended"> & { readonly standing: Standing },
  settings: ScoringSettings,
): TierCase {
  const { breach, finding, tracks } = state;
  const { stepped, ended, standing } = known;
  return {
    before: state.tier,
    atSeq,
    atUs,
    ready: limitedSensors.some((sensor) => tracks[sensor].calibration !== null),
    stepped,
    breached: breach !== null,
    nats: finding.nats ?? 0,
    drifts: standing.drifts,
    posterior: breach?.posterior ?? finding.posterior,
    ended,
    rested: (breach?.restedBlocks ?? 0) >= settings.tiers.cautionHoldBlocks,
    absolute: standing.absolute,
    provisional: isProvisional(breach),
    confidenceAlarm: state.confidenceAlarm !== null,
    noiseInflated: noiseGrowths(state.noise).length > 0,
    unjudged: hasUnjudged(state),
  };
}

/** Counts the blocks for which an open breach has been over. */
function watchForEnd(state: VehicleState, standing: Standing, settings: ScoringSettings): Breach | null {
  const { breach, evidence, tracks, finding } = state;
  if (breach === null) return null;
  if (!hasReturned(standing, settings)) return { ...breach, overBlocks: 0 };
  const test = { sums: evidence, model: calibrationModel(tracks, true, settings), nats: finding.nats };
  return { ...breach, overBlocks: hasEnded(breach, test, settings) ? breach.overBlocks + 1 : 0 };
}

/** Counts the blocks for which it has been harmless, until they are enough. */
function rest(
  breach: Breach | null,
  { state: { tier } }: TierVerdict,
  stepped: boolean,
  { tiers }: ScoringSettings,
): Breach | null {
  if (breach === null || !stepped || breach.restedBlocks >= tiers.cautionHoldBlocks) return breach;
  return { ...breach, restedBlocks: tier === "NOMINAL" ? breach.restedBlocks + 1 : 0 };
}

/** The frames of the fault are forgotten: the reference goes on from where it was frozen. */
function closeBreach(state: VehicleState, settings: ScoringSettings): VehicleState {
  const tier = { ...state.tier, reason: "in_control" as const, calmBlocks: 0 };
  const evidence = { ...state.evidence, buckets: Buckets.none(state.evidence.channels) };
  const { confidenceNats, confidenceChangeSeq } = state.finding;
  const finding = { ...noFinding(), confidenceNats, confidenceChangeSeq };
  const closed = { ...state, tier, breach: null, evidence, finding };
  const wasEarly = state.breach !== null && state.breach.early !== null;
  return wasEarly ? withdrawEarlyBaselines(closed, settings) : closed;
}

function hasReturned({ drifts }: Standing, settings: ScoringSettings): boolean {
  return limitedSensors.every((sensor) => {
    const drift = drifts[sensor];
    return drift === null || drift.blocks === 0 || isWithinZone(sensor, drift, settings);
  });
}

function updateFinding(
  before: VehicleState,
  gathered: {
    readonly loudest: Weighed | null;
    readonly confidence: Gathered;
    readonly opened: OpenedBreach | null;
  },
  settings: ScoringSettings,
): Finding {
  const { loudest, confidence, opened } = gathered;
  const { changeNats } = settings.baseline;
  let { finding } = before;
  if (loudest !== null) {
    const { nats, posterior, changeSeq, channel } = opened?.found ?? loudest.found;
    finding = {
      ...finding,
      nats: finiteOrNull(nats),
      posterior,
      changeSeq,
      channel,
      // With a breach open nothing is suspected any more.
      suspected: before.breach === null && holdsWithoutAnyBlock(loudest, loudest.found, changeNats),
      window: windowOf(loudest, opened?.breach ?? before.breach, settings),
    };
  }
  if (confidence.found !== null) {
    finding = {
      ...finding,
      confidenceNats: finiteOrNull(confidence.found.nats),
      confidenceChangeSeq:
        before.confidenceAlarm === null && holdsWithoutAnyBlock(confidence, confidence.found, changeNats)
          ? confidence.found.changeSeq
          : null,
    };
  }
  return finding;
}

/** What W rests on while it decides: a breach is open, or W is at its limit. What opened a breach early, until W confirms it. */
function windowOf(
  calibration: Weighed,
  breach: Breach | null,
  { evidence }: ScoringSettings,
): DecidingWindow | null {
  if (isProvisional(breach)) return breach!.early!.window;
  return breach !== null || calibration.found.nats >= evidence.cautionNats
    ? decidingWindow(calibration)
    : null;
}

function finiteOrNull(nats: number): number | null {
  return Number.isFinite(nats) ? nats : null;
}

/** With what speaks loudest of a change. */
interface WeighedMoment extends SteppedFrame {
  readonly loudest: Weighed | null;
}

function openAnyBreach(
  state: VehicleState,
  gathered: Gathered,
  moment: WeighedMoment,
  settings: ScoringSettings,
): OpenedBreach | null {
  const early = openEarlyBreach(state, gathered, moment, settings);
  if (early !== null) return early;
  return moment.mayOpen
    ? openBreach(gathered, moment, settings)
    : openFurtherBreach(state.breach, gathered, moment, settings);
}

function openBreach(
  gathered: Gathered,
  moment: WeighedMoment,
  settings: ScoringSettings,
): OpenedBreach | null {
  const { loudest } = moment;
  if (loudest === null) return null;
  const { found } = loudest;
  if (!isCarriedByMany(loudest, found, settings.evidence.cautionNats)) return null;
  const { nats: statistic, posterior } = found;
  return {
    breach: describeBreach({ gathered: loudest, statistic, posterior }, moment, settings),
    sums: freezeAtChange({ sums: gathered.sums, model: loudest.model }, found),
    found,
  };
}

/** A drift that had come to rest within half its CAUTION limit has moved on. Its reference stays the one from before. */
function openFurtherBreach(
  breach: Breach | null,
  gathered: Gathered,
  moment: Moment,
  settings: ScoringSettings,
): OpenedBreach | null {
  if (breach === null || gathered.found === null) return null;
  const { sums: before, model, found } = gathered;
  const further = furtherChange(breach, { sums: before, model, nats: found.nats }, settings);
  if (further === null) return null;
  const buckets = before.buckets.filter((seq) => seq >= further.found.changeSeq);
  const sums = { ...before, buckets };
  const { posterior } = weighChange(sums, { ...model, referenceFrozen: true });
  const opened = describeBreach({ gathered: further, statistic: found.nats, posterior }, moment, settings);
  // Its reference may still be a few early blocks; what opened it is W.
  const early = breach.early === null ? null : { ...breach.early, confirmed: true };
  return { breach: { ...opened, early }, sums, found };
}

/** The drift goes on. Which sensors take part is still learnt for a few blocks after the breach, then only added to. */
function followBreach(
  breach: Breach | null,
  gathered: Gathered,
  { advance, measurement }: { readonly advance: Advance; readonly measurement: Measurement },
  settings: ScoringSettings,
): Breach | null {
  if (breach === null) return breach;
  const course = followCourse(breach.course, advance, measurement.timestampUs);
  if (gathered.found === null) return { ...breach, course };
  const followed =
    breach.blocks >= settings.tiers.settleBlocks
      ? { ...breach, course, posterior: withLaterSensors(breach, gathered, settings) }
      : { ...breach, course, blocks: breach.blocks + 1, posterior: gathered.found.posterior };
  return followEarlyBreach(followed, gathered, advance, settings);
}
