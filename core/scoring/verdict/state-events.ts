import { baselineState } from "../baseline/baseline-standing.ts";
import type { BaselineState, ScoringEvent } from "../model/score.ts";
import { sixDigits } from "../numeric/rounding/six-digits.ts";
import type { ScoringSettings } from "../settings/settings.ts";
import type { Breach, VehicleState } from "../model/state.ts";
import type { Tier } from "../model/tier.ts";
import { statedVerdict } from "./stated-numbers.ts";

/** What is reported of a state: a fold writes it over, and these are what it was. */
export interface Reported {
  readonly tier: Tier;
  readonly breach: Breach | null;
  readonly baseline: BaselineState;
}

export function reportedOf(state: VehicleState, settings: ScoringSettings): Reported {
  return { tier: state.tier.tier, breach: state.breach, baseline: baselineState(state, settings) };
}

/** What the outside is reported of the difference between two states: baseline, breach, tier, in this order. */
export function eventsBetween(
  before: Reported,
  after: VehicleState,
  settings: ScoringSettings,
): readonly ScoringEvent[] {
  const events: ScoringEvent[] = [];
  const to = baselineState(after, settings);
  if (before.baseline !== to) events.push({ kind: "baseline_changed", from: before.baseline, to });
  const isOther = before.breach?.openedSeq !== after.breach?.openedSeq;
  // One that moved on closes as the other opens.
  if (isOther && before.breach !== null) events.push({ kind: "breach_closed" });
  if (isOther && after.breach !== null) {
    events.push(openingOf(after.breach, settings));
  }
  if (before.tier !== after.tier.tier) {
    events.push({
      kind: "tier_changed",
      from: before.tier,
      to: after.tier.tier,
      reason: after.tier.reason,
    });
  }
  return events;
}

function openingOf(breach: Breach, settings: ScoringSettings): ScoringEvent {
  const { openedSeq: _seq, ...opening } = openingFacts(breach, settings);
  const { changePointSeq } = breach;
  return { kind: "breach_opened", ...opening, changePointSeq, provisional: statedVerdict(breach) };
}

/** How a breach opened, as it was reported then. */
export interface OpeningFacts {
  readonly openedSeq: number;
  readonly statistic: number;
  readonly threshold: number;
  readonly channel: Breach["channel"];
  readonly side: Breach["side"];
}

/** Of the breach that is open in a state; null where none is. */
export function openBreachOf({ breach }: VehicleState, settings: ScoringSettings): OpeningFacts | null {
  return breach === null ? null : openingFacts(breach, settings);
}

function openingFacts(
  { openedSeq, statistic, channel, side, early }: Breach,
  { evidence }: ScoringSettings,
): OpeningFacts {
  // Once W confirms an early breach it keeps the limit that opened it; one that moved on since was opened by W.
  const wasEarly = early !== null && early.verdict.statistic === statistic;
  const threshold = wasEarly ? early.verdict.limit : evidence.cautionNats;
  return { openedSeq, statistic: sixDigits(statistic), threshold, channel, side };
}
