import { baselineState } from "../baseline/baseline-standing.ts";
import { isProvisional } from "../breach/is-provisional.ts";
import type { ScoringEvent } from "../model/score.ts";
import type { ScoringSettings } from "../model/settings.ts";
import type { Breach, VehicleState } from "../model/state.ts";

/** What the outside is reported of the difference between two states: baseline, breach, tier, in this order. */
export function eventsBetween(
  before: VehicleState,
  after: VehicleState,
  settings: ScoringSettings,
): readonly ScoringEvent[] {
  const events: ScoringEvent[] = [];
  const baseline = {
    from: baselineState(before, settings),
    to: baselineState(after, settings),
  };
  if (baseline.from !== baseline.to) events.push({ kind: "baseline_changed", ...baseline });
  const isOther = before.breach?.openedSeq !== after.breach?.openedSeq;
  // One that moved on closes as the other opens.
  if (isOther && before.breach !== null) events.push({ kind: "breach_closed" });
  if (isOther && after.breach !== null) {
    events.push(openingOf(after.breach, settings));
  }
  if (before.tier.tier !== after.tier.tier) {
    events.push({
      kind: "tier_changed",
      from: before.tier.tier,
      to: after.tier.tier,
      reason: after.tier.reason,
    });
  }
  return events;
}

function openingOf(breach: Breach, { evidence }: ScoringSettings): ScoringEvent {
  const { statistic, channel, side, changePointSeq, early } = breach;
  const provisional = early !== null && isProvisional(breach) ? early.verdict : null;
  const threshold = provisional?.limit ?? evidence.cautionNats;
  return { kind: "breach_opened", statistic, threshold, channel, side, changePointSeq, provisional };
}
