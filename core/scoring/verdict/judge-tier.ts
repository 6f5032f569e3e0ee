import { beyondRelease } from "./absolute-check.ts";
import { exceedance, limitsOf } from "./drift.ts";
import type { Reason } from "../model/score.ts";
import type { ScoringSettings } from "../settings/settings.ts";
import type { TierState, VehicleState } from "../model/state.ts";
import type { Tier } from "../model/tier.ts";
import type { AbsoluteStanding, Drift } from "../model/standing.ts";
import { limitedSensors } from "../model/sensors.ts";
import type { LimitedSensor } from "../model/sensors.ts";

/** Everything a tier is decided from, at one frame. */
export interface TierCase {
  readonly before: TierState;
  readonly atSeq: number;
  readonly atUs: number;
  /** Some sensor has a baseline. */
  readonly ready: boolean;
  /** This frame completed a block: the counters of the hysteresis move. */
  readonly stepped: boolean;
  readonly breached: boolean;
  readonly nats: number;
  readonly drifts: Readonly<Record<LimitedSensor, Drift | null>>;
  /** Posterior probability that each sensor takes part in the breach. */
  readonly posterior: ArrayLike<number>;
  /** The present drift has been back inside the noise of the frozen reference for long enough, surely and not by chance. */
  readonly ended: boolean;
  /** The open breach has been harmless for as long as it takes to come to rest. */
  readonly rested: boolean;
  readonly absolute: AbsoluteStanding;
  /** The breach rests on an early verdict alone: it is never CRITICAL by itself. */
  readonly provisional: boolean;
  readonly confidenceAlarm: boolean;
  readonly noiseInflated: boolean;
  /** The newest readings of a sensor all came too late. */
  readonly unjudged: boolean;
}

export interface TierVerdict {
  readonly state: TierState;
  /** The breach is over: the drift has gone and stayed away. */
  readonly closesBreach: boolean;
}

/** Statistical certainty times physical magnitude: certainty about a tiny drift is no alarm, and neither is a large doubtful one. */
export function judgeTier(facts: TierCase, settings: ScoringSettings): TierVerdict {
  const demanded = demandTier(facts, settings);
  const { tiers } = settings;
  const sustainedBlocks = countOn(facts, facts.before.sustainedBlocks, isSustained(facts, settings));
  const held = holdTier(facts, demanded.tier, settings);
  const changed = held.tier !== facts.before.tier;
  const state: TierState = {
    tier: held.tier,
    reason: held.tier === demanded.tier ? demanded.reason : reasonOfHold(facts.before),
    sinceSeq: changed ? facts.atSeq : facts.before.sinceSeq,
    sinceUs: changed ? facts.atUs : facts.before.sinceUs,
    calmBlocks: changed ? 0 : held.calmBlocks,
    sustainedBlocks,
  };
  // With the tier's step down where one is due.
  const isDue = rank[demanded.tier] < rank[facts.before.tier];
  const closesBreach =
    facts.breached && facts.ended && (!isDue || held.calmBlocks >= tiers.cautionHoldBlocks);
  return { state, closesBreach };
}

/** What is held after an alarm of the lidar's confidence alone never was a calibration fault: its reason stays with it. */
function reasonOfHold({ reason }: TierState): Reason {
  return reason === "lidar_confidence_low" ? reason : "hysteresis_hold";
}

/** The tier that an operator sets, or frames that repeat. */
export function changeTier(
  state: Pick<VehicleState, "entries" | "tier">,
  next: { readonly tier: Tier; readonly reason: Reason },
  atUs: number,
): TierState {
  const since = next.tier === state.tier.tier ? state.tier : { sinceSeq: state.entries, sinceUs: atUs };
  return { ...next, sinceSeq: since.sinceSeq, sinceUs: since.sinceUs, calmBlocks: 0, sustainedBlocks: 0 };
}

/** Whether a verdict leaves all as it was. */
export function isSameTier(before: TierState, after: TierState): boolean {
  return (
    before.tier === after.tier &&
    before.reason === after.reason &&
    before.sinceSeq === after.sinceSeq &&
    before.sinceUs === after.sinceUs &&
    before.calmBlocks === after.calmBlocks &&
    before.sustainedBlocks === after.sustainedBlocks
  );
}

/** Probability that some sensor is beyond a share of its caution or critical limit, and takes part in the change. */
export function probabilityBeyond(
  facts: Pick<TierCase, "drifts" | "posterior">,
  limit: "caution" | "critical",
  share: number,
  settings: ScoringSettings,
): number {
  let none = 1;
  for (let at = 0; at < limitedSensors.length; at += 1) {
    const sensor = limitedSensors[at]!;
    const drift = facts.drifts[sensor];
    if (drift === null || drift.blocks === 0) continue;
    const beyond = exceedance(sensor, drift, share * limitsOf(sensor, settings)[limit]);
    none *= 1 - facts.posterior[at]! * beyond;
  }
  return 1 - none;
}

interface Demand {
  readonly tier: Tier;
  readonly reason: Reason;
}

/** What this frame's numbers ask for, before any hysteresis. */
function demandTier(facts: TierCase, settings: ScoringSettings): Demand {
  if (isBeyondCritical(facts, settings)) return { tier: "CRITICAL", reason: "critical_limit_exceeded" };
  if (isLasting(facts, settings)) return { tier: "CRITICAL", reason: "sustained_evidence" };
  if (facts.absolute.level === "critical") return { tier: "CRITICAL", reason: "baseline_beyond_limits" };
  if (facts.breached && !isHarmless(facts, settings)) {
    const { cautionProbability } = settings.tiers;
    const crossed = probabilityBeyond(facts, "caution", 1, settings) >= cautionProbability;
    return { tier: "CAUTION", reason: crossed ? "caution_limit_exceeded" : "cusum_breach" };
  }
  if (facts.absolute.level === "caution") return { tier: "CAUTION", reason: "baseline_beyond_limits" };
  if (facts.confidenceAlarm) return { tier: "CAUTION", reason: "lidar_confidence_low" };
  return demandCalm(facts);
}

function demandCalm({ ready, unjudged, noiseInflated, breached }: TierCase): Demand {
  if (!ready) return { tier: "UNKNOWN", reason: "learning" };
  if (unjudged) return { tier: "UNKNOWN", reason: "sensor_late" };
  if (noiseInflated) return { tier: "NOMINAL", reason: "noise_inflation" };
  return { tier: "NOMINAL", reason: breached ? "significant_below_limit" : "in_control" };
}

function isBeyondCritical(facts: TierCase, settings: ScoringSettings): boolean {
  const { minimumBlocks, criticalProbability } = settings.tiers;
  if (!facts.breached || facts.provisional) return false;
  const enough = limitedSensors.some((sensor) => (facts.drifts[sensor]?.blocks ?? 0) >= minimumBlocks);
  return enough && probabilityBeyond(facts, "critical", 1, settings) >= criticalProbability;
}

/** What is CRITICAL already has nothing to wait for: it is so by lasting certainty from the block it no longer is by size. */
function isLasting(facts: TierCase, settings: ScoringSettings): boolean {
  const { sustainedBlocks, tier } = facts.before;
  const hasLasted = sustainedBlocks >= settings.tiers.sustainedBlocks || tier === "CRITICAL";
  return hasLasted && isSustained(facts, settings);
}

function isSustained(facts: TierCase, settings: ScoringSettings): boolean {
  if (!facts.breached || facts.provisional || facts.nats < settings.evidence.criticalNats) return false;
  return probabilityBeyond(facts, "caution", 1, settings) >= settings.tiers.sustainedProbability;
}

/**
 * Statistically certain, but surely under half the CAUTION limit. What has come to rest there must surely have left it: a
 * drift just below would go to and fro with the noise of its newest blocks.
 */
function isHarmless(facts: TierCase, settings: ScoringSettings): boolean {
  const { harmlessProbability, cautionProbability } = settings.tiers;
  const beyond = probabilityBeyond(facts, "caution", harmlessShare, settings);
  return facts.rested ? beyond < cautionProbability : 1 - beyond >= harmlessProbability;
}

/** Of the CAUTION limit. */
const harmlessShare = 0.5;

/** Up at once, down one step at a time and only after the numbers have stayed low. */
function holdTier(
  facts: TierCase,
  demanded: Tier,
  settings: ScoringSettings,
): { readonly tier: Tier; readonly calmBlocks: number } {
  const { before } = facts;
  const { tiers } = settings;
  if (rank[demanded] >= rank[before.tier] || before.tier === "UNKNOWN") {
    return { tier: demanded, calmBlocks: 0 };
  }
  const critical = before.tier === "CRITICAL";
  const calm = critical ? isBelowCritical(facts, settings) : isBelowCaution(facts, settings);
  const calmBlocks = countOn(facts, before.calmBlocks, calm);
  const needed = critical ? tiers.criticalHoldBlocks : tiers.cautionHoldBlocks;
  if (calmBlocks < needed) return { tier: before.tier, calmBlocks };
  return { tier: critical ? "CAUTION" : demanded, calmBlocks };
}

/** `tierRanks` once more: what a frozen scorer is made of stands in the scoring. */
export const rank: Readonly<Record<Tier, number>> = { UNKNOWN: 0, NOMINAL: 0, CAUTION: 1, CRITICAL: 2 };

function countOn(facts: TierCase, count: number, more: boolean): number {
  if (!more) return 0;
  return facts.stepped ? count + 1 : count;
}

function isBelowCritical(facts: TierCase, settings: ScoringSettings): boolean {
  if (isStillLasting(facts, settings)) return false;
  const share = settings.tiers.releaseShare;
  const release = 1 - settings.tiers.criticalProbability;
  const relative = facts.breached ? probabilityBeyond(facts, "critical", share, settings) : 0;
  return relative <= release && beyondRelease(facts.absolute, "critical", settings) <= release;
}

/** Lasting certainty made it CRITICAL, or would: that ends when the drift is rather below the CAUTION limit than beyond it. */
function isStillLasting(facts: TierCase, settings: ScoringSettings): boolean {
  if (!facts.breached || facts.nats < settings.evidence.criticalNats) return false;
  return probabilityBeyond(facts, "caution", 1, settings) > 0.5;
}

function isBelowCaution(facts: TierCase, settings: ScoringSettings): boolean {
  const share = settings.tiers.releaseShare;
  const release = 1 - settings.tiers.cautionProbability;
  if (facts.confidenceAlarm || beyondRelease(facts.absolute, "caution", settings) > release) return false;
  if (!facts.breached) return true;
  if (probabilityBeyond(facts, "caution", share, settings) > release) return false;
  return facts.ended || probabilityBeyond(facts, "caution", share * harmlessShare, settings) <= release;
}
